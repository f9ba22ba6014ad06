import Secrets
import Support
import Testing

@testable import Core

/// Tests the page that is made of a trace, and the messages that a trace decodes.
struct TracePageTests {
    private final class Lines: TraceSink {
        var all: [String] = []
        var text: String { all.map { $0.printable + "\n" }.joined() }
        func write(_ text: String) { all.append(text) }
    }

    private let lines = Lines()
    private let clock = TestClock(1_763_726_400)
    private let trace: ConversationTrace
    private var html: String { TracePage(text: lines.text).html }

    init() {
        trace = ConversationTrace(lines, known: KnownSecrets(isWanted: true), showsSecrets: false, clock: clock)
        trace.begin(by: "fedauth/1")
    }

    private func post(_ fields: [(String, String)], to url: String) throws -> Request {
        let body = fields.map { FormBody.field($0.0, SharedSecret(text: $0.1)) }.map { field in
            field.withBytes { String(decoding: $0, as: UTF8.self) }
        }
        return Request(
            "POST", try WebURL(url), headers: [.init("Content-Type", "application/x-www-form-urlencoded")],
            body: SharedSecret(text: body.joined(separator: "&")))
    }

    private static let packed = [
        """
        fZFPS8QwEMW/Ssm926YHD0NbKVuEwiqyqx68SGhHNtD8MTMV/famWcR6UMjpzbz3m0dqUmb20C18tkd8W5A4+zCzJUiDRizBglOkCawySMAjnLrbA1S7Enxw7EY3i2zo\
        G/EiRfaEgbSzjYjjqBItOFhiZTlKZXWVS5lX8kFWUJbxPYusj0RtFSfXmdkTFIWefEHkrhntarWI04wxviPCsK7unaXFYDhheNcjPh4PP2byhRpJZDcujJiKNYLDgqKt\
        106Qrgqblv+XVN9M0W4IBllNilVdbDIvAA93MWTo792sx8/1DKP4b4bcyaToKX9Nq4BG6bmbpoBEomgviN9/1H4B
        """,
        """
        sylOzM0psHIsLcnIC0otLE0tLlGoyM3JK7YCS9gqlRblWeUnFmcWW+Ul5qYWW5UkWwU7+vpYGekZWBUU5ZfkJ+fnKCl4utgqxRsqKYSlFhVn5ufZKgGlgaLFxaWp\
        nnnFJYl5JUAhAyMzXUNDXSPDEEMjKwMDIIpSUnAB2piZl1gC1pVRUlJQbKWvn5lSoF9cnG9fkpoH0pqXmpqSkwo03rG4OLUIpNQ5P6+4NDe1KDi1qCwzOTU0yAeh\
        ubhAPzG5WEnBLb8oORXsMVulkqLSVCU7G5CfrMCuKkLyJX5PJsLsVLJDsiE3tSQxJbEk0UYfyUyIBQVWfkBDPF0C8nMykytBzshNLMFth6GeIVgkM0U3DazUKjU3\
        MTPHMSWlKLW4WEnfDmIFahzZAQA=
        """,
    ]

