import Application
import Core

/// The result of an enrolment or a renewal; never the key.
struct EnrolledIdentity {
    private let outcome: EnrollmentOutcome
    private let leaf: Certificate
    private var identity: Identity { outcome.identity }

    init(_ outcome: EnrollmentOutcome) throws(FedauthError) {
        self.outcome = outcome
        let identity = outcome.identity
        guard let leaf = identity.certificates.first.flatMap({ Certificate(der: $0) }) else {
            throw FedauthError(.storeDamaged, "the identity '\(identity.name)' holds no certificate that can be read")
        }
        self.leaf = leaf
    }

    /// The result as `--json` shows it.
    var json: JSONValue {
        leaf.json.adding([
            "name": .text(identity.name),
            // False when the identity existed already and nothing was done.
            "fresh": .bool(outcome.isFresh), "key": .text(leaf.keyDescription),
            "origins": .texts(identity.origins.map(\.description)),
            "protocol": .text(identity.enrollment?.method.rawValue ?? ""),
            "server": .text(identity.enrollment?.base ?? ""), "files": .texts(outcome.paths),
        ])
    }

    /// What a renewal leaves as it is, because it ends with the settings of the command and no profile keeps it; nil
    /// where one does, and where there is nothing new.
    func forgotten(_ settings: EnrollmentSettings) -> String? {
        guard outcome.isFresh, identity.enrollment?.profile == nil else { return nil }
        let name = identity.name.folded(to: 60)
        let what =
            settings.wantsProfile
            ? "files, '--post-hook', '--sls-name' and the like are not kept for 'fedauth sls renew \(name.shellWord)'"
            : "no profile names files of '\(name)': those of an earlier command stay as they are"
        return what + "; 'fedauth profile add NAME URL --method sls' keeps such options"
    }

    /// Returns the text for the user.
    func line(_ reporter: any Reporter) -> String {
        let until = "'\(identity.name)': \(leaf.subject), valid until \(reporter.shown(leaf.notAfter))"
        if outcome.isFresh { return "got a certificate for \(until)" }
        var done = outcome.paths.isEmpty ? [] : ["its files were written"]
        if outcome.ranHook { done.append("'--post-hook' ran") }
        if outcome.isRebound {
            let servers = identity.origins.map(\.description).joined(separator: ", ")
            done.append("it is shown to \(servers.folded(to: 300)) now")
        }
        return until + "; " + (done.isEmpty ? "nothing was done" : done.joined(separator: ", and "))
    }
}

extension CertificateTemplate {
    private var signatureName: String { key == .ed25519 ? "Ed25519" : signature.rawValue }

    /// The request as `--dry-run --json` shows it.
    var json: JSONValue {
        .sorted([
            "subject": .text(subject.description),
            "alternativeNames": .texts(alternativeNames.map(\.description)), "key": .text(key.description),
            "signature": .text(signatureName), "keyUsages": .texts(keyUsages),
            "extendedKeyUsages": .texts(extendedKeyUsages),
        ])
    }

    /// Rows of name and value.
    var rows: [[String]] {
        let subject = subject.description
        return [["subject", subject.isEmpty ? "(the server says)" : subject]]
            + alternativeNames.map { ["also", $0.description] }
            + [
                ["key", key.description], ["signature", signatureName],
                ["usage", (keyUsages + extendedKeyUsages).joined(separator: ", ")],
            ]
    }
}
