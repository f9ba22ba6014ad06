import Core
import Glibc
import HTTP
import Secrets
import Testing

/// Names, addresses and proxies.
@Suite struct ConnectionTests {
    @Test func unknownNames() throws {
        let error = try failure {
            try makeTransport().send(Request("GET", WebURL("https://no-such-host.invalid/")))
        }
        #expect(error.code == .network)
        #expect(error.message == "cannot resolve 'no-such-host.invalid'")
        #expect(error.hint?.contains("--resolve no-such-host.invalid:443:ADDRESS") == true)
    }

    @Test func refusedConnections() throws {
        let error = try failure { try makeTransport().get("/", port: "refused") }
        #expect(error.code == .network)
        #expect(error.message == "'127.0.0.1:\(server.port("refused"))' refused the connection")
    }

    /// A write to such a connection raises SIGPIPE, which would end the process.
    @Test(arguments: ["http", "good"])
    func serversThatHangUpOnContent(_ port: String) throws {
        let body = SharedSecret(Secret(repeatElement(UInt8(0x61), count: 8 << 20)))
        let request = try Request("POST", url("/slam", port: port), body: body)
        for _ in 0..<3 {
            let error = try failure { try makeTransport().send(request) }
            #expect(error.code == .network, "\(error.message) \(error.causes)")
        }
    }

    @Test func serversThatSayNothing() throws {
        let request = try Request("GET", url("/", port: "mute"))
        let error = try failure { try makeTransport().send(request, seconds: 1) }
        #expect(error.code == .timedOut)
    }

    @Test func namesBelowLocalhostAreThisMachine() throws {
        let answer = try makeTransport().get("/echo", port: "good", host: "service.localhost")
        #expect(answer.status == 200)
        #expect(try makeTransport().get("/echo", host: "some.name.localhost").status == 200)
    }

    @Test func resolveReplacesTheNameService() throws {
        let port = server.port("good")
        let transport = try makeTransport { $0.resolve = ["login.fedauth.test:\(port):127.0.0.1"] }
        let seen = try transport.echo(Request("GET", url("/echo", port: "good", host: "login.fedauth.test")))
        #expect(seen.header("host") == ["login.fedauth.test:\(port)"])
        // Another port is another entry.
        let error = try failure { try transport.get("/echo", port: "expired", host: "login.fedauth.test") }
        #expect(error.code == .network)
    }

    @Test func resolveTakesSeveralAddressesAndIPv6() throws {
        let port = server.port("http")
        let transport = try makeTransport { $0.resolve = ["+a.fedauth.test:\(port):[::1],127.0.0.1"] }
        #expect(try transport.get("/echo", host: "a.fedauth.test").status == 200)
    }

    @Test(arguments: [
        "", "host", "host:443", "host:0:1.2.3.4", "host:99999:1.2.3.4", "-host:443", "host:443:name",
        "host:443:", "host:443:1.2.3.4,", "ho st:443:1.2.3.4", "host:443:1.2.3.4\r\n",
    ])
    func resolveEntriesAreChecked(_ entry: String) throws {
        let error = try failure { try makeTransport { $0.resolve = [entry] } }
        #expect(error.code == .usage)
        #expect(error.hint?.contains("HOST:PORT:ADDRESS") == true)
    }

    // MARK: proxies

    @Test func aProxyMakesATunnelForHTTPS() throws {
        let transport = try makeTransport { $0.proxy = "http://127.0.0.1:\(server.port("proxy"))" }
        let target = try url("/echo", port: "good", host: "tunnel.fedauth.test")
        // The proxy would answer 400 if this field came to it.
        let answer = try transport.send(Request("GET", target, headers: [.init("X-For-Server", "1")]))
        #expect(answer.status == 200)
        #expect(answer.header("x-proxy") == nil)
        #expect(answer.setCookies.isEmpty)
        #expect(try makeTransport().counts().proxied.contains("tunnel.fedauth.test:\(target.port)"))
    }

