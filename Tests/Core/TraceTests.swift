import Secrets
import Support
import Testing

@testable import Core

/// Tests the trace of a conversation in which servers repeat secrets.
struct TraceTests {
    /// A file in memory.
    final class File: TraceFile {
        private(set) var bytes: [UInt8] = []
        private(set) var rewrites = 0
        var text: String { String(decoding: bytes, as: UTF8.self) }

        func append(_ text: borrowing Secret) { text.withBytes { bytes += $0 } }
        func rewrite(from start: Int, _ text: borrowing Secret) {
            rewrites += 1
            bytes.removeSubrange(start...)
            append(text)
        }
    }

    /// A transport and a page reader with a trace.
    private final class Scene {
        let web = ScriptedWeb()
        let pages = ScriptedReader()
        let file = File()
        let known = KnownSecrets()
        let transport: TracingTransport
        let reader: TracingReader
        let trace: StruckTrace
        let conversation: ConversationTrace
        /// The page that is made of what was written.
        var page: String { TracePage(text: file.text).html }

        init() {
            trace = StruckTrace(to: file, striking: known, showsSecrets: false)
            conversation = ConversationTrace(trace, known: known, showsSecrets: false, clock: TestClock())
            transport = TracingTransport(web, trace: conversation)
            reader = TracingReader(pages, sink: trace, known: known)
        }

        @discardableResult
        func send(
            _ method: String, _ url: String, headers: [Request.Header] = [], body: String? = nil
        ) throws -> Response {
            try transport.send(
                Request(method, try WebURL(url), headers: headers, body: body.map(SharedSecret.init(text:))),
                maximumBodyBytes: 1 << 20, deadline: Deadline(seconds: 5, from: TestClock()))
        }

        func read(_ page: Page) throws {
            pages.pages["it"] = page
            _ = try reader.page(html: SharedSecret(text: "it"), charset: nil)
        }

        func learn(_ text: String) { known.learn(Secret(text.utf8)) }
    }

