/// Ends the process when a call does not return: foreign code in this process, such as a token's PKCS #11 module, may
/// block for ever and accepts no time limit.
public protocol CallTimeLimit: AnyObject {
    /// Starts the limit: unless `lift` is called within `milliseconds`, the process ends as if the command had thrown
    /// `error`.
    func begin(milliseconds: Int64, _ error: FedauthError)

    /// Removes the limit after the call has returned.
    func lift()
}
