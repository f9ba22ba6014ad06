internal import CSecret
internal import Core

/// libsecret, which is opened when a keyring is first looked at and not linked.
enum SecretLibrary {
    /// Its name for the dynamic linker.
    static let name = "libsecret-1.so.0"

    /// Opens it; does nothing when it is open.
    static func load(_ name: String) throws(FedauthError) {
        if let missing = csecret_load(name) { throw KeyringFailure.noLibrary(String(cString: missing)) }
    }
}
