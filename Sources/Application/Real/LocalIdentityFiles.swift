public import Core
internal import Crypto
public import Secrets
internal import System

/// Writes identities to files of this machine, or to stdout.
public final class LocalIdentityFiles: IdentityFileWriter {
    private let command: Context
    private let results: any ResultStream

    /// Creates the writer; `results` is stdout.
    public init(_ command: Context, results: any ResultStream) { (self.command, self.results) = (command, results) }

    /// Throws `usage` before anything is written when a file cannot be written.
    public func check(_ places: IdentityFilePlaces, isForced: Bool?) throws(FedauthError) {
        try IdentityFiles.check(places, isForced: isForced, results)
        for place in places.paths where place != "-" { try command.checkResult(place) }
    }

    /// Checks the files, and finishes a change that a killed process left incomplete.
    public func prepare(_ places: IdentityFilePlaces, for name: String) throws(FedauthError) {
        try check(places, isForced: nil)
        try IdentityFiles.settle(places, name: name)
    }

    /// Returns the passphrase. Throws `usage` for one that other programs would truncate.
    public func newPassphrase(_ places: SecretPlaces, question: String) throws(FedauthError) -> SharedSecret {
        let passphrase = try PassphraseInput(places, in: command).passphrase(question, new: true)
        guard passphrase.withBytes({ !$0.contains(0) }) else {
            throw FedauthError(.usage, "the passphrase holds a NUL", hint: "other programs would stop reading there")
        }
        return passphrase
    }

    /// Returns whether all files exist and are not from an earlier certificate.
    public func areCurrent(_ places: IdentityFilePlaces, for identity: Identity) -> Bool {
        ((try? IdentityFiles.paths(places, of: identity.name)) ?? []).allSatisfy { path in
            path == "-" || FileStatus(path).map { $0.changed >= identity.imported.seconds } ?? false
        }
    }

    /// Writes the files and returns their paths.
    public func write(
        _ identity: Identity, to places: IdentityFilePlaces, passphrase: SharedSecret?
    ) throws(FedauthError) -> [String] {
        for path in try IdentityFiles.paths(places, of: identity.name) where path != "-" {
            try command.checkResult(path)
        }
        try IdentityFiles(identity, places).write(passphrase: passphrase, results)
        return try IdentityFiles.paths(places, of: identity.name)
    }

    /// Gives the program PKCS#12 with a random password, on its standard input.
    public func give(_ identity: Identity, to program: String) throws(FedauthError) {
        let password = SharedSecret(text: try SystemRandom.text(bytes: 20))
        let name = program.contains("/") ? FileNames.place(program) : program
        let storage = ProviderStorage(
            SupervisedProgram(name, as: .provider, search: ProgramSearch(command.environment)),
            isInteractive: command.isInteractive, reporter: command.reporter, clock: command.clock)
        let file = try IdentityFiles(identity, IdentityFilePlaces()).pkcs12(passphrase: password)
        try storage.store(identity, file: file, password: password)
    }

    /// Runs the user's command.
    public func runHook(_ line: String, _ identity: Identity, _ places: IdentityFilePlaces) throws(FedauthError) {
        try EnrollmentHook(command: line, context: command).run(identity, files: places)
    }
}