    /// The ways in which fedauth learns each kind of secret.
    private static var kinds: [(name: String, secret: String, tell: (Scene, String) throws -> Void)] {
        [
            ("typed or from a source", "Pa55 \"w<o>rd&ü\\'+/", { $0.learn($1) }),
            ("one-time code", "493817", { $0.learn($1) }),
            ("four bytes", "z9Q!", { $0.learn($1) }),
            (
                "cookie that is set", "c00kieValue%2Fx",
                { scene, secret in
                    try scene.web.on("GET", "https://idp/tell", cookies: ["sid=\(secret); Path=/; HttpOnly"])
                    try scene.send("GET", "https://idp/tell")
                }
            ),
            ("cookie that is sent", "s3ntCookie", { try tell($0, header: .init("Cookie", "a=b; sid=\($1)")) }),
            (
                "bearer token", "eyJhbGciOi.eyJzdWIi.c2ln",
                { try tell($0, header: .init("Authorization", "Bearer \($1)")) }
            ),
            (
                "password of Basic", "b4sic:pass",
                { scene, secret in
                    let pair = Base64.encode(SharedSecret(text: "ada:" + secret))
                    var value = Secret(Array("Basic ".utf8))
                    pair.withBytes { value.append($0) }
                    try tell(scene, header: .init("Authorization", SharedSecret(value)))
                }
            ),
            (
                "response of Digest", "6629fae49393a05397450978507c4ef1",
                {
                    try tell(
                        $0,
                        header: .init("Authorization", "Digest nonce=\"n\", response=\"\($1)\", nc=1"))
                }
            ),
            ("content that is one word", "n33dle", { sent("\($1)\r\n", $0) }),
            ("line of content", "n33dle", { sent("one\n  \($1)\ntwo", $0) }),
            ("field of content", "n33d+le/&x", { sent("a=b&which=\(Self.percent.encode($1))", $0) }),
            ("JSON in content", "n33dle", { sent("{\"a\":[1,{\"which\":\"\($1)\"}]}", $0) }),
            ("number of content", "493817", { sent("{\"which\":\($1)}", $0) }),
            ("XML in content", "n33d&le", { sent("<a><b c='d'>\(XMLText.escaped($1))</b></a>", $0) }),
            (
                "password in long content", "n33dle",
                { sent(String(repeating: "a=b&", count: 2000) + "password=\($1)", $0) }
            ),
            ("header of a provider", "my-k3y", { try tell($0, header: .init("X-Role-Of-Mine", $1)) }),
            ("header against cross-site requests", "csrf~t0ken", { try tell($0, answer: ("x-csrf-token", $1)) }),
            ("code in a redirect", "auth-c0de", { try tell($0, answer: ("location", "https://sp/end?code=\($1)")) }),
            (
                "token in a fragment", "fragm3nt",
                { try tell($0, answer: ("location", "https://sp/end#access_token=\($1)")) }
            ),
            (
                "session in a path", "0A1B2C3D",
                { try tell($0, answer: ("location", "https://sp/x;jsessionid=\($1)/y")) }
            ),
            (
                "SAML response", "PHNhbWxwOlJlc3BvbnNlPg==",
                { scene, secret in
                    try scene.web.on("POST", "https://sp/acs")
                    try scene.send(
                        "POST", "https://sp/acs", headers: [.init("Content-Type", "application/x-www-form-urlencoded")],
                        body: "SAMLResponse=\(secret.replacing("=", with: "%3D"))&RelayState=https://sp/")
                }
            ),
            (
                "hidden field", "h1ddenToken",
                { scene, secret in
                    try scene.read(
                        Page(forms: [
                            LoginForm(fields: [
                                FormField(kind: .hidden, name: "csrf_token", value: SharedSecret(text: secret))
                            ])
                        ]))
                }
            ),
            (
                "field for a password", "kennw0rt",
                { scene, secret in
                    try scene.read(Page(forms: [LoginForm(fields: [FormField(kind: .password, name: "j_geheim")])]))
                    try scene.web.on("POST", "https://idp/j")
                    try scene.send(
                        "POST", "https://idp/j", headers: [.init("Content-Type", "application/x-www-form-urlencoded")],
                        body: "j_user=ada&j_geheim=\(secret)")
                }
            ),
            (
                "member of JSON", "acc355-token",
                { scene, secret in
                    try scene.web.on("GET", "https://idp/json", page: #"{"a":[{"access_token":"\#(secret)"}]}"#)
                    try scene.send("GET", "https://idp/json")
                }
            ),
            (
                "password of WS-Trust", "tru5t&more",
                { scene, secret in
                    try scene.web.on("POST", "https://sts/")
                    try scene.send(
                        "POST", "https://sts/", headers: [.init("Content-Type", "application/soap+xml")],
                        body:
                            "<s:E><o:Username>ada</o:Username><o:Password Type=\"x\">\(XMLText.escaped(secret))</o:Password></s:E>"
                    )
                }
            ),
            (
                "pushed request", "urn:x:r3quest",
                { try tell($0, answer: ("location", "https://idp/a?client_id=c&request_uri=\($1)")) }
            ),
            ("state", "st4te", { try tell($0, answer: ("location", "https://idp/a?state=\($1)&response_type=code")) }),
            ("user code", "WDJB-MJHT", { try told(#"{"user_code":"\#($1)","expires_in":30}"#, $0) }),
            ("device code", "d3vice", { try told(#"{"device_code":"\#($1)","interval":5}"#, $0) }),
            (
                "code in an address", "WDJB-MJHT",
                { try told(#"{"verification_uri_complete":"https://idp/go?user_code=\#($1)"}"#, $0) }
            ),
            ("secret of a client", "cl1ent", { try told(#"{"client_id":"c","client_secret":"\#($1)"}"#, $0) }),
            (
                "opaque value", "dGhpcyBpcyBvcGFxdWU1",
                { try tell($0, answer: ("location", "https://sp/end?what=\($1)")) }
            ),
        ]
    }

    private static let percent = PercentEncoding { $0.isLetter || $0.isDigit || "-._~".utf8.contains($0) }

    private static func sent(_ text: String, _ scene: Scene) {
        var content = SentContent(scene.known)
        content.learn(SharedSecret(text: text))
    }

    private static func tell(_ scene: Scene, header: Request.Header) throws {
        try scene.web.on("GET", "https://idp/told")
        try scene.send("GET", "https://idp/told", headers: [header])
    }

    private static func told(_ json: String, _ scene: Scene) throws {
        let address = "https://idp/json/\(json.utf8.count)"
        try scene.web.on("GET", address, page: json)
        try scene.send("GET", address)
    }

    private static func tell(_ scene: Scene, answer: (String, String)) throws {
        try scene.web.on("GET", "https://idp/answers", status: 302, headers: [answer])
        try scene.send("GET", "https://idp/answers")
    }

    /// Puts `text` into every part of a message that a trace shows.
    private func echo(_ text: String, in scene: Scene) throws {
        let quoted = text.replacing("\"", with: "'").replacing("\\", with: "/")
        let path = "/at/\(text.replacing("?", with: "").replacing("#", with: ""))/end"
        try scene.web.on(
            "GET", try WebURL("https://sp/").resolving(path).description, status: 302,
            headers: [
                ("server", "Apache \(text) 1"), ("via", text), ("location", "https://sp\(path)?\(text)=x#\(text)"),
                ("www-authenticate", "Basic realm=\"\(quoted)\""),
            ], cookies: ["\(quoted)=v; Path=/p/\(quoted); \(quoted)=w"], page: "{\"\(quoted)\":1}")
        try scene.send("GET", "https://sp\(path)")
        _ = try? scene.send("GET", "https://nowhere\(path)")
        try scene.read(
            Page(
                title: "Hello, your word is \(text), isn't it",
                forms: [LoginForm(action: path, fields: [FormField(kind: .text, name: "f-" + text)])],
                errors: ["'\(text)' is wrong"]))
        scene.pages.response = SAMLResponse(statusCodes: ["Success", text], issuer: "https://idp/\(text)")
        _ = try scene.reader.samlResponse(xml: SharedSecret(text: ""))
        var answer = Response(status: 302, url: try WebURL("https://sp/"))
        answer.headers = [("location", "https://sp/at?\(text)")]
        answer.setCookies = [SharedSecret(text: "\(quoted)=v; Domain=\(quoted)")]
        scene.conversation.writeCookies(of: answer)
        scene.conversation.write(.step(try? WebURL("https://sp\(path)")), of: answer)
        scene.conversation.tell("note", "it is \(text)")
        scene.conversation.end(FedauthError(.refused, "it says \(text)", hint: "not \(text)"))
    }

    private func forms(_ secret: String) -> [String] {
        let percent = Self.percent.encode(secret)
        let base64 = Base64.encode(SharedSecret(text: "x:" + secret + ":y")).withBytes {
            String(decoding: $0, as: UTF8.self)
        }
        return [
            secret, percent, XMLText.escaped(secret), base64,
            secret.uppercased() == secret ? secret : secret.asciiLowercased,
        ]
    }

    @Test func noSecretThatIsKnownStandsAnywhere() throws {
        for kind in Self.kinds {
            for (number, form) in forms(kind.secret).enumerated() {
                let scene = Scene()
                try kind.tell(scene, kind.secret)
                try echo(form, in: scene)
                let text = scene.file.text
                // A semicolon ends the name of a cookie.
                for place in [
                    "Apache", "via", "realm", form.contains(";") ? "set-cookie" : "path=/p", "/at/", "isn't it",
                    "(text)", "is wrong", "SAML response", "! ",
                ] {
                    #expect(text.contains(place), "\(kind.name), \(number): \(place) in \(text)")
                }
                // The first and last base64 digits also depend on the surrounding text.
                let needle = number == 3 ? String(form.dropFirst(6).dropLast(8)) : form
                guard needle.utf8.count >= 4 else { continue }
                for line in text.split(separator: "\n") where line.asciiLowercased.contains(needle.asciiLowercased) {
                    Issue.record("\(kind.name), form \(number): \(line)")
                }
                let page = scene.page.asciiLowercased
                for shown in [needle, XMLText.escaped(needle)] where page.contains(shown.asciiLowercased) {
                    Issue.record("\(kind.name), form \(number): on the page")
                }
            }
        }
    }

    /// A page shows the secret before fedauth learns it.
    @Test func whatBecomesKnownLaterIsStruckThen() throws {
        for kind in Self.kinds {
            let scene = Scene()
            try echo(kind.secret, in: scene)
            #expect(scene.file.text.contains("your word is \(kind.secret)"), "\(kind.name)")
            try kind.tell(scene, kind.secret)
            #expect(!scene.file.text.contains(kind.secret), "\(kind.name): \(scene.file.text)")
            #expect(scene.file.text.contains("your word is ***, isn't it") && scene.file.rewrites == 1, "\(kind.name)")
            // Later lines follow the rewritten text.
            let before = scene.file.text
            scene.trace.write("the end")
            #expect(scene.file.text == before + "the end\n")
        }
    }

    @Test func ofASecretThatIsCutNothingIsLeft() throws {
        let scene = Scene()
        scene.learn("correct-horse-battery")
        for length in 175..<200 {
            try scene.read(Page(title: String(repeating: ".", count: length) + "correct-horse-battery" + "...."))
        }
        #expect(!scene.file.text.contains("cor"), "\(scene.file.text)")
        #expect(scene.file.text.contains("***…"))
    }

    /// A long upload must not turn off the trace.
    @Test func longContentLeavesTheTraceAsItIs() throws {
        let scene = Scene()
        Self.sent((0..<40_000).map { "line\($0)x" }.joined(separator: "\n"), scene)
        Self.sent("[" + (0..<10_000).map { "\"token\($0)12345678\"" }.joined(separator: ",") + "]", scene)
        #expect(!scene.known.isFull)
        scene.trace.write("line17x")
        #expect(scene.file.text == "line17x\n")
    }

    /// Short secrets occur in ordinary text too often to be searched for. Fields that carry secrets are masked as a whole.
    @Test func shortSecretsAreNotLookedFor() throws {
        let scene = Scene()
        scene.learn("abc")
        try scene.web.on("GET", "https://sp/abc", cookies: ["seen=en-US"])
        try scene.send("GET", "https://sp/abc", headers: [.init("Cookie", "a=abc")])
        try scene.read(Page(title: "abc en-US"))
        #expect(scene.file.text.contains("https://sp/abc") && scene.file.text.contains("cookie: a=…"))
        #expect(scene.file.text.contains("'abc en-US'") && scene.file.rewrites == 0)
    }

    /// A trace must stay readable, so addresses and names remain.
    @Test func whatIsNoSecretStays() throws {
        let scene = Scene()
        try scene.web.on(
            "POST", "https://idp.example.org/login", status: 302,
            headers: [("location", "https://sp.example.org/acs?next=https://sp.example.org/start&user=ada")])
        try scene.send(
            "POST", "https://idp.example.org/login",
            headers: [.init("Content-Type", "application/x-www-form-urlencoded")],
            body:
                "username=ada.lovelace&next=https%3A%2F%2Fsp.example.org%2Fstart&lang=en&authMethod=FormsAuthentication"
        )
        try scene.web.on("GET", "https://idp.example.org/logo.png")
        try scene.send(
            "GET", "https://idp.example.org/logo.png",
            headers: [
                .init("sec-fetch-dest", "image"), .init("sec-ch-ua-platform", "\"Linux\""),
                .init("access-control-request-method", "POST"), .init("priority", "u=1, i"),
            ])
        try scene.read(Page(title: "Welcome ada.lovelace at https://sp.example.org/start, FormsAuthentication"))
        try scene.read(Page(title: "An image of Linux, by POST, u=1, i"))
        #expect(!scene.file.text.contains("***"), "\(scene.file.text)")
    }

    /// What the RFCs show to everybody stands in every answer of OAuth. A trace that masked it would tell nothing.
    @Test func wordsOfOAuthStay() throws {
        let scene = Scene()
        let client = "0b6f2a4c-1d1e-4b7a-9a55-0f31c2d1aa10"
        try Self.told(
            #"{"resource":"https://api.example.org/mcp","authorization_servers":["https://idp.example.org"],"#
                + #""issuer":"https://idp.example.org","require_pushed_authorization_requests":"true","#
                + #""token_endpoint_auth_method":"client_secret_post","client_id":"\#(client)"}"#, scene)
        try Self.told(
            #"{"access_token":"n33dle-access","token_type":"Bearer","refresh_token":"n33dle-refresh","scope":"mcp read","#
                + #""issued_token_type":"urn:ietf:params:oauth:token-type:jwt","client_secret":"n33dle-secret"}"#,
            scene)
        try Self.tell(
            scene,
            answer: (
                "location",
                "https://sp.example.org/cb?code=n33dle-code&state=n33dle-state&iss=https%3A%2F%2Fidp.example.org"
            ))
        try scene.web.on("POST", "https://idp.example.org/token")
        try scene.send(
            "POST", "https://idp.example.org/token",
            headers: [.init("Content-Type", "application/x-www-form-urlencoded")],
            body: "grant_type=authorization_code&code_challenge_method=S256&client_id=\(client)&audience=\(client)"
                + "&code_verifier=n33dle-verifier&token_type_hint=refresh_token&response_type=code")
        let words = [
            "https://idp.example.org", "https://api.example.org/mcp", "true", "client_secret_post", client, "Bearer",
            "mcp read", "urn:ietf:params:oauth:token-type:jwt", "authorization_code", "S256", "refresh_token",
        ]
        for word in words { try scene.read(Page(title: "It says \(word) here")) }
        for word in words { #expect(scene.file.text.contains("It says \(word) here"), "\(scene.file.text)") }
        for secret in ["access", "refresh", "secret", "code", "state", "verifier"] {
            try scene.read(Page(title: "It says n33dle-\(secret) here"))
        }
        #expect(!scene.file.text.contains("n33dle"), "\(scene.file.text)")
    }

    @Test func moreThanCanBeLookedForEndsTheTrace() throws {
        let scene = Scene()
        scene.trace.write("one")
        scene.known.learn((0..<500).map { SharedSecret(text: "\($0)" + String(repeating: "x", count: 1000)) })
        scene.trace.write("two")
        scene.trace.write("three")
        #expect(scene.file.text.hasSuffix("the rest is left out)\n") && scene.file.text.hasPrefix("one\n"))
    }

    @Test func aLineIsNoLongerThanALine() throws {
        let scene = Scene()
        let long = String(repeating: "e\u{301}x", count: 1000)
        try echo(long, in: scene)
        #expect(scene.file.text.split(separator: "\n").allSatisfy { $0.utf8.count < 4100 })
    }

    @Test func everythingWhereSecretsWereAskedFor() throws {
        let file = File()
        let known = KnownSecrets(isWanted: true)
        let trace = StruckTrace(to: file, striking: known, showsSecrets: true)
        known.learn(Secret("s3cret".utf8))
        trace.write("it is s3cret")
        #expect(file.text == "it is s3cret\n")
    }

    /// Without a trace, secrets are not needed for masking and are not kept.
    @Test func withoutATraceNothingIsKept() {
        let known = KnownSecrets()
        known.learn(Secret("s3cret".utf8))
        let parts = SharedSecret(text: "s3cret").withBytes { known.parts(of: $0) }
        #expect(parts.isEmpty)
    }
}
