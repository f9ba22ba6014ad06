public import Core

/// stdout, for the results of commands.
public protocol ResultStream: AnyObject {
    /// Whether a terminal shows it.
    var stdoutIsTerminal: Bool { get }

    /// Writes bytes. Throws when the write fails.
    func result(_ bytes: UnsafeRawBufferPointer) throws(FedauthError)
}

/// Follows the transfer of a response's content.
public protocol TransferObserver: AnyObject {
    /// A transfer begins. `total`: the whole length; nil: unknown.
    func begin(total: Int64?)

    /// More bytes have arrived.
    func received(_ count: Int)

    /// The transfer is over.
    func end()
}
