import FoundationEssentials

/// Glewlwyd of Tests/Lab, an OpenID provider whose login is made by scripts, and its relying party. They exit with this process.
struct OpenIDServer: Decodable, Sendable {
    struct User: Decodable, Sendable {
        var password: String
        /// The key of the user's codes, in base32; empty without one.
        var totp: String
    }

    /// A client that is a program on this machine: nothing listens at its finish.
    struct Program: Decodable, Sendable {
        var finish: String
        var starts: [String: String]
    }

    var caFile: String
    var providerURL: String
    /// The login that leads to the page of the user's account.
    var profileURL: String
    /// A page that registers a passkey for the user of the session.
    var registrationURL: String
    var finish: String
    var protected: String
    /// Where sign-ins at the relying party begin, by what they ask for.
    var starts: [String: String]
    var program: Program
    var users: [String: User]
    /// The SHA-256 of each relying party's name, with which its assertions begin, by origin.
    var relyingParties: [String: [UInt8]]

    /// The running servers. If they do not start, every test that needs them fails.
    private static let shared = Result {
        let recording = try Recording()
        let line = try LabProgram.firstLine(of: "Tests/Lab/oidc-server", recording: recording)
        let server = try JSONDecoder().decode(OpenIDServer.self, from: Data(line))
        for (name, user) in server.users {
            recording.keep(user.password, "the password of \(name)", for: [server.providerURL])
            if !user.totp.isEmpty { recording.keepCodes(of: user.totp, name, for: [server.providerURL]) }
        }
        recording.keepAssertions(of: server.relyingParties)
        return server
    }

    static func get() throws -> OpenIDServer { try shared.get() }

    /// Returns where a sign-in at the relying party begins.
    func start(_ scope: String) throws -> String {
        guard let start = starts[scope] else { throw TestFailure("there is no scope '\(scope)'") }
        return start
    }

    func user(_ name: String) throws -> User {
        guard let user = users[name] else { throw TestFailure("there is no user '\(name)'") }
        return user
    }
}
