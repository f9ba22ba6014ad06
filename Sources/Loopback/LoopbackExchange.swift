internal import CMicroHTTP
internal import Secrets

/// A request and its answer, until the exchange is complete.
final class LoopbackExchange {
    let target: String
    /// Valid until the exchange is completed.
    let connection: OpaquePointer
    var isBegun = false
    var body = Secret()
    var headers: [(name: String, value: String)] = []
    var stream: (any LoopbackStream)?
    var isSuspended = false
    /// Whether an answer is being sent.
    var isAnswering = false

    init(target: String, connection: OpaquePointer) {
        self.target = target
        self.connection = connection
    }

    /// Copies the header fields from the library's memory.
    func readHeaders() {
        let context = Unmanaged.passUnretained(self).toOpaque()
        _ = MHD_get_connection_values(
            connection, .HEADER_KIND,
            { context, _, name, value in
                guard let context, let name else { return .YES }
                let exchange = Unmanaged<LoopbackExchange>.fromOpaque(context).takeUnretainedValue()
                exchange.headers.append((String(cString: name), value.map { String(cString: $0) } ?? ""))
                return .YES
            }, context)
    }
}
