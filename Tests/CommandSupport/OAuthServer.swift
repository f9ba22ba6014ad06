import FoundationEssentials

/// An authorization server, a resource server and one that must get nothing, of Tests/Lab/oauth-server.
struct OAuthServer: Decodable, Sendable {
    /// A request that one of them received.
    struct Record: Decodable, Sendable {
        /// `auth`, `api` or `trap`.
        var at: String
        var method: String
        var path: String
        var query: [String: String]
        var body: String
        var authorization: String?
        var cookie: String?
        /// The name in the client's certificate.
        var shown: String?
        /// Path and query, as they were sent.
        var target: String?

        /// What it is for, in a word or two: the grant of a token request, else the server and the path.
        var step: String {
            let grant = body.split(separator: "&").first { $0.hasPrefix("grant_type=") }
            return grant.map { "token:" + ($0.split(whereSeparator: { "=%3A:".contains($0) }).last ?? "") }
                ?? "\(at) \(path)"
        }

        /// The scopes that were ticked on a page for consent.
        var scopes: [String] {
            (target ?? "").split(whereSeparator: { "?&".contains($0) }).filter { $0.hasPrefix("scope=") }.map {
                String($0.dropFirst("scope=".count))
            }
        }

        /// Returns whether the form has a field with this value, as it is encoded.
        func has(_ field: String) -> Bool { body.split(separator: "&").contains { $0 == field } }
    }

    var auth: String
    var api: String
    var trap: String
    /// With TLS: the same as `auth`, which asks for a certificate and does without one.
    var open: String?
    /// With TLS: the alias of its token endpoint, which does not.
    var mutual: String?
    var user: String
    var password: String
    /// The secret of the client `job`.
    var secret: String

    /// Starts servers of their own for a test.
    ///
    /// - Parameter tls: whose certificates the servers with TLS take; nil: there are none of them.
    static func start(_ tls: TLSServer? = nil) throws -> OAuthServer {
        let recording = try Recording()
        let line = try LabProgram.firstLine(
            of: "Tests/Lab/oauth-server", tls.map { ["--tls", $0.folder] } ?? [], recording: recording)
        let server = try JSONDecoder().decode(OAuthServer.self, from: Data(line))
        recording.keep(server.password, "the password of \(server.user)", for: [server.auth])
        recording.keep(server.secret, "the secret of the client", for: [server.auth])
        return server
    }

    /// Returns the requests so far.
    func records() throws -> [Record] { try JSONDecoder().decode([Record].self, from: Data(try get("/log"))) }

    /// Changes how the servers behave: `life=20`, `fail=1`, …
    func set(_ change: String) throws { try get("/set?" + change) }

    @discardableResult
    private func get(_ path: String) throws -> [UInt8] {
        let outcome = try Run.program("/usr/bin/curl", ["-sSf", auth + path], environment: ["PATH": "/usr/bin:/bin"])
        guard outcome.status == 0 else { throw TestFailure("the server does not answer: \(outcome)") }
        return outcome.output
    }
}
