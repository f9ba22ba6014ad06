import Application
import Core
import Fakes
import Secrets
import Support

/// A user who enrols at an EST server in memory.
final class EnrollmentScene {
    let world = FakeWorld()
    var settings = EnrollmentSettings()
    var signIn = SignInSettings()
    static let address = "https://ca.example.org"

    init() throws {
        settings.method = .est
        signIn.user = "ada"
        try world.web.on("GET", Self.address + "/.well-known/est/csrattrs", status: 204)
        try world.web.on("GET", Self.address + "/.well-known/est/cacerts", headers: Self.type, page: "authority")
    }

    private static let type = [("content-type", "application/pkcs7-mime")]

    /// Adds an answer to requests for a certificate.
    func answers(
        _ page: String = "certificate", status: Int = 200, to operation: String = "simpleenroll", retry: Int? = nil,
        challenge: String? = nil
    ) throws {
        let fields = [("retry-after", retry.map { "\($0)" }), ("www-authenticate", challenge)]
        let headers = Self.type + fields.compactMap { name, value in value.map { (name, $0) } }
        try world.web.on(
            "POST", Self.address + "/.well-known/est/" + operation, status: status, headers: headers, page: page)
    }

    var flow: EnrollmentFlow { EnrollmentFlow(world.services, settings, signIn) }
    var identities: IdentityStore { IdentityStore(world.store) }
    var pendings: PendingEnrollments { PendingEnrollments(world.store) }

    /// Enrols the identity `who`.
    @discardableResult
    func enroll(_ name: String = "who", at address: String = address) throws -> EnrollmentOutcome {
        try flow.enroll(flow.target(address, name: name))
    }

    /// Renews with the settings of the command, also for identities with a profile.
    var renewal: RenewalFlow {
        let flow = flow
        return RenewalFlow(flow) { _, _ in flow }
    }

    /// Enrols `who`, and lets three quarters of the certificate's lifetime pass.
    ///
    /// - Parameter next: the next answer to an enrolment; nil: the same.
    func enrollDue(then next: String? = nil) throws {
        try answers("first")
        if let next { try answers(next) }
        try enroll()
        pass(world.enrollment.words.lifetimeSeconds / 4 * 3)
    }

    /// Moves the clock.
    func pass(_ seconds: Int64) { world.clock.now = world.clock.now.adding(seconds: seconds) }

    /// The certificate of the identity `who`; nil: there is none.
    func certificate(_ name: String = "who") throws -> String? {
        try identities.named(name)?.certificates.first.map { String(decoding: $0, as: UTF8.self) }
    }

    /// The requests for certificates so far: operations and content.
    var requests: [(operation: String, body: String)] {
        world.web.asked.filter { $0.method == "POST" }.map {
            (String($0.url.split(separator: "/").last ?? ""), $0.body)
        }
    }

    /// The operations for certificates so far.
    var operations: [String] { requests.map(\.operation) }

    /// Returns whether a message contains the text.
    func said(_ text: String) -> Bool { world.reporter.said.contains { $0.contains(text) } }

    /// Stores an identity that was imported, or that another enrolment made.
    @discardableResult
    func identity(
        _ name: String, origins: [String] = [], record: EnrollmentRecord? = nil, lifetimeSeconds: Int64 = 3600,
        key: Identity.Key = .pkcs8(SharedSecret(text: "key rsa2048 0"))
    ) throws -> Identity {
        let now = world.clock.now
        let identity = Identity(
            name: name, certificates: [Array("imported".utf8)], key: key,
            origins: try origins.map { try WebURL($0).origin }, source: "test", imported: now,
            expires: now.adding(seconds: lifetimeSeconds), subject: "CN=\(name)", enrollment: record)
        try identities.keep(identity, replacing: true)
        return identity
    }
}
