public import Core
public import Secrets
internal import HTTP
internal import System

/// Files of identities, their passphrases, and the library that reads them.
public struct IdentitySources: IdentityImportParts {
    private let command: Context
    private let input: PassphraseInput
    private let maximumBytes: Int

    /// Reads by OpenSSL.
    public let reader: any IdentityReader = CryptoIdentityReader()

    /// Reads by the OpenSSL of libcurl, which also uses the keys.
    public let tokens: any TokenReader

    /// Reads nothing yet.
    ///
    /// - Parameters:
    ///   - sealing: the source of the passphrase of a file.
    ///   - limit: in bytes; a file holds certificates and one key.
    ///   - callLimit: ends the process when a token's module does not return in time.
    public init(
        _ sealing: SecretPlaces, in command: Context, limit: Int = 4 << 20,
        callLimit: (any CallTimeLimit)? = nil
    ) {
        tokens = TokenLibrary(callLimit: callLimit, clock: command.clock)
        maximumBytes = limit
        self.command = command
        input = PassphraseInput(sealing, in: command)
    }

    /// Returns the content of a file; of stdin for `-`.
    public func content(of path: String, isKey: Bool) throws(FedauthError) -> SharedSecret {
        if isKey {
            return SharedSecret(
                try FileSecretSource.content(
                    of: path, limit: maximumBytes, command.reporter, until: command.clock.deadline()))
        }
        return try FileBytes.content(of: path, limit: maximumBytes, until: command.clock.deadline())
    }

    /// Returns the passphrase from an option; nil when no option names one.
    public func given() throws(FedauthError) -> SharedSecret? { try input.given() }

    /// Asks for the passphrase.
    public func asked(_ question: String) throws(FedauthError) -> SharedSecret { try input.asked(question) }

    /// Returns the key in a file: PKCS#8, DER.
    public func key(in path: String) throws(FedauthError) -> SharedSecret {
        try IdentityOpening(try content(of: path, isKey: true), name: path, self, reader).open().key
    }
}
