import FoundationEssentials
import Glibc

/// Starts `Server/server.py` once for all tests. It exits with this process, because its standard input closes.
struct LoopbackServer: Decodable {
    let caFile: String
    let folder: String
    let pin: String
    let ports: [String: Int]

    func port(_ name: String) -> Int { ports[name] ?? 0 }

    static let shared: LoopbackServer = {
        do {
            return try start()
        } catch {
            fatalError("the test server does not start: \(error)")
        }
    }()

    struct StartError: Error { let step: String }

    private static func start() throws -> LoopbackServer {
        let script =
            #filePath.split(separator: "/").dropLast().reduce(into: "") { $0 += "/" + $1 }
            + "/Server/server.py"
        var toServer: [Int32] = [0, 0]
        var fromServer: [Int32] = [0, 0]
        guard pipe(&toServer) == 0, pipe(&fromServer) == 0 else { throw StartError(step: "pipe") }
        // Child processes must not inherit these ends, or the server would never see the end of its input.
        _ = fcntl(toServer[1], F_SETFD, FD_CLOEXEC)
        _ = fcntl(fromServer[0], F_SETFD, FD_CLOEXEC)
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, toServer[0], 0)
        posix_spawn_file_actions_adddup2(&actions, fromServer[1], 1)
        let arguments = (["python3", "-W", "ignore", script] as [String]).map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var child = pid_t()
        guard posix_spawnp(&child, "python3", &actions, nil, arguments, environ) == 0 else {
            throw StartError(step: "python3")
        }
        close(toServer[0])
        close(fromServer[1])
        // A transport that reads these variables would reach no server from now on.
        for name in ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"] {
            setenv(name, "http://127.0.0.1:9", 1)
        }
        setenv("no_proxy", "direct.fedauth.test", 1)
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while read(fromServer[0], &byte, 1) == 1, byte != 0x0A { line.append(byte) }
        return try JSONDecoder().decode(LoopbackServer.self, from: Data(line))
    }
}
