public import Core
public import Secrets

/// The passphrase of a file.
public protocol FilePassphrases {
    /// Returns the passphrase from an option, which may be empty; nil when no option names one.
    func given() throws(FedauthError) -> SharedSecret?

    /// Asks for the passphrase. Throws `input-needed`, naming the option, when no prompt is possible.
    func asked(_ question: String) throws(FedauthError) -> SharedSecret
}

/// Opens a file of a key and certificates, with the passphrase from an option, without one, or with a typed one.
public struct IdentityOpening {
    private static let attempts = 3

    private let content: SharedSecret
    private let name: String
    private let passphrases: any FilePassphrases
    private let reader: any IdentityReader
    private let choice: KeyChoice?

    /// `choice` chooses one of several keys that have certificates; nil: that is an error. `name` is for messages.
    public init(
        _ content: SharedSecret, name: String, _ passphrases: any FilePassphrases, _ reader: any IdentityReader,
        choosing choice: KeyChoice? = nil
    ) {
        self.choice = choice
        self.content = content
        self.name = name
        self.passphrases = passphrases
        self.reader = reader
    }

    /// Opens the file. Throws the errors of `IdentityReader`, and those of the prompt.
    public func open() throws(FedauthError) -> OpenedIdentity {
        if let given = try passphrases.given() {
            do throws(FedauthError) { return try read(given) } catch {
                guard error.code == .wrongPassphrase else { throw error }
                throw error.hinting(
                    "it comes from where '--passphrase-…' says; it is the one that the file was made with")
            }
        }
        do throws(FedauthError) {
            return try read(nil)
        } catch {
            guard error.code == .passphraseNeeded else { throw error }
        }
        var attempt = 1
        while true {
            let typed = try passphrases.asked((attempt > 1 ? "That is not it. " : "") + "Passphrase of '\(name)': ")
            do throws(FedauthError) {
                return try read(typed)
            } catch {
                guard error.code == .wrongPassphrase, attempt < Self.attempts else { throw error }
                attempt += 1
            }
        }
    }

    /// Returns the error for a choice that nobody makes.
    static func several(_ keys: [String], in name: String, hint: String) -> FedauthError {
        let names = keys.map { "'\($0.folded(to: 60))'" }.joined(separator: ", ")
        return FedauthError(
            .inputNeeded, "'\(name.folded(to: 100))' holds \(keys.count) keys with certificates: \(names)", hint: hint)
    }

    private func read(_ passphrase: SharedSecret?) throws(FedauthError) -> OpenedIdentity {
        try reader.identity(in: content, passphrase: passphrase, name: name) { (names) throws(FedauthError) in
            guard let choice else { throw Self.several(names, in: name, hint: "leave only the right one in it") }
            return try choice(names)
        }
    }
}
