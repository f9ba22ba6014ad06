import FoundationEssentials
import Glibc
import Testing

/// The servers of `Tests/HTTP/Server`, some of which ask for client certificates. They exit with this process.
struct TLSServer: Decodable, Sendable {
    var caFile: String
    /// The folder of the certificates of servers and clients: NAME.pem, NAME.key.
    var folder: String
    var ports: [String: Int]

    static func get() throws -> TLSServer { try shared.get() }

    private static let shared = Result { try start() }

    func url(_ port: String, _ path: String = "/") -> String { "https://localhost:\(ports[port] ?? 0)\(path)" }

    /// Imports a client certificate and its key, bound to the servers at `ports`.
    func importIdentity(_ name: String, to home: Home, for ports: [String], origins: [String] = []) throws {
        let parts = try ["pem", "key"].map {
            String(decoding: try Files.bytes("\(folder)/\(name).\($0)"), as: UTF8.self)
        }
        let done = try home.fedauth(
            ["identity", "import", try home.file(name + ".pem", parts.joined())]
                + (ports.map { url($0) } + origins).flatMap { ["--origin", $0] })
        #expect(done.status == 0, "\(done)")
    }

    /// Returns the words of a sign-in that begins and ends at a page that asks for nothing and sets cookies.
    func signIn(_ port: String) -> [String] {
        ["saml", "--authorization-url", url(port, "/cookies"), "--finish", url(port, "/cookies"), "--cacert", caFile]
    }

    private static func start() throws -> TLSServer {
        let recording = try Recording()
        recording.keep("geheim", "the password of the proxy", for: ["proxy"])
        var input: [Int32] = [-1, -1]
        var output: [Int32] = [-1, -1]
        guard pipe(&input) == 0, pipe(&output) == 0 else { throw TestFailure("pipe: errno \(errno)") }
        // The server exits at the end of its input, so this end stays open and no child inherits it.
        for end in input + output { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, input[0], 0)
        posix_spawn_file_actions_adddup2(&actions, output[1], 1)
        var attributes = posix_spawnattr_t()
        ownSession(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        _ = try spawn(
            "/usr/bin/env", ["python3", "-W", "ignore", Repository.root + "/Tests/HTTP/Server/server.py"],
            ["PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8"].merging(recording.environment) { $1 },
            &actions, &attributes)
        close(input[0])
        close(output[1])
        defer { close(output[0]) }
        var line: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65536)
        while line.last != 0x0A {
            let count = read(output[0], &chunk, chunk.count)
            guard count > 0 else { throw TestFailure("the TLS servers do not start") }
            line += chunk.prefix(count)
        }
        return try JSONDecoder().decode(TLSServer.self, from: Data(line))
    }
}
