internal import CSecret
internal import Core

/// libsecret, opened when a keyring is first used, not linked.
enum SecretLibrary {
    /// Opens the library; does nothing when it is open.
    static func load() throws(FedauthError) {
        if let missing = csecret_load() { throw KeyringFailure.noLibrary(String(cString: missing)) }
    }
}
