import Core
import HTTP
import Secrets
import Testing

/// Tests requests.
@Suite struct RequestTests {
    @Test func getSendsNothingUnrequested() throws {
        let seen = try makeTransport().echo(Request("GET", url("/echo?a=1&b=%20")))
        #expect(seen.method == "GET")
        #expect(seen.path == "/echo?a=1&b=%20")
        let names = Set(seen.headers.map { $0[0].lowercased() })
        #expect(names == ["host", "user-agent", "accept-encoding"])
        #expect(seen.header("user-agent") == ["fedauth"])
    }

    @Test func fieldsArriveInOrderAndRepeated() throws {
        let request = try Request(
            "GET", url("/echo"),
            headers: [
                .init("X-One", "1"), .init("X-One", "2"), .init("Accept", "text/html"), .init("X-Empty", ""),
                .init("X-Blank", "  "), .init("Cookie", "a=1; b=2"), .init("X-Colon", "a: b;c"),
            ])
        let seen = try makeTransport().echo(request)
        #expect(seen.header("x-one") == ["1", "2"])
        #expect(seen.header("accept") == ["text/html"])
        #expect(seen.header("x-empty") == [""])
        #expect(seen.header("x-blank") == [""])
        #expect(seen.header("cookie") == ["a=1; b=2"])
        #expect(seen.header("x-colon") == ["a: b;c"])
    }

    @Test(arguments: ["POST", "PUT", "PATCH", "DELETE", "GET"])
    func contentIsSentByAnyMethod(_ method: String) throws {
        let body = SharedSecret(text: "user=anna&password=ge%26heim\u{0}end")
        let seen = try makeTransport().echo(
            Request(method, url("/echo"), headers: [.init("Content-Type", "text/x")], body: body))
        #expect(seen.method == method)
        #expect(body.equals(seen.content))
        #expect(seen.header("content-type") == ["text/x"])
        #expect(seen.header("expect").isEmpty)
    }

    @Test(arguments: ["POST", "PUT", "PATCH"])
    func noContentIsAnnouncedAsSuch(_ method: String) throws {
        let seen = try makeTransport().echo(Request(method, url("/echo")))
        #expect(seen.method == method)
        #expect(seen.content.isEmpty)
        #expect(seen.header("content-length") == ["0"])
        #expect(seen.header("content-type").isEmpty)
    }

    @Test func largeContentIsSentWithoutWaiting() throws {
        let text = String(repeating: "0123456789abcdef", count: 1 << 17)
        let seen = try makeTransport().send(
            Request("POST", url("/echo"), body: SharedSecret(text: text)), limit: 4 << 20
        ).decoded(Echo.self)
        #expect(seen.content.utf8.count == text.utf8.count)
        #expect(seen.header("expect").isEmpty)
    }

    @Test func headHasNoContent() throws {
        let answer = try makeTransport().send(Request("HEAD", url("/huge")))
        #expect(answer.status == 200)
        #expect(answer.body.isEmpty)
        #expect(throws: FedauthError.self) {
            try makeTransport().send(Request("HEAD", url("/echo"), body: SharedSecret(text: "x")))
        }
    }

    @Test(arguments: ["a\r\nX-Evil: 1", "a\nb", "a\rb", "a\u{0}b"])
    func lineBreaksAreRefused(_ value: String) throws {
        let error = try failure {
            try makeTransport().send(Request("GET", url("/echo"), headers: [.init("X-Value", value)]))
        }
        #expect(error.code == .usage)
        #expect(error.message == "the value of the header field 'X-Value' holds a line break or a NUL")
        #expect(!error.message.contains("Evil"))
    }

    @Test(arguments: ["X:Y", "X Y", "", "X\r\nY", "Müller", "X\u{0}"])
    func fieldNamesAreTokens(_ name: String) throws {
        let error = try failure {
            try makeTransport().send(Request("GET", url("/echo"), headers: [.init(name, "1")]))
        }
        #expect(error.code == .usage)
    }

    @Test(arguments: ["Host", "content-length", "Transfer-Encoding"])
    func framingIsNotForTheCaller(_ name: String) throws {
        let error = try failure {
            try makeTransport().send(Request("GET", url("/echo"), headers: [.init(name, "1")]))
        }
        #expect(error.code == .usage)
        #expect(error.message.contains("'\(name)'"))
    }

    @Test(arguments: ["", "GE T", "GET\r\n", "CONNECT"])
    func methodsAreTokens(_ method: String) throws {
        #expect(try failure { try makeTransport().send(Request(method, url("/echo"))) }.code == .usage)
    }

    @Test func oneHandleForgetsTheRequestBefore() throws {
        let transport = try makeTransport()
        _ = try transport.echo(
            Request(
                "POST", url("/echo"), headers: [.init("Authorization", "Basic x")],
                body: SharedSecret(text: "x")))
        _ = try transport.send(Request("HEAD", url("/echo")))
        let seen = try transport.echo(Request("GET", url("/echo")))
        #expect(seen.method == "GET")
        #expect(seen.content.isEmpty)
        #expect(seen.header("authorization").isEmpty)
    }
}