    @Test(arguments: packed) func aRequestByRedirectIsDecoded(_ packed: String) throws {
        let url = try WebURL("https://idp/sso?\(query("SAMLRequest", packed.replacing("\n", with: "")))&RelayState=x")
        trace.write(Request("GET", url))
        let text = lines.text
        for fact in [
            "= message SAML AuthnRequest, by redirect", "=   destination: https://idp/sso?tenant=…",
            "=   answer to: https://sp/acs", "=   issuer: https://sp/metadata", "=   asks for: ForceAuthn",
            "=   issued: 2026-11-21T12:00:00Z, in 365 d: NOT YET, by this machine's clock",
            "=   name: …, format emailAddress",
        ] { #expect(text.contains(fact), "\(fact) in \(text)") }
        #expect(!text.contains("needle"), "\(text)")
        // A provider's form may carry it on.
        trace.write(try post([("SAMLRequest", packed.replacing("\n", with: ""))], to: "https://idp/login"))
        #expect(lines.text.contains("= message SAML AuthnRequest, by POST"), "\(lines.text)")
    }

    private func query(_ name: String, _ value: String) -> String {
        FormBody.field(name, SharedSecret(text: value)).withBytes { String(decoding: $0, as: UTF8.self) }
    }

    @Test(arguments: ["", "x", "AA==", "7VVVVVVV", "AQEA/v8="]) func whatIsNotCompressedIsSaidToBeNone(_ value: String)
        throws
    {
        trace.write(Request("GET", try WebURL("https://idp/?" + query("SAMLRequest", value))))
        #expect(lines.text.contains("message SAML "), "\(lines.text)")
    }

    @Test func aResponseTellsItsTimesAndNamesOnly() throws {
        let xml = """
            <samlp:Response IssueInstant="2025-11-21T12:00:00Z" Destination="https://sp/acs"><saml:Issuer>https://idp</saml:Issuer>
            <samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status><saml:Assertion>
            <ds:Signature/><saml:NameID Format="urn:x:persistent">needle1</saml:NameID><saml:Conditions NotBefore="2025-11-21T11:59:00Z"
            NotOnOrAfter="2025-11-21T11:59:30Z"><saml:Audience>https://sp</saml:Audience></saml:Conditions><saml:AuthnStatement
            SessionNotOnOrAfter="2025-11-21T20:00:00Z"/><saml:Attribute Name="mail"><saml:AttributeValue>needle2</saml:AttributeValue>
            </saml:Attribute><saml:Attribute Name="uid"/></saml:Assertion></samlp:Response>
            """
        let encoded = Base64.encode(SharedSecret(text: xml)).withBytes { String(decoding: $0, as: UTF8.self) }
        trace.write(try post([("SAMLResponse", encoded)], to: "https://sp/acs"))
        trace.write(Response(status: 403, url: try WebURL("https://sp/acs")))
        let (text, html) = (lines.text, html)
        for fact in [
            "message SAML Response, by POST", "status: Success",
            "signature: on the assertion; a trace does not check it",
            "audience: https://sp", "valid until: 2025-11-21T11:59:30Z, 30 s ago: OVER, by this machine's clock",
            "session until: 2025-11-21T20:00:00Z, in 8 h", "attributes: mail, uid (their values are left out)",
            "name: …, format persistent",
        ] { #expect(text.contains("= " + fact) || text.contains("=   " + fact), "\(fact) in \(text)") }
        #expect(!text.contains("needle") && !html.contains("needle"))
        #expect(html.contains("<dd class=bad>2025-11-21T11:59:30Z, 30 s ago: OVER"), "\(html)")
        #expect(html.contains("Worth a look") && html.contains("status 403"))
    }

    @Test func otherProtocolsAreDecoded() throws {
        trace.write(
            Request(
                "GET",
                try WebURL(
                    "https://adfs/adfs/ls?wa=wsignin1.0&wtrealm=urn%3Aapp&wreply=https%3A%2F%2Fsp%2Fx%3Fneedle%3D1")))
        trace.write(
            Request(
                "GET",
                try WebURL(
                    "https://op/authorize?client_id=app&response_type=code&scope=openid+mail&redirect_uri=https%3A%2F%2Fsp%2Fcb"
                        + "&state=needle2&nonce=needle3&code_challenge=needle4&code_challenge_method=S256")))
        trace.write(Request("GET", try WebURL("https://sp/cb?code=needle5&state=needle2&iss=https%3A%2F%2Fop")))
        trace.write(try post([("grant_type", "authorization_code"), ("code", "needle5")], to: "https://op/token"))
        trace.write(Request("GET", try WebURL("https://cas/login?service=https%3A%2F%2Fsp%2Fapp")))
        trace.write(Request("GET", try WebURL("https://sp/app?ticket=ST-needle6")))
        let claims = Base64.encode(
            SharedSecret(text: #"{"iss":"https://op","aud":"app","exp":1763726000,"sub":"needle7"}"#)
        ).withBytes { String(decoding: $0, as: UTF8.self) }.replacing("=", with: "")
        trace.write(
            Response(
                status: 200, url: try WebURL("https://op/token"),
                body: SharedSecret(text: #"{"access_token":"needle8","id_token":"e30.\#(claims).c2ln"}"#)))
        let text = lines.text
        for fact in [
            "= message WS-Federation wsignin1.0", "=   realm: urn:app", "=   answer to: https://sp/x?needle=…",
            "= message OpenID Connect authorization request", "=   client: app", "=   scope: openid mail",
            "=   PKCE: S256", "=   carries: state, nonce, code_challenge", "= message OAuth authorization answer",
            "=   issuer: https://op", "=   carries: code, state", "= message OAuth token request: authorization_code",
            "= message CAS request", "=   service: https://sp/app", "= message CAS service ticket",
            "= message OpenID Connect ID token", "=   audience: app", "6 min ago: OVER",
        ] { #expect(text.contains(fact), "\(fact) in \(text)") }
        #expect(!text.replacing("needle=…", with: "").contains("needle"), "\(text)")
    }

    @Test func thePageTellsWhoSentWhatAndWhatItWasTakenFor() throws {
        let page = Page(
            title: "Sign in",
            forms: [
                LoginForm(
                    action: "/login",
                    fields: [FormField(kind: .text, name: "username"), FormField(kind: .password, name: "pw")])
            ], errors: ["wrong"])
        let pages = ScriptedReader()
        pages.pages["it"] = page
        trace.write(Request("GET", try WebURL("https://sp.example/start")))
        var response = Response(status: 200, url: try WebURL("https://sp.example/start"))
        response.setCookies = [SharedSecret(text: "good=1; Path=/"), SharedSecret(text: "bad=1; Domain=other.example")]
        var jar = CookieJar()
        response.refusedCookies = jar.store(response, suffixes: NoSuffixes(), now: clock.now)
        trace.write(response)
        trace.writeCookies(of: response)
        _ = try TracingReader(pages, sink: lines, known: KnownSecrets()).page(
            html: SharedSecret(text: "it"), charset: nil)
        trace.write(AnswerMeaning(response, page: page, expecting: .content()), of: response)
        trace.tell("question", "Password for ada: ")
        trace.tell("answered", "")
        trace.write(Request("GET", try WebURL("https://idp.example/logo.png")), isOfBrowser: true)
        trace.end(FedauthError(.refused, "no <b>way</b>", hint: "ask & see"))
        let html = html
        for part in [
            "<b>GET</b> /start", "<b>200</b>", "page &#39;Sign in&#39;, 1 form<", "2 requests to 2 servers",
            "<b>GET /login</b>",
            "username (text) <span class=role>user name</span>", "pw (password) <span class=role>password</span>",
            "a login form, for user name and password", "a demand: a login page", "1 cookie kept", "1 cookie dropped",
            "bad: dropped, its Domain is not the server&#39;s", "Password for ada:", "answered",
            "<b class=c2>browser</b>",
            "<details class=\"x part\"", "no &lt;b&gt;way&lt;/b&gt;", "hint: ask &amp; see", "exit status 3",
        ] { #expect(html.contains(part), "\(part) in \(html)") }
    }

    /// No request shows what ends a sign-in at a finish that is not requested, nor a response that says no.
    @Test func anAnswerThatIsNotSentOnIsDecoded() throws {
        let url = try WebURL("https://sp/acs")
        let xml = """
            <samlp:Response Destination="https://sp/acs"><saml:Issuer>https://idp</saml:Issuer><samlp:Status><samlp:StatusCode
            Value="urn:x:status:Responder"/></samlp:Status></samlp:Response>
            """
        let encoded = Base64.encode(SharedSecret(text: xml)).withBytes { String(decoding: $0, as: UTF8.self) }
        trace.write(Request("GET", url))
        trace.write(Response(status: 200, url: url))
        let form = try post([("SAMLResponse", encoded), ("RelayState", "needle1")], to: "https://sp/acs").body
        trace.write(
            .content,
            of: Document(response: Response(status: 200, url: url), finishAnswer: FinishAnswer(url, form: form)))
        let text = lines.text
        for fact in [
            "= taken for the finish, which is not requested: https://sp/acs", "= message SAML Response, by POST",
            "=   destination: https://sp/acs", "=   issuer: https://idp", "=   status: Responder",
        ] { #expect(text.contains(fact), "\(fact) in \(text)") }
        #expect(!text.contains("nothing asks for a sign-in") && !text.contains("needle"), "\(text)")
        #expect(html.contains("<dd class=bad>Responder") && html.contains("Worth a look"), "\(html)")
        let (pages, read) = (ScriptedReader(), Lines())
        pages.response = SAMLResponse(statusCodes: ["Responder", "AuthnFailed"], issuer: "https://idp")
        _ = try TracingReader(pages, sink: read, known: KnownSecrets(), clock: clock).samlResponse(
            xml: SharedSecret(text: xml))
        #expect(read.text.contains("=   destination: https://sp/acs"), "\(read.text)")
        #expect(read.all.first.map { TracePage.isFault($0.dropFirst(2)) } == true, "\(read.text)")
    }

    private final class NoSuffixes: PublicSuffixes {
        func isPublicSuffix(_ domain: String) -> Bool { false }
    }

    /// What a server says is text on the page, wherever it stands.
    @Test func nothingOfAServerIsMarkup() throws {
        let evil = "</title></style><script>alert(1)</script><img src=x onerror='y'>\" onclick=\"z"
        lines.write("# request 1 at 0.001 s")
        lines.write("> \(evil) https://h/\(evil)")
        lines.write("> \(evil)")
        lines.write("= \(evil)")
        for line in [
            "message \(evil)", "page '\(evil)'", "  POST \(evil): \(evil) (text) as \(evil), x",
            "cookie \(evil): dropped, \(evil)",
        ] {
            lines.write("= " + line)
        }
        lines.write("# answer 1 at \(evil)")
        lines.write("# \(evil) at 0.100 s")
        lines.write("* \(evil)")
        lines.write("# request 2 at 0.002 s, by the browser")
        lines.write("> GET https://\(evil)/")
        lines.write("# answer 2 at 0.100 s")
        lines.write("< \(evil)")
        lines.write("# end at 0.2 s")
        lines.write("! \(evil)")
        let html = html
        for tag in ["<script", "<img", "</title></style>", "onclick=\"", "onerror='"] {
            #expect(!html.contains(tag), "\(tag) in \(html)")
        }
        #expect(
            html.components(separatedBy: "</title>").count == 2 && html.components(separatedBy: "</style>").count == 2)
        #expect(html.contains("content=\"default-src 'none'; style-src 'unsafe-inline'\""))
        for way in ["src=", "@import", "url(", "http-equiv=\"refresh"] {
            let own = html.replacing("alert(1)", with: "").replacing("src=x", with: "")
            #expect(!own.contains(way), "\(way)")
        }
    }

    @Test(arguments: [
        "-9223372036854775808", "9223372036854775807", "99999999999999999999", "-0.001", "9223372036854775.807",
    ])
    func aTimeThatCannotBeIsNone(_ time: String) {
        for (begin, end) in [(time, "1.000"), ("1.000", time), (time, time)] {
            let text =
                "# request 1 at \(begin) s\n> GET https://sp/a\n# answer 1 at \(end) s\n< 200\n# end at \(time) s\n"
            let html = TracePage(text: text).html
            #expect(html.contains("<b>200</b>") && !html.contains(time) && !html.contains(" ms</small>"), "\(html)")
        }
    }

    @Test func linesMayEndAsThoseOfWindows() {
        let text =
            "# fedauth/1\n# request 1 at 0.001 s\n> GET https://sp/a\n# answer 1 at 0.003 s\n< 200\n# end at 0.004 s\n= done\n"
        let page = TracePage(text: text.replacing("\n", with: "\r\n")).html
        #expect(page == TracePage(text: text).html && page.contains("<small>2 ms</small>"), "\(page)")
    }

    @Test func theAddressesThatMetadataNamesAreShown() throws {
        let metadata =
            #"{"token_endpoint":"https://op/token","jwks_uri":"https://op/session-keys","#
            + #""token_endpoint_auth_methods_supported":["client_secret_basic"],"session_state":"needle-of-it"}"#
        let found = ConversationSecrets.of(
            Response(status: 200, url: try WebURL("https://op/"), body: SharedSecret(text: metadata)))
        #expect(found.count == 1 && found.first?.equals("needle-of-it") == true)
    }

    @Test(arguments: [
        (#"{"password":"https://my.p4ss"}"#, ["https://my.p4ss"]),
        (#"{"session_url":"https://op/reset/dGhpcyBpcyBvcGFxdWU1?code=n33dle"}"#, ["n33dle", "dGhpcyBpcyBvcGFxdWU1"]),
        (#"{"token_type":"Bearer","iss":"https://op","pin":"true","authorization_servers":["https://op"]}"#, []),
        (#"{"client_id":"0b6f2a4c1d1e4b7a9a550f31c2d1aa10","id_token_hint":"n33dle"}"#, ["n33dle"]),
    ]) func ofWordsAndAddressesOnlyTheSecretIsMasked(_ json: String, _ secrets: [String]) throws {
        let found = ConversationSecrets.of(
            Response(status: 200, url: try WebURL("https://op/"), body: SharedSecret(text: json)))
        #expect(found.map { $0.withBytes { String(decoding: $0, as: UTF8.self) } } == secrets)
    }

    @Test func aRequestWhoseAddressIsMaskedIsARow() {
        for line in ["> POST ***", "> POST"] {
            let page = TracePage(text: "# request 1 at 0.001 s\n\(line)\n# answer 1 at 0.003 s\n< 200\n").html
            #expect(page.contains("(address left out)") && page.contains("<b>200</b>"), "\(page)")
        }
    }

    @Test(arguments: [
        ("open 'https://op/authorize?state=needle&x=needle', then", "open 'https://op/authorize?state=…&x=…', then"),
        ("  http://localhost:4000/needle/", "http://localhost:4000/…"), ("no address: it is", "no address: it is"),
        ("URL=https://ada:needle@h/x;", "URL=https://…;"), ("(https://h/x#needle).", "(https://h/x)."),
        ("go to app://needle?code=needle", "go to app://…"), ("://needle", "://…"),
    ])
    func addressesInNotesHoldNoValues(_ text: String, _ shown: String) {
        trace.tell("note", text)
        #expect(lines.all.last == "* " + shown)
    }

    @Test(arguments: [false, true]) func thePageTellsWhetherItHoldsSecrets(_ showsSecrets: Bool) throws {
        let trace = ConversationTrace(lines, known: KnownSecrets(), showsSecrets: showsSecrets, clock: clock)
        trace.begin(by: "fedauth/1")
        trace.write(Request("GET", try WebURL("https://sp/a")))
        trace.end(nil, handsOver: showsSecrets)
        #expect(lines.text.contains(", with secrets\n") == showsSecrets)
        #expect(html.contains("class=\"end bad\">It holds secrets") == showsSecrets, "\(html)")
        #expect(html.contains("may be secret are left out") != showsSecrets)
        #expect(html.contains(showsSecrets ? "It handed over to the command." : "It ended without an error."))
    }

    @Test func anUnfinishedTraceIsRead() throws {
        trace.write(Request("GET", try WebURL("https://sp/a")))
        let html = TracePage(text: TracePage.head + lines.text).html
        #expect(html.contains("<b>GET</b> /a") && html.contains("had not ended"), "\(html)")
        #expect(TracePage(text: "").isEmpty && TracePage(text: "> no trace\n").isEmpty)
    }
}
