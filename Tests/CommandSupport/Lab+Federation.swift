import FoundationEssentials

/// The farms of Tests/Lab (a replacement for AD FS), their relying parties and the token exchanges.
extension Lab {
    /// One AD FS with its own name; `Tests/Lab/federation/farms.py` describes its special behaviour.
    struct Farm: Decodable, Sendable {
        var about: String
        var host: String
        var url: String
        var signInURL: String
        /// The address of the WS-Trust metadata (MEX).
        var metadataURL: String
        /// The address of the metadata with the farm's signing certificates.
        var federationMetadataURL: String
        var username13URL: String
        var username2005URL: String
        var certificate13URL: String
        var certificate2005URL: String
        /// The endpoint whose connection requires a certificate.
        var certificateTransportURL: String
        /// The answers for the pages after the password, by field name.
        var answers: [String: String]
    }

    /// A relying party of every farm; `Tests/Lab/federation/parties.py` describes each.
    struct Party: Decodable, Sendable {
        var about: String
        var realm: String
        var replyURL: String
        /// Redirects clients without a session to a farm: the one in `?farm=LABEL`, or the default one.
        var startURL: String?
        /// Returns JSON with `user`, or redirects to the farm.
        var resourceURL: String?
    }

    /// The farms, the parties and the exchanges.
    struct Federation: Decodable, Sendable {
        var domain: String
        var suffix: String
        var farms: [String: Farm]
        var parties: [String: Party]
        /// The base address of each application.
        var everlive: [String: String]
        /// A platform with other paths and names: `loginURL`, `meURL`, `logoutURL`.
        var custom: [String: String]
        /// The base address of the authorization servers: a party's `replyURL` is its token endpoint.
        var oauthURL: String
        /// The secrets of the authorization servers' clients.
        var clients: [String: String]
        /// An independent identity provider for this protocol; it knows the party `ssp`.
        var simpleSAMLphpURL: String
        var simpleSAMLphpCertificateFile: String
        /// The certificate that signs the assertions.
        var signingCertificateFile: String
        var recordedURL: String
        var forgetURL: String
        /// A proxy (CONNECT) that connects the default port of every name to the farms.
        var proxyURL: String
    }

    /// A request that arrived at any name of the federation.
    struct Record: Decodable, Sendable {
        var number: Int
        var origin: String
        var method: String
        var path: String
        var query: String
        var headers: [[String]]
        var body: String

        /// Returns whether any part of the request contains `text`.
        func holds(_ text: String) -> Bool { ([path, query, body] + headers.joined()).contains { $0.contains(text) } }
    }

    func farm(_ label: String) throws -> Farm {
        guard let farm = federation.farms[label] else { throw TestFailure("the lab has no farm '\(label)'") }
        return farm
    }

    func party(_ name: String) throws -> Party {
        guard let party = federation.parties[name] else { throw TestFailure("the lab has no party '\(name)'") }
        return party
    }

    /// Returns DOMAIN\user, which most farms accept.
    func account(_ user: String) -> String { federation.domain + "\\" + user }

    /// Returns user@domain.
    func principal(_ user: String) -> String { user + "@" + federation.suffix }

    /// Returns the requests at any name after the request with this number; 0 returns all. Tests run in parallel, so look at
    /// the requests to the test's own farm, or at those that contain a word of the test.
    func records(after number: Int = 0) throws -> [Record] {
        let outcome = try Run.program(
            "/usr/bin/curl", ["-sSf", federation.recordedURL + "?after=\(number)"],
            environment: ["PATH": "/usr/bin:/bin"])
        guard outcome.status == 0 else { throw TestFailure("no records: \(outcome)") }
        return try JSONDecoder().decode([Record].self, from: Data(outcome.output))
    }

    /// Ends all tokens of the party, application or farm, as if they had expired, and returns their number.
    @discardableResult
    func forget(_ name: String) throws -> Int {
        struct Answer: Decodable { var ended: Int }
        let outcome = try Run.program(
            "/usr/bin/curl", ["-sSf", federation.forgetURL + "?name=\(name)"], environment: ["PATH": "/usr/bin:/bin"])
        guard outcome.status == 0 else { throw TestFailure("nothing is forgotten: \(outcome)") }
        return try JSONDecoder().decode(Answer.self, from: Data(outcome.output)).ended
    }
}
