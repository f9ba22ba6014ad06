public import Secrets

/// Gives a new identity to a credential provider, which keeps it and is asked for it later: the kind `store` of its
/// protocol. fedauth-provider(7) documents every member.
public struct ProviderStorage {
    private let program: any UserProgram
    private let isInteractive: Bool
    private let reporter: any Reporter
    private let clock: any WallClock
    private static let kind = "store"

    /// Does not start the program yet, which may show a user interface or prompt if it `isInteractive`.
    public init(_ program: any UserProgram, isInteractive: Bool, reporter: any Reporter, clock: any WallClock) {
        (self.program, self.isInteractive, self.reporter, self.clock) = (program, isInteractive, reporter, clock)
    }

    /// Runs the program, which confirms that it has kept the identity: a PKCS#12 file and its password. Throws
    /// `cancelled`, `timed-out`, `provider-failed`, and the error that the program reports.
    public func store(_ identity: Identity, file: SharedSecret, password: SharedSecret) throws(FedauthError) {
        let name = program.name.folded(to: 100)
        // The program may repeat what it was given in the text of an error.
        reporter.mask(password)
        reporter.detail("giving '\(identity.name.folded(to: 60))' to '\(name)'")
        let purpose = ProviderConversation.Purpose(
            answers: "stored, none or cancel", undone: "it has not kept the certificate",
            hint: "it has not kept the certificate")
        let deadline = clock.deadline()
        let conversation = ProviderConversation(program: program, reporter: reporter)
        let isStored = try conversation.answer(
            to: [Self.kind, identity.name], line(identity, file, password, deadline), purpose, until: deadline
        ) { (message) throws(FedauthError) -> Bool? in
            guard case .stored = message else {
                throw notStored("'\(name)' was asked to keep a certificate, and gave one")
            }
            return true
        }
        guard isStored == true else { throw notStored("'\(name)' keeps no certificates") }
    }

    private func notStored(_ words: String) -> FedauthError {
        FedauthError(
            .providerFailed, words,
            hint: #"for the kind 'store' it answers {"type":"stored"}; without '--give-to-provider' it is not asked"#)
    }

    private func line(
        _ identity: Identity, _ file: SharedSecret, _ password: SharedSecret, _ deadline: Deadline
    ) -> SharedSecret {
        SharedSecret(
            JSONValue.line(of: [
                "version": .integer(ProviderQuestion.version), "kind": .text(Self.kind), "name": .text(identity.name),
                "subject": .text(identity.subject), "expires": .time(identity.expires),
                "origins": .texts(identity.origins.map(\.description)), "interactive": .bool(isInteractive),
                "timeoutSeconds": .integer(deadline.remainingSeconds), "pkcs12": .string(Base64.encode(file)),
                "password": .string(password),
            ]))
    }
}
