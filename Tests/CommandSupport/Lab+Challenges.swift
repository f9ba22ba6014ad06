import FoundationEssentials

extension Lab {
    /// The servers that send challenges.
    struct Challenges: Decodable, Sendable {
        struct Space: Decodable, Sendable {
            var url: String
            var realm: String
            var user: String
            var passwordFile: String
        }

        struct Kerberos: Decodable, Sendable {
            var krb5Config: String
            var cache: String
            var expiredCache: String
            var absentCache: String
            var principal: String
            /// The keytab of the service `HTTP/app.localhost`.
            var serviceKeytab: String
        }

        /// A user besides the lab's users.
        struct Name: Decodable, Sendable {
            var user: String
            var passwordFile: String
        }

        /// A client certificate and its key.
        struct Identity: Decodable, Sendable {
            var p12File: String
            var passphraseFile: String
        }

        var identities: [String: Identity]
        /// A service behind a client certificate, SAML and an X-CSRF-Token.
        var guarded: [String: String]
        var urls: [String: String]
        var basic: [String: Space]
        var names: [String: Name]
        /// Pages that offer several schemes.
        var several: [String: String]
        var schemes: [String: String]
        var kerberos: Kerberos
        var foreign: [String: String]
        var digestURL: String
        var negotiateURL: String
        var csrfURL: String
        var gitURL: String
        var recordedFile: String
    }

    /// A request as a page of the lab received it.
    struct Echo: Decodable {
        var method: String
        var path: String
        var query: String
        var user: String?
        var headers: [[String]]
        var length: Int
        var sha256: String
        var body: String

        init(_ outcome: Outcome) throws {
            do {
                self = try JSONDecoder().decode(Echo.self, from: Data(outcome.output))
            } catch {
                throw TestFailure("no echo: \(outcome)")
            }
        }

        func field(_ name: String) -> String? {
            headers.first { $0[0].lowercased() == name.lowercased() }?[1]
        }
    }

    private struct Arrival: Decodable {
        var foreign: Bool
        var path: String
    }

    /// Returns the lines that foreign origins recorded for requests under `path`. Tests run in parallel, so each uses its own
    /// paths.
    func arrivals(at path: String) throws -> [String] {
        try Files.text(challenges.recordedFile).split(separator: "\n").map(String.init).filter { line in
            let arrival = try JSONDecoder().decode(Arrival.self, from: Data(line.utf8))
            return arrival.foreign && arrival.path == path
        }
    }

    /// Returns the address of a page of the lab's own server.
    func page(_ path: String) throws -> String {
        guard let origin = challenges.urls["app"] else { throw TestFailure("the lab has no server of its own") }
        return origin + path
    }

    func password(of user: String) throws -> String { try Files.text(passwordFile(of: user)) }
}

extension Home {
    /// Runs `fedauth request` without questions.
    @discardableResult
    func request(_ words: String..., input: String = "", adding: [String: String] = [:]) throws -> Outcome {
        try fedauth(["request"] + words + ["--no-input"], input: input, adding: adding)
    }
}
