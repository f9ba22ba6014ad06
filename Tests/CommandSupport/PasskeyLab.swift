import FoundationEssentials
import Glibc

/// The relying party of Tests/Lab, which judges passkeys. It exits with this process.
struct PasskeyLab: Decodable, Sendable {
    /// A passkey that it knows.
    struct Known: Decodable {
        var host: String
        var credential: String
        var count: Int64
        /// The sign-ins with it that were accepted.
        var uses: Int
    }

    private struct State: Decodable {
        var passkeys: [Known]
        var requests: [[String]]
    }

    var caFile: String
    /// A relying party.
    var good: String
    /// Another one.
    var other: String
    /// The SHA-256 of each relying party's name, with which its assertions begin, by origin.
    var relyingParties: [String: [UInt8]]

    /// Returns the servers, which every test of a suite that runs one test at a time shares.
    static func get() throws -> PasskeyLab { try shared.get() }

    private static let shared = Result { try start() }

    private static func start() throws -> PasskeyLab {
        // The tester's home contains the packages that Tests/FederationClients/prepare has fetched.
        let environment = ["HOME", "XDG_CACHE_HOME", "FEDAUTH_TESTS_CACHE"].reduce(into: [String: String]()) {
            $0[$1] = getenv($1).map { String(cString: $0) }
        }
        let recording = try Recording()
        let line = try LabProgram.firstLine(
            of: "Tests/Lab/passkey-server", environment: environment, recording: recording)
        let lab = try JSONDecoder().decode(PasskeyLab.self, from: Data(line))
        recording.keepAssertions(of: lab.relyingParties)
        return lab
    }

    /// Asks the server for a page of the tests' own.
    private func ask(_ path: String) throws -> [UInt8] {
        let outcome = try Run.program(
            "/usr/bin/curl", ["-sS", "--cacert", caFile, good + path], environment: ["PATH": "/usr/bin:/bin"])
        guard outcome.status == 0 else { throw TestFailure("no answer: \(outcome)") }
        return outcome.output
    }

    private func state() throws -> State { try JSONDecoder().decode(State.self, from: Data(try ask("/state"))) }

    /// The passkeys of a relying party.
    func passkeys(of url: String) throws -> [Known] {
        try state().passkeys.filter { url.hasPrefix("https://\($0.host):") }
    }

    /// How many requests the relying party got at this path.
    func countRequests(to path: String, of url: String) throws -> Int { try bodies(sentTo: path, of: url).count }

    /// What was posted to this path.
    func bodies(sentTo path: String, of url: String) throws -> [String] {
        try state().requests.filter { url.hasPrefix("https://\($0[0]):") && $0[1] == path }.map { $0[2] }
    }

    /// Makes the server take `count` for the last counter of every passkey.
    func setCounters(to count: Int64) throws { _ = try ask("/count?is=\(count)") }
}
