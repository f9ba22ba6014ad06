import FoundationEssentials
import Glibc

/// The servers of Tests/Lab that issue certificates to people, started once for all tests of this process. Each test has a
/// tag of its own, by which its state and its records are kept apart from those of the others.
struct EnrollmentServer: Decodable, Sendable {
    /// One request that one of them received.
    struct Record: Decodable, Sendable {
        /// Who was shown by TLS.
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

        /// The field's value.
        func field(_ name: String) -> String? {
            headers.first { $0[0].lowercased() == name.lowercased() }?[1]
        }

        /// What was asked for, as `doLogin` or `simpleenroll`.
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
    /// A real Apache that wants the same certificates as `mtls`.
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

    /// Servers of its own, for a test that starts them in another way.
    static func start(_ words: [String] = [], environment: [String: String] = [:]) throws -> EnrollmentServer {
        let line = try LabProgram.firstLine(of: "Tests/Lab/enrollment-server", words, environment: environment)
        return try JSONDecoder().decode(EnrollmentServer.self, from: Data(line))
    }

    /// What was received at the profiles with that tag, in order.
    func records(_ tag: String) throws -> [Record] {
        let outcome = try Run.program(
            "/usr/bin/curl", ["-sSf", recorded + "?tag=" + tag], environment: ["PATH": "/usr/bin:/bin"])
        guard outcome.status == 0 else { throw TestFailure("no records: \(outcome)") }
        return try JSONDecoder().decode([Record].self, from: Data(outcome.output))
    }

    /// Somebody decides about all requests that wait at the profiles with that tag.
    func decide(_ tag: String, approves: Bool) throws {
        let place = recorded.replacing("/recorded", with: "/decide")
        let outcome = try Run.program(
            "/usr/bin/curl", ["-sSf", "\(place)?tag=\(tag)&approves=\(approves ? "yes" : "no")"],
            environment: ["PATH": "/usr/bin:/bin"])
        guard outcome.status == 0 else { throw TestFailure("nothing was decided: \(outcome)") }
    }
}
