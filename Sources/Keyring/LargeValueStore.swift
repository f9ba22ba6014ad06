public import Core
public import Secrets

/// What the keyring needs from the disk: a lock between fedauth's processes, and files for values that would slow down
/// every later write of the keyring. A protocol, because the modules of keyring and file store do not know each other.
public protocol LargeValueStore: AnyObject {
    /// Runs `body` while no other fedauth process does; throws `busy` after waiting some seconds.
    func exclusively<Result>(_ body: () throws(FedauthError) -> Result) throws(FedauthError) -> Result
    /// Seals `value` into a new file, under a key of 32 bytes that is used only for it.
    func write(_ value: SharedSecret, name: String, key: SharedSecret) throws(FedauthError)
    /// Opens such a file and returns its value.
    func read(_ name: String, key: SharedSecret) throws(FedauthError) -> SharedSecret
    /// Removes such a file, if it exists.
    func remove(_ name: String) throws(FedauthError)
    /// Returns every such file, including unfinished ones (`NAME.tmp`), with its modification time.
    func listing() throws(FedauthError) -> [(name: String, modified: Timestamp)]
    /// Returns the path of such a file, for messages.
    func path(of name: String) -> String
    /// Returns random bytes, for names and keys.
    func random(_ count: Int) throws(FedauthError) -> Secret
}
