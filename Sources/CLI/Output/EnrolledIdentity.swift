import Application
import Core
import Crypto

/// The result of an enrolment or a renewal, as `--json` shows it; never the key.
struct EnrolledIdentity: Encodable {
    var name: String
    /// False when the identity existed already and nothing was done.
    var renewed: Bool
    var subject: String
    var issuer: String
    var serial: String
    /// Seconds since 1970.
    var notBefore: Int64
    var notAfter: Int64
    var alternativeNames: [String]
    var key: String
    /// SHA-256, hexadecimal.
    var fingerprint: String
    var origins: [String]
    var `protocol`: String
    var server: String
    /// The files that were written.
    var files: [String]

    private var isRebound: Bool

    private enum CodingKeys: CodingKey {
        case name, renewed, subject, issuer, serial, notBefore, notAfter, alternativeNames, key, fingerprint, origins
        case `protocol`, server, files
    }

    init(_ outcome: EnrollmentOutcome) throws(FedauthError) {
        let identity = outcome.identity
        guard let leaf = identity.certificates.first.flatMap({ Certificate(der: $0) }) else {
            throw FedauthError(.storeDamaged, "the identity '\(identity.name)' holds no certificate that can be read")
        }
        name = identity.name
        renewed = outcome.isFresh
        subject = leaf.subject
        issuer = leaf.issuer
        serial = leaf.serial
        notBefore = leaf.notBefore.seconds
        notAfter = leaf.notAfter.seconds
        alternativeNames = leaf.alternativeNames
        key = leaf.keyDescription
        fingerprint = leaf.fingerprint
        origins = identity.origins.map(\.description)
        `protocol` = identity.enrollment?.method.rawValue ?? ""
        server = identity.enrollment?.base ?? ""
        files = outcome.paths
        isRebound = outcome.isRebound
    }

    /// Returns the text for the user.
    func line(_ reporter: any Reporter) -> String {
        let until = "'\(name)': \(subject), valid until \(reporter.shown(Timestamp(seconds: notAfter)))"
        if renewed { return "got a certificate for \(until)" }
        var done = files.isEmpty ? [] : ["its files were written"]
        if isRebound { done.append("it is shown to \(origins.joined(separator: ", ").folded(to: 300)) now") }
        return until + "; " + (done.isEmpty ? "nothing was done" : done.joined(separator: ", and "))
    }
}

/// The request, as `--dry-run --json` shows it.
struct TemplateReport: Encodable {
    var subject: String
    var alternativeNames: [String]
    var key: String
    var signature: String
    var keyUsages: [String]
    var extendedKeyUsages: [String]

    init(_ template: CertificateTemplate) {
        subject = template.subject.description
        alternativeNames = template.alternativeNames.map(\.description)
        key = template.key.description
        signature = template.key == .ed25519 ? "Ed25519" : template.signature.rawValue
        keyUsages = template.keyUsages
        extendedKeyUsages = template.extendedKeyUsages
    }

    /// Rows of name and value.
    var rows: [[String]] {
        [["subject", subject.isEmpty ? "(the server says)" : subject]] + alternativeNames.map { ["also", $0] }
            + [
                ["key", key], ["signature", signature],
                ["usage", (keyUsages + extendedKeyUsages).joined(separator: ", ")],
            ]
    }
}
