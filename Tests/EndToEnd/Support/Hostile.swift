import FoundationEssentials
import Glibc

/// The misbehaving servers of Tests/Lab; they end with this process.
struct Hostile: Decodable, Sendable {
    struct Address: Decodable, Sendable { var url: String }

    /// One request that any of the servers received.
    struct Record: Decodable, Sendable {
        var server: String
        var method: String
        var path: String
        var query: String
        var headers: [[String]]
        var body: String
        /// The body's fields, decoded, in order.
        var form: [[String]]

        /// True when the request holds `text`, wherever.
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

    /// For all tests that do not look at what the servers received.
    static func get() throws -> Hostile { try shared.get() }

    /// For tests that do, one at a time.
    static func getRecording() throws -> Hostile { try recording.get() }

    private static let shared = Result { try start() }
    private static let recording = Result { try start() }

    /// The address of a page, or of one of the servers that have none.
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

    /// The words of a sign-in that begins there, from a script, with the password on stdin.
    func words(from url: String, timeout: String = "4s") -> [String] {
        [
            "saml", url, "--finish", done, "--user", user, "--password-stdin", "--cacert", caFile, "--no-input",
            "--timeout", timeout,
        ]
    }

    /// What was received since the last call.
    func takeRecords() throws -> [Record] {
        let outcome = try Run.program(
            "/usr/bin/curl", ["-sS", "\(http)/recorded?clear=1"], environment: ["PATH": "/usr/bin:/bin"])
        guard outcome.status == 0 else { throw TestFailure("no records: \(outcome)") }
        return try JSONDecoder().decode([Record].self, from: Data(outcome.output))
    }

    private static func start() throws -> Hostile {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw TestFailure("pipe: errno \(errno)") }
        defer { close(ends[0]) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
        var attributes = posix_spawnattr_t()
        ownSession(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        _ = try spawn(
            Repository.root + "/Tests/Lab/hostile", ["--parent", "\(getpid())"],
            ["PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8"], &actions, &attributes)
        close(ends[1])
        var line: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65536)
        while line.last != 0x0A {
            let count = read(ends[0], &chunk, chunk.count)
            guard count > 0 else { throw TestFailure("the hostile servers do not start") }
            line += chunk.prefix(count)
        }
        return try JSONDecoder().decode(Hostile.self, from: Data(line))
    }
}
