import FoundationEssentials
import Glibc

/// Two servers of Tests/Lab that ask for a password. fedauth must never send a password to the second one.
struct BasicServer: Decodable, Sendable {
    /// A request that one of the servers received.
    struct Record: Decodable, Sendable {
        var port: Int
        var method: String
        var target: String
        var headers: [[String]]
        var content: String

        /// Returns the value of a header field.
        func field(_ name: String) -> String? {
            headers.first { $0[0].lowercased() == name.lowercased() }?[1]
        }
    }

    var main: String
    var trap: String
    var port: Int
    /// The passwords by user.
    var users: [String: String]

    /// Starts a separate pair for a test that reads the received requests.
    static func start() throws -> BasicServer { try startRecorded().server }

    static func startRecorded() throws -> (server: BasicServer, recording: Recording) {
        let recording = try Recording()
        let line = try LabProgram.firstLine(of: "Tests/Lab/basic-server", recording: recording)
        let server = try JSONDecoder().decode(BasicServer.self, from: Data(line))
        for (user, password) in server.users { recording.keep(password, "the password of \(user)", for: [server.main]) }
        return (server, recording)
    }

    /// Returns the requests since the last call.
    func takeRecords() throws -> [Record] {
        try JSONDecoder().decode([Record].self, from: Data(try get("/recorded?clear=1")))
    }

    /// Returns the schemes of the Authorization fields since the last call.
    func takeAnswers() throws -> [String] {
        try takeRecords().compactMap { $0.field("Authorization").map { String($0.prefix { $0 != " " }) } }
    }

    /// Changes a user's password.
    func setPassword(of user: String, to password: String) throws { try get("/password?user=\(user)&is=\(password)") }

    @discardableResult
    private func get(_ path: String) throws -> [UInt8] {
        let outcome = try Run.program(
            "/usr/bin/curl", ["-sSf", main + path], environment: ["PATH": "/usr/bin:/bin"])
        guard outcome.status == 0 else { throw TestFailure("the server does not answer: \(outcome)") }
        return outcome.output
    }
}
