/// Ends the process where a call does not come back: code of others that runs in this process, such as the module of a
/// token, may wait for ever, and takes no limit.
public protocol CallTimeLimit: AnyObject {
    /// Unless `lift` is called within `milliseconds`, the process ends as if the command had thrown `error`.
    func begin(milliseconds: Int64, _ error: FedauthError)

    /// The call has come back.
    func lift()
}
