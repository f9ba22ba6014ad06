import FoundationEssentials
import Glibc

/// The misbehaving servers of Tests/Lab. They exit with this process.
struct Hostile: Decodable, Sendable {
    struct Address: Decodable, Sendable { var url: String }

    /// A request that one of the servers received.
    struct Record: Decodable, Sendable {
        var server: String
        var method: String
        var path: String
        var query: String
        var headers: [[String]]
        var body: String
        /// The decoded fields of the body, in order.
        var form: [[String]]

        /// Returns whether any part of the request contains `text`.
        func holds(_ text: String) -> Bool {
            ([path, query, body] + headers.joined()).contains { $0.contains(text) }
        }
    }

    var caFile: String
    var https: String
    var other: String
    var http: String
    var done: String
    var refused: String
    var silent: String
    var plainOnTLSPort: String
    var user: String
    var password: String
    var tls: [String: Address]
    var pages: [String: Address]

    /// Returns the servers for tests that do not read the received requests.
    static func get() throws -> Hostile { try shared.get().servers }

    /// Returns the servers for tests that do; these run one at a time.
    static func getRecording() throws -> Hostile { try recording.get().servers }

    /// Returns the servers for tests of logins that scripts make, which read the received requests and run one at a time.
    static func getScripted() throws -> Hostile { try scripted.get().servers }

    private static let shared = Result { try start() }
    private static let recording = Result { try start() }
    private static let scripted = Result { try start() }

    /// Returns the address of a page, or of a server without pages.
    func url(_ name: String) throws -> String {
        switch name {
        case "refused": return refused
        case "silent": return silent
        case "plain-on-tls-port": return plainOnTLSPort
        case "unknown-host": return "https://elsewhere.example.test/"
        case "http-elsewhere": return "http://plain.example.test/"
        default: break
        }
        guard let address = pages[name] ?? tls[name] else { throw TestFailure("the servers have no page '\(name)'") }
        return address.url
    }

    /// Returns the words of a sign-in that begins at `url`, without questions and with the password on stdin.
    func words(from url: String, timeout: String = "4s") -> [String] {
        [
            "saml", url, "--finish", done, "--user", user, "--password-stdin", "--cacert", caFile, "--no-input",
            "--timeout", timeout,
        ]
    }

    /// Returns the requests since the last call.
    func takeRecords() throws -> [Record] {
        try JSONDecoder().decode([Record].self, from: Data(get("/recorded?clear=1")))
    }

    /// Lets the login of the page `/browser/hands` with this query come.
    func free(_ query: String) throws {
        _ = try get("/browser/free?" + query)
    }

    private func get(_ path: String) throws -> [UInt8] {
        let outcome = try Run.program("/usr/bin/curl", ["-sSf", http + path], environment: ["PATH": "/usr/bin:/bin"])
        guard outcome.status == 0 else { throw TestFailure("'\(path)' does not answer: \(outcome)") }
        return outcome.output
    }

    /// Says that a secret is for the server of the forms, `https`, only.
    static func keep(_ secret: String, _ name: String) throws {
        let hostile = try scripted.get()
        hostile.recording.keep(secret, name, for: [hostile.servers.https, hostile.servers.other + "/lost/idp"])
    }

    private static func start() throws -> (servers: Hostile, recording: Recording) {
        let recording = try Recording()
        let line = try LabProgram.firstLine(of: "Tests/Lab/hostile", recording: recording)
        let hostile = try JSONDecoder().decode(Hostile.self, from: Data(line))
        recording.keep(hostile.password, "the password", for: [hostile.https, hostile.other + "/guarded/basic"])
        return (hostile, recording)
    }
}
