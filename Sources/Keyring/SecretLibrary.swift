internal import CSecret
internal import Core

/// libsecret, which is opened when a keyring is first looked at and not linked.
enum SecretLibrary {
    /// Opens it; does nothing when it is open.
    static func load() throws(FedauthError) {
        if let missing = csecret_load() { throw KeyringFailure.noLibrary(String(cString: missing)) }
    }
}
