public import Core
public import Secrets

/// What the keyring needs of the disk: a lock among our own processes, and files for values that would make
/// every later write of the whole keyring slow.
///
/// A protocol, because the keyring and the files know nothing of one another; the composition root joins them.
public protocol ValueVault: AnyObject {
    /// Runs `body` while no other process of ours does; throws `busy` after a few seconds of waiting.
    func exclusively<Result>(_ body: () throws(FedauthError) -> Result) throws(FedauthError) -> Result
    /// Seals `value` into a new file under a key of 32 bytes that is used for nothing else.
    func write(_ value: SharedSecret, name: String, key: SharedSecret) throws(FedauthError)
    /// Opens such a file.
    func read(_ name: String, key: SharedSecret) throws(FedauthError) -> SharedSecret
    /// Removes such a file, if it is there.
    func remove(_ name: String) throws(FedauthError)
    /// Every such file, unfinished ones (`NAME.tmp`) too, and when it was last written.
    func listing() throws(FedauthError) -> [(name: String, modified: Timestamp)]
    /// Where such a file is, for a person.
    func path(of name: String) -> String
    /// Random bytes, for names and keys.
    func random(_ count: Int) throws(FedauthError) -> Secret
}