    @Test func aProxyAnswersForHTTP() throws {
        let transport = try makeTransport { $0.proxy = "127.0.0.1:\(server.port("proxy"))" }
        #expect(
            try transport.send(Request("GET", WebURL("http://plain.fedauth.test/x"))).text == "from the proxy"
        )
    }

    @Test(arguments: ["127.0.0.1", "example.org,127.0.0.1", "*"])
    func noProxyGoesDirectly(_ list: String) throws {
        let transport = try makeTransport {
            $0.proxy = "http://127.0.0.1:\(server.port("refused"))"
            $0.noProxy = list
        }
        #expect(try transport.get("/echo").status == 200)
    }

    @Test func aProxyThatRefusesConnections() throws {
        let transport = try makeTransport { $0.proxy = "http://127.0.0.1:\(server.port("refused"))" }
        let error = try failure { try transport.get("/echo", port: "good", host: "x.fedauth.test") }
        #expect(error.code == .network)
        #expect(error.message == "cannot connect to the proxy '127.0.0.1:\(server.port("refused"))'")
    }

    @Test func aProxyThatCannotBeFound() throws {
        let transport = try makeTransport { $0.proxy = "http://no-such-proxy.invalid:3128" }
        let error = try failure { try transport.get("/echo") }
        #expect(error.code == .network)
        #expect(error.message == "cannot resolve the proxy 'no-such-proxy.invalid:3128'")
    }

    @Test func aProxyThatForbids() throws {
        let proxy = "127.0.0.1:\(server.port("proxy"))"
        let transport = try makeTransport { $0.proxy = "http://" + proxy }
        let error = try failure {
            try transport.send(Request("GET", WebURL("https://forbidden.fedauth.test/")))
        }
        #expect(error.code == .network)
        #expect(error.message == "the proxy '\(proxy)' refuses to connect (status 403)")
    }

    @Test func aProxyWithAPassword() throws {
        let proxy = "127.0.0.1:\(server.port("lockedproxy"))"
        let error = try failure {
            try makeTransport { $0.proxy = "http://" + proxy }.get("/echo", port: "good")
        }
        #expect(error.code == .network)
        #expect(error.message == "the proxy '\(proxy)' asks for a password")
        let transport = try makeTransport { $0.proxy = "http://anna:geheim@" + proxy }
        #expect(try transport.get("/echo", port: "good").status == 200)
    }

    @Test func messagesDoNotHoldTheProxysPassword() throws {
        let transport = try makeTransport {
            $0.proxy = "http://anna:geheim@127.0.0.1:\(server.port("refused"))"
        }
        let error = try failure { try transport.get("/echo") }
        #expect(!"\(error.message) \(error.hint ?? "") \(error.causes)".contains("geheim"))
        let unreadable = try failure { try makeTransport { $0.proxy = "ftp://anna:geheim@host" } }
        #expect(unreadable.code == .usage)
        #expect(!unreadable.message.contains("geheim"))
    }

    /// `LoopbackServer` sets all of these for the whole process, so every other test shows it too.
    @Test func theEnvironmentNamesNoProxy() throws {
        _ = server
        #expect(getenv("http_proxy") != nil && getenv("https_proxy") != nil && getenv("all_proxy") != nil)
        #expect(try makeTransport().get("/echo").status == 200)
        #expect(try makeTransport().get("/echo", port: "good").status == 200)
        // And no_proxy does not switch off one that was asked for.
        #expect(getenv("no_proxy") != nil)
        let dead = "http://127.0.0.1:\(server.port("refused"))"
        let transport = try makeTransport {
            $0.proxy = dead
            $0.resolve = ["direct.fedauth.test:\(server.port("http")):127.0.0.1"]
        }
        let error = try failure { try transport.get("/echo", host: "direct.fedauth.test") }
        #expect(error.message.contains("the proxy"))
    }
}
