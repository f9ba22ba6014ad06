import FoundationEssentials
import Glibc

/// A pair of servers of Tests/Lab that ask for a password; nobody may send one to the second.
struct BasicServer: Decodable, Sendable {
    /// One request that one of them received.
    struct Record: Decodable, Sendable {
        var port: Int
        var method: String
        var target: String
        var headers: [[String]]
        var content: String

        /// The field's value.
        func field(_ name: String) -> String? {
            headers.first { $0[0].lowercased() == name.lowercased() }?[1]
        }
    }

    var main: String
    var trap: String
    var port: Int

    /// A pair of its own for each test that looks at what was received.
    static func start() throws -> BasicServer {
        try JSONDecoder().decode(BasicServer.self, from: Data(try LabProgram.firstLine(of: "Tests/Lab/basic-server")))
    }

    /// What was received since the last call.
    func takeRecords() throws -> [Record] {
        try JSONDecoder().decode([Record].self, from: Data(try get("/recorded?clear=1")))
    }

    /// The schemes of the Authorization fields that were received since the last call.
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
