internal import CCurl
internal import Core
internal import Secrets

/// A private key in a token: an `EVP_PKEY` of libcurl's TLS library.
final class TokenKey {
    let pointer: UnsafeMutableRawPointer

    init(takingOwnership pointer: UnsafeMutableRawPointer) { self.pointer = pointer }

    /// Connections have references of their own.
    deinit { ccurl_free_token_key(pointer) }
}

/// The keys in tokens that a transport has used: each is opened once, and not again after a failure, because a card counts
/// wrong PINs and locks itself.
final class TokenKeys {
    private var keys: [String: TokenKey] = [:]
    /// The errors of keys, by address.
    private var unusable: [String: FedauthError] = [:]

    /// Returns the key of an identity; `limited` runs foreign code. Throws an earlier error, and as `TokenQuestions`.
    func key(
        of identity: Identity, at address: String, limited: @escaping (() -> Void) throws(FedauthError) -> Void,
        pin: () throws(FedauthError) -> TokenPIN?
    ) throws(FedauthError) -> TokenKey {
        if let failure = unusable[address] { throw failure }
        if let key = keys[address] { return key }
        let questions = TokenQuestions(
            subject: "the key of the identity '\(identity.name.folded(to: 60))'", limited: limited)
        return try remembering(address) { () throws(FedauthError) in
            let key = try questions.key(at: address, pin: pin)
            keys[address] = key
            return key
        }
    }

    /// Runs a transfer with a key, and remembers when it cannot be used.
    func remembering<Result>(
        _ address: String, _ transfer: () throws(FedauthError) -> Result
    ) throws(FedauthError) -> Result {
        do throws(FedauthError) {
            return try transfer()
        } catch {
            if error.code == .clientCertificateUnusable { unusable[address] = error }
            throw error
        }
    }
}
