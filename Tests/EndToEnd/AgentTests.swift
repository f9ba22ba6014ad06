import CTools
import Glibc
import Testing

@testable import CommandSupport

/// Tests the agent, which holds the key of the encrypted file where the kernel holds none, as in a container.
final class AgentTests {
    let home: Home
    private var socket: String { home.path + "/run/fedauth/keys" }

    init() throws {
        home = try Home(hasPassphrase: true)
        try contained("store", "put", "v", input: "needle-in-the-store")
        try contained("store", "lock")
        home.environment["FEDAUTH_STORE_PASSPHRASE"] = nil
    }

    deinit {
        // Ends an agent that a test left running.
        let process = ctools_listener(socket)
        if process > 0 { kill(process, SIGKILL) }
    }

    @discardableResult
    private func contained(
        _ arguments: String..., input: String = "", adding: [String: String] = [:]
    ) throws -> Outcome {
        try Run.program(
            Repository.root + "/Tests/EndToEnd/without", ["keys", Home.binary] + arguments,
            input: Array(input.utf8), environment: home.environment.merging(adding) { $1 })
    }

    private func unlock(_ options: String...) throws -> Int32 {
        let outcome = try Run.program(
            Repository.root + "/Tests/EndToEnd/without", ["keys", Home.binary, "store", "unlock"] + options,
            environment: home.environment.merging(["FEDAUTH_STORE_PASSPHRASE": "correct horse"]) { $1 })
        #expect(outcome.status == 0, "\(outcome)")
        let process = ctools_listener(socket)
        try #require(process > 0)
        return process
    }

    /// Returns the number of processes that listen at the socket's name, including those with a replaced socket.
    private func listeners() throws -> Int {
        let table = try String(decoding: Files.bytes("/proc/net/unix"), as: UTF8.self)
        return table.split(separator: "\n").filter { $0.hasSuffix(" " + socket) && $0.contains(" 00010000 ") }.count
    }

    private static func isGone(_ process: pid_t) -> Bool {
        guard let status = try? String(decoding: Files.bytes("/proc/\(process)/stat"), as: UTF8.self) else {
            return true
        }
        // A container may have no process that reaps the agent.
        return status.split(separator: ")").last?.hasPrefix(" Z") == true
    }

    /// Waits until the process and the socket of the agent are gone.
    private func expectGone(_ process: pid_t, sourceLocation: SourceLocation = #_sourceLocation) throws {
        try waitUntil("the agent and its socket are gone") { Self.isGone(process) && access(socket, F_OK) != 0 }
        #expect(try listeners() == 0, sourceLocation: sourceLocation)
    }

    @Test func oneUnlockIsEnoughAndLockEndsIt() throws {
        #expect(try contained("store", "get", "v").status == 12)
        let agent = try unlock()
        for _ in 0..<3 { #expect(try contained("store", "get", "v").text == "needle-in-the-store") }
        #expect(ctools_listener(socket) == agent)
        #expect(try contained("store", "lock").status == 0)
        #expect(try contained("store", "get", "v").status == 12)
        try expectGone(agent)
    }

    @Test func itLeavesWhenTheTimeIsOver() throws {
        let agent = try unlock("--for", "1s")
        try expectGone(agent)
        #expect(try contained("store", "get", "v").status == 12)
    }

    @Test func twoThatStartItAtOnceStartOne() throws {
        let environment = home.environment.merging(["FEDAUTH_STORE_PASSPHRASE": "correct horse"]) { $1 }
        let children = try (0..<4).map { _ in
            try Child(
                Repository.root + "/Tests/EndToEnd/without", ["keys", Home.binary, "store", "unlock"],
                environment: environment)
        }
        for child in children { #expect(try child.finish().status == 0) }
        #expect(try listeners() == 1)
        #expect(try contained("store", "get", "v").status == 0)
        let agent = ctools_listener(socket)
        try contained("store", "lock")
        try expectGone(agent)
    }

    @Test func whatAKilledOneLeavesIsReplaced() throws {
        let first = try unlock()
        kill(first, SIGKILL)
        try waitUntil("the agent is gone") { Self.isGone(first) }
        #expect(access(socket, F_OK) == 0)
        #expect(try contained("store", "get", "v").status == 12)
        #expect(try contained("store", "lock").status == 0)
        let second = try unlock()
        #expect(second != first)
        #expect(try contained("store", "get", "v").status == 0)
        try contained("store", "lock")
        try expectGone(second)
    }

    @Test func aHangUpDoesNotEndItAndATerminationDoes() throws {
        let agent = try unlock()
        kill(agent, SIGHUP)
        #expect(try contained("store", "get", "v").status == 0)
        kill(agent, SIGTERM)
        try expectGone(agent)
        #expect(try contained("store", "get", "v").status == 12)
    }

    @Test func theAgentEndsWithoutItsSocket() throws {
        let agent = try unlock()
        unlink(socket)
        try expectGone(agent)
    }

    @Test func nothingOfItsStarterIsLeftInIt() throws {
        let agent = try unlock()
        let words = try Files.bytes("/proc/\(agent)/cmdline")
        #expect(words == Array("fedauth\0store\0agent\0".utf8))
        // Other processes of the same user cannot inspect the agent; only root sees more than its name.
        if geteuid() == 0 {
            #expect(try Files.bytes("/proc/\(agent)/environ").isEmpty)
            var place = [CChar](repeating: 0, count: 256)
            #expect(readlink("/proc/\(agent)/cwd", &place, place.count - 1) == 1)
        } else {
            #expect(open("/proc/\(agent)/environ", O_RDONLY) < 0)
        }
        #expect(getsid(agent) == agent)
        try contained("store", "lock")
        try expectGone(agent)
    }

    @Test(.enabled(if: geteuid() == 0, "only root can become another user"))
    func anotherUserGetsNoAnswer() throws {
        let agent = try unlock()
        for path in [home.path, home.path + "/run", home.path + "/run/fedauth"] { chmod(path, 0o755) }
        chmod(socket, 0o777)
        // Requests a missing key: an allowed process gets an answer.
        let ask = """
            import socket, sys
            s = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
            s.settimeout(20)
            s.connect(sys.argv[1])
            try:
                s.send(b"\\x01\\x02\\0\\0\\0\\0\\0\\x01x")
                print(s.recv(100))
            except OSError as error:
                print(type(error).__name__)
            """
        let user = ["--reuid=65534", "--regid=65534", "--clear-groups"]
        let foreign = try Run.program(
            "/usr/bin/setpriv", user + ["/usr/bin/python3", "-c", ask, socket], environment: home.environment)
        #expect(["b''\n", "BrokenPipeError\n", "ConnectionResetError\n"].contains(foreign.text), "\(foreign)")
        let own = try Run.program("/usr/bin/python3", ["-c", ask, socket], environment: home.environment)
        #expect(own.text == "b'\\x01\\x01'\n", "\(own)")
        for path in [home.path + "/run/fedauth", home.path + "/run", home.path] { chmod(path, 0o700) }
        try contained("store", "lock")
        try expectGone(agent)
    }
}
