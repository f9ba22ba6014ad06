import FoundationEssentials
import Glibc

/// The servers of Tests/Lab that issue client certificates, started once for all tests of this process. Each test has its own
/// tag, which separates its state and records from those of the other tests.
struct EnrollmentServer: Decodable, Sendable {
    /// A request that one of the servers received.
    struct Record: Decodable, Sendable {
        /// The client certificate of the connection.
        struct Peer: Decodable, Sendable {
            var subject: String
            var serial: String
        }

        var server: String
        var method: String
        var path: String
        var query: String
        var headers: [[String]]
        var body: String
        var sha256: String
        var certificate: Peer?

        /// Returns the value of a header field.
        func field(_ name: String) -> String? {
            headers.first { $0[0].lowercased() == name.lowercased() }?[1]
        }

        /// The requested operation, such as `doLogin` or `simpleenroll`.
        var verb: String { String(path.split(separator: "/").last ?? "") }
    }

    /// An identity that may enrol for `ada`.
    struct Registration: Decodable, Sendable {
        var p12File: String
        var passphraseFile: String
        var certificateFile: String
        var keyFile: String
    }

    var caFile: String
    var sls: String
    var slsCertificate: String
    var est: String
    var mtls: String
    /// A real Apache that requires the same certificates as `mtls`.
    var apache: String
    var elsewhere: String
    var recorded: String
    var rootFile: String
    var issuingFile: String
    var rootFingerprint: String
    var tlsFingerprint: String
    var users: [String: String]
    var code: String
    var colour: String
    var otherNames: [String: String]
    var otherFormNames: [String: String]
    var registration: Registration

    static func get() throws -> EnrollmentServer { try shared.get() }

    private static let shared = Result { try start() }

    /// Starts separate servers for a test with other options or variables.
    static func start(_ words: [String] = [], environment: [String: String] = [:]) throws -> EnrollmentServer {
        let recording = try Recording()
        let line = try LabProgram.firstLine(
            of: "Tests/Lab/enrollment-server", words, environment: environment, recording: recording)
        let server = try JSONDecoder().decode(EnrollmentServer.self, from: Data(line))
        for (user, password) in server.users {
            recording.keep(password, "the password of \(user)", for: [server.sls, server.slsCertificate, server.est])
        }
        recording.keep(server.code, "the code", for: [server.sls, server.slsCertificate])
        recording.keep(
            try Files.text(server.registration.passphraseFile), "the passphrase of an identity", for: [])
        return server
    }

    /// Returns the requests that the profiles with this tag received, in order.
    func records(_ tag: String) throws -> [Record] {
        let outcome = try Run.program(
            "/usr/bin/curl", ["-sSf", recorded + "?tag=" + tag], environment: ["PATH": "/usr/bin:/bin"])
        guard outcome.status == 0 else { throw TestFailure("no records: \(outcome)") }
        return try JSONDecoder().decode([Record].self, from: Data(outcome.output))
    }

    /// Approves or denies all pending requests of the profiles with this tag.
    func decide(_ tag: String, approves: Bool) throws {
        let place = recorded.replacing("/recorded", with: "/decide")
        let outcome = try Run.program(
            "/usr/bin/curl", ["-sSf", "\(place)?tag=\(tag)&approves=\(approves ? "yes" : "no")"],
            environment: ["PATH": "/usr/bin:/bin"])
        guard outcome.status == 0 else { throw TestFailure("nothing was decided: \(outcome)") }
    }
}
