import Core
import Secrets
internal import System

/// The files to write for an enrolled identity, and the command to run when they have changed.
struct EnrolledFiles {
    let settings: EnrollmentSettings
    let writer: any IdentityFileWriter
    private var places: IdentityFilePlaces { settings.files }

    /// Throws before anything is done when the files cannot be written. Finishes a change of a killed process.
    func check(_ name: String) throws(FedauthError) {
        guard places.areNamed else { return }
        try writer.prepare(places, for: name)
    }

    /// Returns the passphrase of the keys in the files; nil when no key has to be encrypted.
    func passphrase() throws(FedauthError) -> SharedSecret? {
        guard places.wantPassphrase else { return nil }
        let paths = places.keyPaths.map { $0 == "-" ? "stdout" : $0 }.joined(separator: "' and '")
        return try writer.newPassphrase(settings.passphrase, question: "Passphrase for '\(paths)': ")
    }

    /// Writes the files of an identity that existed already, if one of them is missing or outdated. Returns the paths
    /// of all named files, and whether a file has changed.
    func write(_ identity: Identity) throws(FedauthError) -> (paths: [String], haveChanged: Bool) {
        let areCurrent = writer.areCurrent(places, for: identity)
        guard !areCurrent || places.useStdout else { return ([], false) }
        return (try write(identity, passphrase()), !areCurrent)
    }

    /// Writes the files and returns their paths.
    func write(_ identity: Identity, _ passphrase: SharedSecret?) throws(FedauthError) -> [String] {
        guard places.areNamed else { return [] }
        return try writer.write(identity, to: places, passphrase: passphrase)
    }

    /// Gives a new identity to the program of the settings, if any.
    func give(_ identity: Identity) throws(FedauthError) {
        guard let program = settings.identityProgram else { return }
        do throws(FedauthError) {
            try writer.give(identity, to: program)
        } catch {
            let name = identity.name.folded(to: 60)
            throw error.hinting(
                also: "the new certificate is kept as '\(name)', and 'fedauth identity export' writes it")
        }
    }

    /// Runs the command of the settings, if any.
    func runHook(_ identity: Identity) throws(FedauthError) {
        if let hook = settings.postHook { try writer.runHook(hook, identity, places) }
    }
}

/// The user's command to run after a change. It gets a description in variables; none of them is secret.
public struct EnrollmentHook {
    /// The start of the names of its variables.
    public static let prefix = "FEDAUTH_ISSUED_"
    let command: String
    let context: Context

    /// Runs the command and waits for its end. Throws `program-failed` when it fails; the certificate is kept.
    func run(_ identity: Identity, files: IdentityFilePlaces) throws(FedauthError) {
        // FEDAUTH_SUBJECT and the like would be settings of a fedauth that the command runs.
        var variables = [
            ("IDENTITY", identity.name), ("SUBJECT", identity.subject.printable),
            ("NOT_AFTER", identity.expires.iso8601),
            ("ORIGINS", identity.origins.map(\.description).joined(separator: " ")),
        ]
        if let p12 = files.p12 { variables.append(("P12", p12)) }
        if let pem = files.pem {
            let pair = try FileNames.isDirectory(pem) ? IdentityFiles.pair(in: pem, name: identity.name) : nil
            variables += [("CERTIFICATE", pair?.certificates ?? pem), ("KEY", pair?.key ?? pem)]
        }
        if let chain = files.chain { variables.append(("CHAIN", chain)) }
        context.reporter.detail("running '\(command.folded(to: 100))'")
        // stdout is reserved for the result.
        let child = try Child(
            ["env"] + variables.map { "\(Self.prefix)\($0.0)=\($0.1)" } + ["sh", "-c", command], name: "--post-hook",
            output: .descriptor(2))
        do throws(FedauthError) {
            try child.finish(by: context.clock.deadline())
        } catch {
            throw error.hinting(
                "the new certificate of '\(identity.name)' is kept; the next run with '--post-hook' repeats that")
        }
    }
}
