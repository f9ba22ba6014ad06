internal import Core

/// Uses keys in tokens, through modules of other vendors: not again after a failure.
final class TokenKeys {
    /// The errors of keys, by address.
    private var unusable: [String: FedauthError] = [:]

    /// Throws the error of an earlier use, because a card counts wrong PINs and locks itself.
    func check(_ address: String) throws(FedauthError) {
        if let failure = unusable[address] { throw failure }
    }

    /// Runs a transfer with a key.
    func during<Result>(
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
