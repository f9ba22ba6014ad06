import Testing

@testable import CommandSupport

/// Tests `fedauth credential systemd` at a socket, as systemd connects to it (systemd.exec(5), `LoadCredential=`).
struct SystemdProtocolTests {
    private let home: Home

    init() throws { home = try Home() }

    /// Connects with this name, and returns what comes.
    private func ask(_ name: String) throws -> Outcome {
        let script = """
            import os, socket, subprocess, sys
            path = os.environ["HOME"] + "/socket"
            server = socket.socket(socket.AF_UNIX); server.bind(path); server.listen()
            client = socket.socket(socket.AF_UNIX)
            if sys.argv[2]: client.bind("\\0" + sys.argv[2])
            client.connect(path)
            other, _ = server.accept()
            os.unlink(path)
            done = subprocess.run([sys.argv[1], "credential", "systemd"], stdin=other, stdout=other)
            other.close()
            sys.stdout.buffer.write(client.makefile("rb").read())
            sys.exit(done.returncode)
            """
        return try Run.program("/usr/bin/python3", ["-c", script, Home.binary, name], environment: home.environment)
    }

    @Test func aUnitGetsItsOwnEntry() throws {
        try home.fedauth("store", "put", "systemd/backup.service/password", input: "s3cret\n\0x")
        let given = try ask("5d2f/unit/backup.service/password")
        #expect(given.status == 0 && given.text == "s3cret\n\0x" && given.errors.isEmpty, "\(given)")
        for name in ["5d2e/unit/other.service/password", "5d2e/unit/backup.service/other"] {
            let none = try ask(name)
            #expect(none.status == 10 && none.output.isEmpty, "\(none)")
        }
        for name in ["", "5d2e/user/backup.service/password", "a/unit/backup.service/../password"] {
            let none = try ask(name)
            #expect(none.status == 2 && none.output.isEmpty, "\(none)")
        }
    }
}
