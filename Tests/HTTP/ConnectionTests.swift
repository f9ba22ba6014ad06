import Core
import Glibc
import Secrets
import Testing

@testable import HTTP

/// Tests names, addresses and proxies.
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

    /// On a connection that was kept, libcurl sends again what got no answer.
    @Test(
        arguments: ["http", "good"],
        [
            ("POST", nil), ("PATCH", nil), ("DELETE", nil), ("GET", "Basic YTpi"), ("GET", "basic YTpi"),
            ("GET", "Digest a=b"),
        ]
            as [(String, String?)])
    func whatTheServerMayActOnIsSentOnce(_ port: String, _ request: (method: String, authorization: String?)) throws {
        let transport = try makeTransport()
        let before = try transport.get("/echo", port: port).decoded(Echo.self)
        #expect(try transport.get("/echo", port: port).decoded(Echo.self).client == before.client)
        let path =
            "/drop?\(port)\(request.method)\(request.authorization?.count ?? 0)\(request.authorization?.first ?? "-")"
        let fields = request.authorization.map { [Request.Header("Authorization", $0)] } ?? []
        let sent = try Request(
            request.method, url(path, port: port), headers: fields,
            body: request.method == "GET" ? nil : SharedSecret(text: "amount=100"))
        #expect(try failure { try transport.send(sent) }.code == .network)
        let dropped = try makeTransport().get("/dropped").decoded([[String]].self)
        #expect(dropped.count { $0[1] == path } == 1, "\(dropped)")
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
        // An entry applies to its port only.
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
        // The proxy answers 400 if it receives this field.
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

    /// libcurl goes directly to an IPv6 address that the list has as it stands in the address.
    @Test(arguments: [
        ("::/64", "[::1]", ",::1"), ("a.test,::1/128", "[::1]", ",::1"), ("fe80::/10", "[febf::1]", ",febf::1"),
        ("::ffff:0:0/95", "[0:0:0:0:0:fffe::1]", ",0:0:0:0:0:fffe::1"), ("::2/127", "[::1]", ""),
        ("fe80::/10", "[fec0::1]", ""), ("::1", "[::1]", ""), ("127.0.0.0/8", "127.0.0.2", ",127.0.0.2"),
        ("127.0.0.0/31", "127.0.0.2", ""), ("0.0.0.0/0", "[::1]", ""), ("::/129,::/,/64,::/-1", "[::1]", ""),
        ("::/0", "a.test", ""),
    ])
    func aNetworkGoesDirectly(_ list: String, _ host: String, _ added: String) throws {
        var configuration = TransportConfiguration()
        configuration.noProxy = list
        let url = try WebURL("http://\(host)/")
        #expect(try CheckedConfiguration(configuration).noProxy(for: url) == list + added)
    }

    /// What is not encrypted goes to this machine by way of no other one, and by a proxy of the environment nowhere.
    @Test(arguments: [
        ("http://proxy.test:3128", "http://localhost:7777/", []),
        ("socks5h://10.0.0.1:1080", "http://127.0.0.1/", []),
        ("http://proxy.test:3128", "https://localhost/", ["option"]),
        ("http://proxy.test:3128", "http://h.test/", ["option"]),
        ("http://proxy.test:3128", "https://h.test/", ["option", "environment"]),
        ("127.0.0.1:3128", "http://localhost/", ["option"]), ("socks5://[::1]:1080", "http://127.0.0.2/", ["option"]),
    ])
    func noOtherMachineReadsWhatIsForThisOne(_ proxy: String, _ address: String, _ users: [String]) throws {
        for source in ["option", "environment"] {
            var configuration = TransportConfiguration()
            if source == "option" { configuration.proxy = proxy } else { configuration.environmentProxy = proxy }
            let used = try CheckedConfiguration(configuration).proxy(for: WebURL(address))
            #expect(used == (users.contains(source) ? proxy : ""), "\(source)")
        }
    }

    @Test func aProxyThatRefusesConnections() throws {
        let transport = try makeTransport { $0.proxy = "http://127.0.0.1:\(server.port("refused"))" }
        let error = try failure { try transport.get("/echo", port: "good", host: "x.fedauth.test") }
        #expect(error.code == .network)
        #expect(error.message == "cannot connect to the proxy '127.0.0.1:\(server.port("refused"))'")
    }

    @Test func aProxyThatCannotBeFound() throws {
        let transport = try makeTransport { $0.proxy = "http://no-such-proxy.invalid:3128" }
        let error = try failure { try transport.get("/echo", port: "good", host: "x.fedauth.test") }
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
        #expect(error.code == .proxyPassword && error.code.status == .network)
        #expect(error.message == "the proxy '\(proxy)' asks for a password")
        let source = ProxyPassword("geheim")
        let credential = try ProxyCredential(user: "anna", password: source)
        // A proxy that does not ask for a password does not get it.
        let open = try makeTransport(proxyCredential: credential) {
            $0.proxy = "http://127.0.0.1:\(server.port("proxy"))"
        }
        #expect(try open.get("/echo", port: "good").status == 200 && source.reads == 0)
        let transport = try makeTransport(proxyCredential: credential) { $0.proxy = "http://" + proxy }
        #expect(try transport.get("/echo", port: "good").status == 200)
        #expect(try transport.send(Request("GET", WebURL("http://plain.fedauth.test/x"))).text == "from the proxy")
        #expect(source.reads == 1)
    }

    /// A proxy gets a refused password once, with or without a tunnel, from any transport of the command.
    @Test(arguments: [true, false]) func aProxyThatRefusesThePasswordGetsItOnce(_ isTunnel: Bool) throws {
        let proxy = "127.0.0.1:\(server.port("lockedproxy"))"
        let credential = try ProxyCredential(
            user: "anna", password: ProxyPassword(isTunnel ? "falsch-tunnel" : "falsch"))
        for _ in 0..<2 {
            let transport = try makeTransport(proxyCredential: credential) { $0.proxy = "http://" + proxy }
            for _ in 0..<2 {
                let error = try failure {
                    try isTunnel
                        ? transport.get("/echo", port: "good")
                        : transport.send(Request("GET", WebURL("http://plain.fedauth.test/x")))
                }
                #expect(error.code == .refused)
                #expect(error.message == "the proxy '\(proxy)' refused user name and password of 'anna'")
                #expect(!"\(error.hint ?? "") \(error.causes)".contains("falsch"))
            }
        }
        let field = isTunnel ? "Basic YW5uYTpmYWxzY2gtdHVubmVs" : "Basic YW5uYTpmYWxzY2g="
        #expect(try makeTransport().counts().proxyAnswers.filter { $0 == field }.count == 1)
    }

    private func transport(_ proxy: String, _ password: String) throws -> CurlTransport {
        try makeTransport(proxyCredential: ProxyCredential(user: "anna", password: ProxyPassword(password))) {
            $0.proxy = "http://127.0.0.1:\(server.port(proxy))"
        }
    }

    private func send(_ transport: CurlTransport, isTunnel: Bool) throws -> Response {
        try isTunnel
            ? transport.get("/echo", port: "good")
            : transport.send(Request("POST", WebURL("http://plain.fedauth.test/x"), body: SharedSecret(text: "x")))
    }

    /// A proxy that supports Digest does not get the password itself.
    @Test(arguments: [true, false]) func aProxyIsAnsweredByDigest(_ isTunnel: Bool) throws {
        #expect(try send(try transport("digestproxy", "geheim"), isTunnel: isTunnel).status == 200)
        let error = try failure { try send(try transport("digestproxy", "digest-falsch"), isTunnel: isTunnel) }
        #expect(
            error.code == .refused && error.message.contains("refused user name and password of 'anna'"), "\(error)")
        let field = "Basic YW5uYTpkaWdlc3QtZmFsc2No"
        #expect(try !makeTransport().counts().proxyAnswers.contains(field))
    }

    /// Neither libcurl nor fedauth changes user name and password, also on the second connection of a transfer.
    @Test(
        arguments: ["http://anyone.basicproxy", "http://anyone.digestproxy", "socks5h://anyone.socksproxy"],
        ["plain", "a%41b", "a%2541b", "100%", "a%zz", "a+b c", "p@ss#w;ö/$'?", "quote\"and\\", "a=b&c"])
    func aProxyGetsUserAndPasswordAsTheyAre(_ proxy: String, _ user: String) throws {
        let parts = proxy.split(separator: ".")
        for isTunnel in proxy.hasPrefix("socks") ? [true] : [true, false] {
            // These proxies take every user, with a password made of the name.
            let credential = try ProxyCredential(user: user, password: ProxyPassword("p:" + user))
            let transport = try makeTransport(proxyCredential: credential) {
                $0.proxy = parts[0].replacing("anyone", with: "127.0.0.1:") + "\(server.port("any" + parts[1]))"
            }
            #expect(try send(transport, isTunnel: isTunnel).status == 200)
        }
    }

    @Test(arguments: ["otherproxy", "newdigestproxy", "quotedproxy"], [true, false])
    func aProxyThatWantsAnotherSchemeGetsNothing(_ proxy: String, _ isTunnel: Bool) throws {
        let error = try failure { try send(try transport(proxy, "other-falsch"), isTunnel: isTunnel) }
        #expect(error.code == .refused && error.message.contains("asks for a password by "), "\(error)")
        #expect(error.hint?.hasPrefix("nothing was sent") == true)
        let answers = try makeTransport().counts().proxyAnswers
        #expect(!answers.contains("Basic YW5uYTpvdGhlci1mYWxzY2g=") && !answers.contains { $0.contains("\"new\"") })
    }

    /// fedauth answers twice with a tunnel, and twice without.
    @Test(arguments: [true, false])
    func aProxyToWhichEachNonceIsTooOldIsNotAnsweredForEver(_ isTunnel: Bool) throws {
        let error = try failure { try send(try transport("staleproxy", "geheim"), isTunnel: isTunnel) }
        #expect(error.code == .refused && error.message.contains("refused user name and password"), "\(error)")
        #expect(error.hint?.contains("sent once") == false)
        #expect(try makeTransport().counts().proxyAnswers.filter { $0.contains("nonce=\"stale\"") }.count < 5)
    }

    /// The challenges in the proxy's responses to CONNECT are used, but these responses are not part of the server's response.
    @Test func whatAProxySaysOfItsTunnelIsNotTheServersAnswer() throws {
        let transport = try self.transport("digestproxy", "geheim")
        // The second request uses the open tunnel.
        for _ in 0..<2 {
            let answer = try transport.get("/echo", port: "good")
            #expect(answer.status == 200 && answer.header("x-proxy") == nil && answer.setCookies.isEmpty)
            #expect(answer.header("proxy-authenticate") == nil)
        }
        let other = try self.transport("digestproxy", "geheim")
        #expect(try failure { try other.get("/nothing", port: "good") }.code == .network)
    }

    /// A page of the proxy is not the server's response.
    @Test func whatTakesTheAnswerGetsTheServersOnly() throws {
        let proxy = "127.0.0.1:\(server.port("lockedproxy"))"
        let sink = EverythingSink()
        let transport = try makeTransport(
            proxyCredential: ProxyCredential(user: "anna", password: ProxyPassword("geheim"))
        ) { $0.proxy = "http://" + proxy }
        let response = try transport.send(
            Request("GET", WebURL("http://plain.fedauth.test/x")), limit: 1000, streams: ContentStreams(sink: sink))
        #expect(response.status == 200 && sink.text == "from the proxy")
    }

    private final class EverythingSink: ContentSink {
        var text = ""
        func wants(_ head: Response) throws(FedauthError) -> Bool { true }
        func take(_ bytes: UnsafeRawBufferPointer) throws(FedauthError) {
            text += String(decoding: bytes, as: UTF8.self)
        }
    }

    /// A known password that counts how often it is read.
    private final class ProxyPassword: SecretSource {
        let description = "test"
        private let text: String
        private(set) var reads = 0

        init(_ text: String) { self.text = text }

        func secret() throws(FedauthError) -> Secret {
            reads += 1
            return Secret(text.utf8)
        }
    }

    /// libcurl repeats the address of a proxy in its messages, and gets the password within an address.
    @Test func messagesDoNotHoldTheProxysPassword() throws {
        let credential = try ProxyCredential(user: "anna", password: ProxyPassword("geheim"))
        for place in ["a%zz", "{b}:1080", "c:99999", "[::1", "127.0.0.1:\(server.port("refused"))"] {
            let error = try failure {
                try makeTransport(proxyCredential: credential) { $0.proxy = "socks5h://" + place }
                    .get("/echo", port: "good", host: "x.fedauth.test")
            }
            #expect(
                error.code != .other && !"\(error)".contains("geheim") && !"\(error.causes)".contains("@"), "\(error)")
        }
        let refused = try failure { try makeTransport { $0.proxy = "http://anna:geheim@proxy.example.org:3128" } }
        #expect(refused.code == .usage)
        #expect(refused.message == "'--proxy' has a user name or a password in front of 'proxy.example.org:3128'")
        #expect(refused.hint?.contains("'--proxy-user'") == true)
        let slash = try failure { try makeTransport { $0.proxy = "http://anna:ge/heim@proxy.example.org:3128" } }
        #expect(slash.message == refused.message)
        let path = try failure { try makeTransport { $0.proxy = "http://proxy.example.org:3128/geheim" } }
        #expect(path.code == .usage && !path.message.contains("geheim"))
        let unreadable = try failure { try makeTransport { $0.proxy = "ftp://anna:geheim@host" } }
        #expect(unreadable.code == .usage)
        #expect(!unreadable.message.contains("geheim"))
    }

    /// `LoopbackServer` sets all of these variables for the whole process, so every other test covers them too.
    @Test func theEnvironmentNamesNoProxy() throws {
        _ = server
        #expect(getenv("http_proxy") != nil && getenv("https_proxy") != nil && getenv("all_proxy") != nil)
        #expect(try makeTransport().get("/echo").status == 200)
        #expect(try makeTransport().get("/echo", port: "good").status == 200)
        // no_proxy does not disable a proxy that an option names.
        #expect(getenv("no_proxy") != nil)
        let dead = "http://127.0.0.1:\(server.port("refused"))"
        let transport = try makeTransport {
            $0.proxy = dead
            $0.resolve = ["direct.fedauth.test:\(server.port("http")):127.0.0.1"]
        }
        let error = try failure { try transport.get("/echo", host: "direct.fedauth.test") }
        #expect(error.message.contains("the proxy"))
    }

    /// A server that is nearer than the request may go gets nothing, also on a connection that is open already.
    @Test(arguments: ["http", "good"])
    func aServerThatIsTooNearGetsNothing(_ port: String) throws {
        let transport = try makeTransport()
        var request = try Request("POST", url("/echo", port: port), body: SharedSecret(text: "a=b"))
        #expect(try transport.send(request).space == .machine)
        request.nearest = .machine
        #expect(try transport.send(request).space == .machine)
        for space in [AddressSpace.link, .site, .world] {
            request.nearest = space
            let error = try failure { try transport.send(request) }
            #expect(error.code == .refusedHost && error.message.contains("on this machine"), "\(error.message)")
        }
        request.nearest = nil
        #expect(try transport.send(request).status == 200)
    }

    /// An address that the user gives is the user's word; the address of a proxy says nothing of the server.
    @Test func anAddressOfTheUserOrOfAProxyTellsNothing() throws {
        let port = server.port("http")
        for (entry, isNamed) in [
            ("a.localhost:\(port):127.0.0.1", true), ("+A.localhost:\(port):127.0.0.1", true),
            ("*:\(port):127.0.0.1", true),
            ("a.localhost:1:127.0.0.1", false), ("b.localhost:\(port):127.0.0.1", false),
        ] {
            let transport = try makeTransport { $0.resolve = [entry] }
            var request = try Request("GET", url("/echo", host: "a.localhost"))
            #expect(try transport.send(request).space == (isNamed ? nil : .machine), "\(entry)")
            request.nearest = .world
            #expect((try? transport.send(request).status) == (isNamed ? 200 : nil), "\(entry)")
        }
        let transport = try makeTransport { $0.proxy = "127.0.0.1:\(server.port("proxy"))" }
        var request = try Request("GET", WebURL("http://plain.fedauth.test/x"))
        request.nearest = .world
        #expect(try transport.send(request).space == nil)
    }
}
