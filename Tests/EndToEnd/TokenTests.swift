import Glibc
import Testing

@testable import CommandSupport

/// Tests that curl reads what `fedauth export-headers` prints.
struct TokenTests {
    let home: Home

    init() throws {
        home = try Home()
        try home.keep(CraftedSession())
    }

    /// curl reads both forms, and sends the exact values.
    @Test func curlReadsBothWays() throws {
        let value = "q\"uo\\te s;p"
        try home.keep(
            CraftedSession(name: "odd", cookies: [.init(name: "c", value: value)], bearer: "tok\\n\"x"))
        // By default, curl does not use http with these options.
        for way in ["export-headers odd | curl -H @-", "export-headers odd --format curl | curl -K - --proto =http"] {
            let outcome = try Run.program(
                "/bin/bash", ["-c", Self.echo(way)],
                environment: home.environment.merging(["FEDAUTH": Home.binary]) { $1 })
            #expect(outcome.text.contains("Cookie: c=\(value)\r\n"), "\(outcome)")
            #expect(outcome.text.contains("Authorization: Bearer tok\\n\"x\r\n"), "\(outcome)")
        }
    }

    /// Returns a script with a server that prints the only request it gets.
    private static func echo(_ way: String) -> String {
        """
        python3 -c '
        import os, socket, subprocess, sys
        server = socket.create_server(("127.0.0.1", 0))
        child = subprocess.Popen(["bash", "-c", os.environ["FEDAUTH"] + " \(way) -s http://127.0.0.1:%d/" % server.getsockname()[1]])
        connection, _ = server.accept()
        request = b""
        while not request.endswith(b"\\r\\n\\r\\n"):
            request += connection.recv(65536)
        connection.sendall(b"HTTP/1.0 200 OK\\r\\n\\r\\n")
        connection.close()
        child.wait()
        sys.stdout.buffer.write(request)
        '
        """
    }
}
