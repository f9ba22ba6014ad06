package import Application
package import Core
package import Secrets
import Support

/// What an enrolment reaches beside the parts of every flow. A test sets the values it needs and checks what was done.
package final class FakeEnrollment: EnrollmentServices {
    /// How a flow connected to the issuing server.
    package struct Connection {
        package var provider: ProviderUse
        package var identities: (any ClientIdentities)?
        package var authority: [UInt8]?
    }

    /// The keys and certificates, which are readable texts.
    package let words = FakeCryptography()
    package var cryptography: any EnrollmentCryptography { words }
    /// Each new connection to an issuing server, in order.
    package private(set) var connections: [Connection] = []
    /// The number of connections that checked no certificate.
    package private(set) var uncheckedConnections = 0
    private let clock: TestClock
    private let makeNetwork: () -> Network

    /// - Parameter makeNetwork: creates a network to the scripted servers.
    init(_ clock: TestClock, _ makeNetwork: @escaping () -> Network) {
        self.clock = clock
        self.makeNetwork = makeNetwork
    }

    package func storedIdentities() -> any ClientIdentities { NoIdentities() }

    package func network(
        _ provider: ProviderUse, identities: (any ClientIdentities)?, authority: [UInt8]?
    ) throws(FedauthError) -> Network {
        connections.append(Connection(provider: provider, identities: identities, authority: authority))
        return makeNetwork()
    }

    package func uncheckedNetwork() throws(FedauthError) -> Network {
        uncheckedConnections += 1
        return makeNetwork()
    }

    /// Moves the clock instead of sleeping.
    package func wait(milliseconds: Int64) { clock.now = clock.now.adding(seconds: milliseconds / 1000) }
}

/// Records the files that flows write, and the commands that they run.
package final class FakeIdentityFiles: IdentityFileWriter {
    /// Everything that was done, in order: `prepare who`, `write who`, `run command`.
    package private(set) var done: [String] = []
    /// The passphrase of each written identity.
    package private(set) var passphrases: [SharedSecret?] = []
    /// Whether the files on disk belong to the present certificate.
    package var areCurrent = true
    /// The error of a program that is given an identity; nil: it keeps it.
    package var programFailure: FedauthError?
    /// The error of the hook; nil: it succeeds.
    package var hookFailure: FedauthError?
    /// The error of the next attempt to write; nil: it succeeds.
    package var failure: FedauthError?

    package init() {}

    package func check(_ places: IdentityFilePlaces, isForced: Bool?) throws(FedauthError) {
        done.append("check " + (isForced.map { $0 ? "forced" : "unforced" } ?? "silent"))
    }

    package func prepare(_ places: IdentityFilePlaces, for name: String) throws(FedauthError) {
        done.append("prepare \(name)")
    }

    package func newPassphrase(_ places: SecretPlaces, question: String) throws(FedauthError) -> SharedSecret {
        done.append(question)
        return SharedSecret(text: "a passphrase of several words")
    }

    package func give(_ identity: Identity, to program: String) throws(FedauthError) {
        if let programFailure { throw programFailure }
        done.append("give \(identity.name) to \(program)")
    }

    package func areCurrent(_ places: IdentityFilePlaces, for identity: Identity) -> Bool {
        !places.areNamed || areCurrent
    }

    package func write(
        _ identity: Identity, to places: IdentityFilePlaces, passphrase: SharedSecret?
    ) throws(FedauthError) -> [String] {
        if let failure { throw failure }
        done.append("write \(identity.name)")
        passphrases.append(passphrase)
        areCurrent = true
        return places.paths
    }

    package func runHook(_ command: String, _ identity: Identity, _ places: IdentityFilePlaces) throws(FedauthError) {
        done.append("run \(command)")
        if let hookFailure { throw hookFailure }
    }
}

/// Keys, requests and certificates that are readable texts: `key rsa2048 1`, `request for CN=ada by key rsa2048 1`.
package final class FakeCryptography: EnrollmentCryptography {
    /// The templates of all requests so far.
    package private(set) var templates: [CertificateTemplate] = []
    /// The lifetime of issued certificates, which begins at once.
    package var lifetimeSeconds: Int64 = 30 * 24 * 3600
    /// The subject of issued certificates; nil: that of the request, else that of ada.
    package var issuedSubject: String?
    /// The subject of an issuer that is missing in the answer; nil: the chain is complete.
    package var missingIssuer: String?
    private var keys = 0

    package init() {}

    package func makeKey(_ kind: KeyKind) throws(FedauthError) -> SharedSecret {
        keys += 1
        return SharedSecret(text: "key \(kind) \(keys)")
    }

    package func kind(ofKey key: SharedSecret) throws(FedauthError) -> KeyKind {
        let words = Self.text(key).split(separator: " ")
        guard words.count > 1, let kind = KeyKind(name: String(words[1])) else {
            throw FedauthError(.usage, "no kind of key is scripted")
        }
        return kind
    }

    package func request(_ template: CertificateTemplate, key: SharedSecret) throws(FedauthError) -> [UInt8] {
        templates.append(template)
        return Array("request for \(template.subject) by \(Self.text(key))".utf8)
    }

    package func request(
        reading content: SharedSecret, name: String, key: SharedSecret
    ) throws(FedauthError) -> [UInt8] { content.withBytes { Array($0) } }

    package func certificates(in answer: SharedSecret, of name: String) throws(FedauthError) -> [[UInt8]] {
        [answer.withBytes { Array($0) }]
    }

    package func issued(
        among certificates: [[UInt8]], key: SharedSecret, at now: Timestamp
    ) throws(FedauthError) -> IssuedCertificate {
        let subject = issuedSubject ?? templates.last?.subject.description ?? ""
        return IssuedCertificate(
            chain: certificates, subject: subject.isEmpty ? "CN=ada" : subject, notBefore: now,
            notAfter: now.adding(seconds: lifetimeSeconds),
            alternativeNames: templates.last?.alternativeNames.map(\.description) ?? [], missingIssuer: missingIssuer)
    }

    package func template(
        _ template: CertificateTemplate, settingAttributes attributes: SharedSecret
    ) throws(FedauthError) -> CertificateTemplate {
        var template = template
        // The name of a kind of key is the only attribute.
        if let kind = KeyKind(name: Self.text(attributes)) { template.key = kind }
        return template
    }

    /// Returns 32 times the first byte.
    package func fingerprint(ofCertificate der: [UInt8]) throws(FedauthError) -> [UInt8] {
        Array(repeating: der.first ?? 0, count: 32)
    }

    private static func text(_ secret: SharedSecret) -> String {
        secret.withBytes { String(decoding: $0, as: UTF8.self) }
    }
}
