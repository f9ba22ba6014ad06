import Glibc
import Testing

/// `fedauth token` and `fedauth export-headers`.
struct TokenTests {
    let home: Home

    init() throws {
        home = try Home()
        try home.keep(CraftedSession())
    }

    @Test func aSessionWithoutATokenNamesTheOption() throws {
        let outcome = try home.fedauth("token", "mail")
        outcome.expectComplaint(10, "'mail' keeps no token")
        #expect(outcome.errors.contains("--keep-assertion"), "\(outcome)")
    }

    @Test func aBearerTokenIsPrintedAndGoesIntoItsField() throws {
        try home.keep(CraftedSession(name: "api", bearer: "tok.en\"\\1"))
        #expect(try home.fedauth("token", "api").text == "tok.en\"\\1\n")
        try home.fedauth("token", "api", "--decode").expectComplaint(2, "'bearer'")
        let cookies = "Cookie: sid=s3cr3t-value/+x; id=42\n"
        #expect(try home.fedauth("export-headers", "mail").text == cookies)
        #expect(try home.fedauth("export-headers", "api").text == cookies + "Authorization: Bearer tok.en\"\\1\n")
        #expect(
            try home.fedauth("export-headers", "api", "--format", "curl").text
                == "header = \"Cookie: sid=s3cr3t-value/+x; id=42\"\nheader = \"Authorization: Bearer tok.en\\\"\\\\1\"\n"
        )
        let json = try home.fedauth("export-headers", "api", "--json").text
        #expect(json.contains(#"{"name":"Authorization","value":"Bearer tok.en\"\\1"}"#), "\(json)")
        let status = try home.fedauth("status", "api", "--json").text
        #expect(status.contains("\"kind\" : \"bearer\"") && !status.contains("tok.en"), "\(status)")
        #expect(!(try home.fedauth("status", "mail", "--json").text).contains("token"))
    }

    /// curl reads both ways, and sends exactly what was meant.
    @Test func curlReadsBothWays() throws {
        let value = "q\"uo\\te s;p"
        try home.keep(
            CraftedSession(name: "odd", cookies: [.init(name: "c", value: value)], bearer: "tok\\n\"x"))
        for way in ["export-headers odd | curl -H @-", "export-headers odd --format curl | curl -K -"] {
            let outcome = try Run.program(
                "/bin/bash", ["-c", Self.echo(way)],
                environment: home.environment.merging(["FEDAUTH": Home.binary]) { $1 })
            #expect(outcome.text.contains("Cookie: c=\(value)\r\n"), "\(outcome)")
            #expect(outcome.text.contains("Authorization: Bearer tok\\n\"x\r\n"), "\(outcome)")
        }
    }

    /// A server that prints the one request that it gets.
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

    @Test func nothingIsForAnotherHost() throws {
        try home.keep(CraftedSession(name: "api", bearer: "tok.en.123"))
        try home.fedauth("export-headers", "api", "--url", "https://elsewhere.example.org/")
            .expectComplaint(10, "has nothing for")
        try home.fedauth("export-headers", "api", "--url", "https://service.example.org:8443/x", "-q").expectNoToken()
    }

    @Test func aFieldThatIsNoneIsRefused() throws {
        try home.keep(CraftedSession(name: "bad", cookies: [.init(name: "c", value: "a\r\nHost: evil")]))
        for words in [["export-headers", "bad"], ["export-headers", "bad", "--format", "curl"]] {
            try home.fedauth(words).expectComplaint(15, "control character")
        }
        try home.keep(CraftedSession(name: "bearer", bearer: "a\nX: y"))
        try home.fedauth("export-headers", "bearer").expectComplaint(15, "'Authorization'")
    }

    @Test func aSessionThatIsOverGivesNothing() throws {
        try home.keep(CraftedSession(name: "old", expires: 100))
        try home.fedauth("export-headers", "old").expectComplaint(4, "is over")
    }

    @Test func aFileIsPrivate() throws {
        let file = home.path + "/fields"
        #expect(try home.fedauth("export-headers", "mail", "-o", file).status == 0)
        #expect(try Files.text(file) == "Cookie: sid=s3cr3t-value/+x; id=42\n")
        #expect(try Run.program("/usr/bin/stat", ["-c", "%a", file], environment: [:]).text == "600\n")
    }
}

extension Outcome {
    /// Cookies do not know ports; a token does.
    fileprivate func expectNoToken() {
        #expect(status == 0 && text.contains("Cookie: ") && !text.contains("Authorization"), "\(self)")
    }
}
