import FoundationEssentials

/// The farms of Tests/Lab (a stand-in for AD FS), their relying parties and the exchanges of tokens.
extension Lab {
    /// One AD FS, at a name of its own; `Tests/Lab/federation/farms.py` says what is special about each.
    struct Farm: Decodable, Sendable {
        var about: String
        var host: String
        var url: String
        var signInURL: String
        /// Of WS-Trust (MEX).
        var metadataURL: String
        /// Who signs the farm's tokens.
        var federationMetadataURL: String
        var username13URL: String
        var username2005URL: String
        var certificate13URL: String
        var certificate2005URL: String
        /// Where the connection has to show a certificate.
        var certificateTransportURL: String
        /// What is to be typed on the pages after the password, by the field's name.
        var answers: [String: String]
    }

    /// What every farm knows a token's receiver by; `Tests/Lab/federation/parties.py` says what each gets.
    struct Party: Decodable, Sendable {
        var about: String
        var realm: String
        var replyURL: String
        /// Sends strangers to a farm: the one named by `?farm=LABEL`, or its usual one.
        var startURL: String?
        /// Answers JSON with `user`, or sends to the farm.
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
        /// A platform with other paths and words: `loginURL`, `meURL`, `logoutURL`.
        var custom: [String: String]
        /// The authorization servers are below it: a party's `replyURL` is its token endpoint.
        var oauthURL: String
        /// The secrets of the authorization servers' clients.
        var clients: [String: String]
        /// Another identity provider for this protocol, which is not ours; the party `ssp` is known to it.
        var simpleSAMLphpURL: String
        var simpleSAMLphpCertificateFile: String
        /// Of who signs the assertions.
        var signingCertificateFile: String
        var recordedURL: String
        var forgetURL: String
        /// A proxy (CONNECT) by which the usual port of every name leads to the farms.
        var proxyURL: String
    }

    /// One request that arrived at any name of the federation.
    struct Record: Decodable, Sendable {
        var number: Int
        var origin: String
        var method: String
        var path: String
        var query: String
        var headers: [[String]]
        var body: String

        /// True when the request holds `text`, wherever.
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

    /// DOMAIN\user, as most farms take it.
    func account(_ user: String) -> String { federation.domain + "\\" + user }

    /// user@domain.
    func principal(_ user: String) -> String { user + "@" + federation.suffix }

    /// What arrived after the request of that number, at any name; 0 is from the beginning. Tests run side by side: look at
    /// what arrived at a farm of the test's own, or at what holds a word of its own.
    func records(after number: Int = 0) throws -> [Record] {
        let outcome = try Run.program(
            "/usr/bin/curl", ["-sSf", federation.recordedURL + "?after=\(number)"],
            environment: ["PATH": "/usr/bin:/bin"])
        guard outcome.status == 0 else { throw TestFailure("no records: \(outcome)") }
        return try JSONDecoder().decode([Record].self, from: Data(outcome.output))
    }

    /// Ends all that the party, application or farm has given out, as if it had run out; answers how much that was.
    @discardableResult
    func forget(_ name: String) throws -> Int {
        struct Answer: Decodable { var ended: Int }
        let outcome = try Run.program(
            "/usr/bin/curl", ["-sSf", federation.forgetURL + "?name=\(name)"], environment: ["PATH": "/usr/bin:/bin"])
        guard outcome.status == 0 else { throw TestFailure("nothing is forgotten: \(outcome)") }
        return try JSONDecoder().decode(Answer.self, from: Data(outcome.output)).ended
    }
}
