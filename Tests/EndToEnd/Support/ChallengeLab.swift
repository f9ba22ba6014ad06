import FoundationEssentials
import Glibc

/// The servers of Tests/Lab that ask by the schemes of HTTP and for Kerberos tickets, started once for all tests of this
/// process; they end with it.
struct ChallengeLab: Decodable, Sendable {
    /// A page with Basic, and who is let in.
    struct Page: Decodable, Sendable {
        var url: String
        var realm: String
        var user: String
        var passwordFile: String
    }

    /// What Kerberos's own variables are to be.
    struct Kerberos: Decodable, Sendable {
        var krb5Config: String
        var cache: String
        var expiredCache: String
        var absentCache: String
    }

    /// Somebody who is let in.
    struct Name: Decodable, Sendable {
        var user: String
        var passwordFile: String
    }

    var basic: [String: Page]
    var names: [String: Name]
    var digestURL: String
    var negotiateURL: String
    var schemes: [String: String]
    var several: [String: String]
    var kerberos: Kerberos
    var foreign: [String: String]
    var recordedURL: String

    private struct Description: Decodable {
        var caFile: String
        var challenges: ChallengeLab
    }

    /// The running lab, and the authority that its certificates are from.
    static func get() throws -> (lab: ChallengeLab, caFile: String) { try shared.get() }

    /// How many requests have arrived at origins that nobody may tell anything.
    func foreignRequests() throws -> String {
        let outcome = try Run.program(
            "/usr/bin/curl", ["-sSf", recordedURL + "?foreign=1&clear=1"], environment: ["PATH": "/usr/bin:/bin"])
        guard outcome.status == 0 else { throw TestFailure("no records: \(outcome)") }
        return outcome.text
    }

    private static let shared = Result { try start() }

    private static func start() throws -> (lab: ChallengeLab, caFile: String) {
        let state = "/tmp/fedauth-challenge-lab-\(getpid())"
        let outcome = try Run.program(
            Repository.root + "/Tests/Lab/lab", ["up", "--challenges", "--state", state, "--parent", "\(getpid())"],
            environment: ["PATH": "/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "LANG": "C.UTF-8"], seconds: 120)
        guard outcome.status == 0 else { throw TestFailure("the lab does not start: \(outcome)") }
        let description = try JSONDecoder().decode(Description.self, from: Data(Files.bytes(state + "/lab.json")))
        return (description.challenges, description.caFile)
    }
}
