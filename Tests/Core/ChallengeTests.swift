import Secrets
import Support
import Testing

@testable import Core

struct ChallengeTests {
    private func read(_ fields: String...) -> [Challenge] { Challenge.read(fields) }

    private func challenge(_ scheme: String, _ parameters: KeyValuePairs<String, String>, token68: String? = nil)
        -> Challenge
    {
        Challenge(scheme, parameters.map { Challenge.Parameter($0.key, $0.value) }, token68: token68)
    }

    @Test func theExampleOfTheRule() {
        // RFC 9110 section 11.6.1.
        let field = #"Basic realm="simple", Newauth realm="apps", type=1, title="Login to \"apps\"""#
        #expect(
            read(field) == [
                challenge("Basic", ["realm": "simple"]),
                challenge("Newauth", ["realm": "apps", "type": "1", "title": #"Login to "apps""#]),
            ])
    }

    @Test func manyInOneAndInManyFields() {
        #expect(
            read("Negotiate, Basic realm=\"a\"") == [challenge("Negotiate", [:]), challenge("Basic", ["realm": "a"])])
        #expect(
            read("Negotiate YII+/a==", "Basic realm=\"a, Digest realm=b\"") == [
                challenge("Negotiate", [:], token68: "YII+/a=="), challenge("Basic", ["realm": "a, Digest realm=b"]),
            ])
        #expect(read("NTLM") == [challenge("NTLM", [:])])
        #expect(
            read(#"Digest REALM="z", qop="auth, auth-int", stale=FALSE"#) == [
                challenge("Digest", ["realm": "z", "qop": "auth, auth-int", "stale": "FALSE"])
            ])
    }

    @Test func whatServersGetWrong() {
        #expect(read("Basic realm=My Site") == [challenge("Basic", ["realm": "My Site"])])
        #expect(
            read("Basic realm=My Site, charset=UTF-8") == [
                challenge("Basic", ["realm": "My Site", "charset": "UTF-8"])
            ])
        #expect(read(" ,, Basic realm=\"a\" , ,") == [challenge("Basic", ["realm": "a"])])
        #expect(
            read(#"Basic realm="a" Digest realm="b" nonce="c""#) == [
                challenge("Basic", ["realm": "a"]), challenge("Digest", ["realm": "b", "nonce": "c"]),
            ])
        #expect(
            read("Basic realm=a Digest realm=b") == [
                challenge("Basic", ["realm": "a"]), challenge("Digest", ["realm": "b"]),
            ])
        #expect(read("Basic realm = \"a\"") == [challenge("Basic", ["realm": "a"])])
        #expect(read("Basic realm=\"without an end") == [challenge("Basic", ["realm": "without an end"])])
        #expect(read("Basic realm=") == [challenge("Basic", ["realm": ""])])
        #expect(read("BASIC  realm=\"a\"").first.flatMap(AuthenticationScheme.init) == .basic)
        #expect(read("realm=\"a\"") == [])
        #expect(read("") == [] && read("=") == [] && read("\"\\") == [] && read("  ") == [])
    }

    @Test func theFirstParameterOfANameCounts() {
        #expect(read("Basic realm=\"a\", realm=\"b\"").first?.realm == "a")
    }

    @Test func spoiltFieldsNeverTrap() {
        let seeds = [
            #"Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=SHA-256, nonce="7ypf/xlj9X=", opaque="F""#,
            #"Negotiate YII=, Basic realm="a\"b", charset="UTF-8", Bearer error="invalid_token""#,
            "Basic realm=My Site",
        ]
        var mutator = Mutator(seed: 7616, words: ["\"", "\\", ",", "=", " ", "realm=", "Basic ", "=="])
        for round in 0..<20_000 {
            let field = String(decoding: mutator.spoil(seeds[round % seeds.count], most: 12), as: UTF8.self)
            for challenge in Challenge.read([field]) {
                #expect(!challenge.scheme.isEmpty)
                #expect(challenge.parameters.allSatisfy { !$0.name.isEmpty })
                _ = DigestChallenge(challenge)
            }
        }
        #expect(Challenge.read([String(repeating: "a b=c, ", count: 100_000)]).count == 32)
        #expect(Challenge.read(["Basic " + String(repeating: "a=b,", count: 1000)]).first?.parameters.count == 64)
    }

    private func response(_ status: Int, _ headers: [(String, String)]) throws -> Response {
        Response(status: status, url: try WebURL("https://h/"), headers: headers.map { (name: $0.0, value: $0.1) })
    }

    private func demands(
        _ status: Int, _ headers: [(String, String)] = [], page: Page? = nil, expecting type: String? = nil,
        isSignedIn: Bool = false
    ) throws -> [SignInDemand] {
        AnswerMeaning(
            try response(status, headers), page: page,
            expecting: .init(type.map { MediaType($0) }, isSignedIn: isSignedIn)
        ).demands
    }

    @Test func whatIsAskedFor() throws {
        #expect(try demands(200) == [])
        #expect(
            try demands(401, [("www-authenticate", "Basic"), ("www-authenticate", "NTLM")]) == [
                .credentials([Challenge("Basic"), Challenge("NTLM")])
            ])
        #expect(try demands(200, [("www-authenticate", "Basic")]) == [])
        #expect(try demands(407, [("proxy-authenticate", "Basic")]) == [.proxyCredentials([Challenge("Basic")])])
        #expect(try demands(200, [("com.sap.cloud.security.login", "login-request")]) == [.saml])
        #expect(try demands(302, [("location", "https://idp/?SAMLRequest=x")]) == [.saml])
        #expect(try demands(302, [("location", "https://sts/adfs/ls/?x=1&wa=wsignin1.0#a")]) == [.wsFederation])
        #expect(try demands(302, [("location", "https://sts/?wa=wsignout1.0")]) == [])
        #expect(try demands(302, [("location", "https://sts/?u=a%3Fwa=wsignin1.0")]) == [])
        #expect(try demands(403, [("x-csrf-token", "Required")]) == [.csrfToken])
        #expect(try demands(200, [("x-csrf-token", "abc")]) == [] && demands(200, [("x-csrf-token", "Required")]) == [])
        let html = [("content-type", "text/html; charset=utf-8")]
        #expect(try demands(200, html, expecting: "application/json") == [.loginPage])
        #expect(try demands(200, html, expecting: "text/html") == [] && demands(200, html) == [])
        #expect(try demands(404, html, expecting: "application/json") == [])
    }

    /// Redirects, the address that redirects being https://h/: most are no demand.
    @Test(
        arguments: [
            ("https://op/authorize?response_type=code&client_id=c&redirect_uri=https%3A%2F%2Fh%2Fcb", .openIDConnect),
            ("/oauth2/authorize?client_id=c&response_type=id_token", .openIDConnect),
            ("https://op/a?client_id=c&request_uri=urn%3Aietf%3Aparams%3Aoauth%3Arequest_uri%3Ax", .openIDConnect),
            ("https://op/a?client_id=c&request=eyJ", .openIDConnect),
            ("https://cas/cas/login?service=https%3A%2F%2Fh%2Fx", .cas), ("https://cas/login?TARGET=https://h/", .cas),
            ("https://cas/login?service=https%3A%2F%2Fh%2Fx&renew=true", .cas),
            ("https://cas/login?service=https%3A%2F%2Fh%2Fx&gateway=true", nil),
            ("https://cas/login?service=https%3A%2F%2Fother%2Fx", nil), ("https://cas/login?service=mail", nil),
            ("https://bucket/o?X-Amz-Signature=x&X-Amz-Credential=c", nil), ("/x/", nil), ("/v1.2/file", nil),
            ("https://op/authorize?client_id=c", nil), ("https://op/token?response_type=code", nil),
            ("https://h/cb?code=c&state=s", nil), ("https://h/x?ticket=ST-1", nil),
        ] as [(String, SignInDemand?)]) func redirectsThatAskForASignIn(_ target: String, _ demand: SignInDemand?)
        throws
    {
        let answer = try response(302, [("location", target)])
        let meaning = AnswerMeaning(answer, page: nil, expecting: .init(isSignedIn: true))
        #expect(meaning == (try demand.map { .demands([$0]) } ?? .step(try WebURL("https://h/").resolving(target))))
    }

    /// What a login is depends on whether one should be signed in.
    @Test func aLoginIsNotTheDataOfWhoIsSignedIn() throws {
        func form(_ fields: [FormField], _ action: String? = nil) -> LoginForm {
            LoginForm(action: action, method: .post, fields: fields)
        }
        let password = FormField(kind: .password, name: "p", autocomplete: "current-password")
        let new = FormField(kind: .password, name: "n", autocomplete: "new-password")
        let search = FormField(kind: .text, name: "q")
        let rows: [(page: Page, isLogin: Bool)] =
            [
                (Page(forms: [form([password])]), true), (Page(forms: [form([search]), form([password])]), true),
                (Page(forms: [form([FormField(kind: .text, name: "c", autocomplete: "one-time-code")])]), true),
                (Page(forms: [form([search])]), false), (Page(), false), (Page(forms: [form([password, new])]), true),
                (Page(forms: [form([password, new])], links: [Page.Link("Log out")]), false),
            ]
            + [("Save", false), ("Test the connection", false), ("Delete", false), ("Log in", true), ("Confirm", true)]
            .map {
                let button = FormField(kind: .submit, name: "", label: $0)
                return (Page(forms: [form([password, button])], links: [Page.Link("Log out")]), $1)
            }
        for row in rows {
            #expect(try demands(200, page: row.page) == [])
            #expect(try demands(200, page: row.page, isSignedIn: true) == (row.isLogin ? [.loginPage] : []), "\(row)")
            #expect(try demands(302, [("location", "/")], page: row.page, isSignedIn: true) == [])
        }
        let start = Page(forms: [form([FormField(kind: .hidden, name: "rd")], "/oauth2/sign-in")])
        #expect(try demands(403, page: start) == [.loginPage] && demands(401, page: start) == [.loginPage])
        #expect(try demands(403, page: Page(forms: [form([search], "/search")])) == [])
        #expect(try demands(401, page: Page()) == [.credentials([])])
        #expect(
            try demands(401, [("www-authenticate", "Basic")], page: start) == [.credentials([Challenge("Basic")])])
    }

    @Test func formsAskToo() throws {
        func page(_ fields: KeyValuePairs<String, String>, to action: String? = "https://idp/x") -> Page {
            let fields = fields.map { FormField(kind: .hidden, name: $0.key, value: SharedSecret(text: $0.value)) }
            return Page(forms: [LoginForm(action: action, method: .post, fields: fields)], submitsItself: true)
        }
        var pressed = page(["SAMLRequest": "x"])
        pressed.submitsItself = false
        #expect(try demands(200, page: pressed) == [])
        // Any script may send the form of a page without text.
        pressed.hasScripts = true
        #expect(try demands(200, page: pressed) == [.saml])
        pressed.text = String(repeating: "a", count: 81)
        #expect(try demands(200, page: pressed) == [])
        #expect(try demands(200, page: page(["client_id": "c", "response_type": "code"])) == [.openIDConnect])
        #expect(try demands(200, page: page([:], to: "https://op/a?client_id=c&request=x")) == [.openIDConnect])
        #expect(try demands(200, page: page(["service": "https://h/x"], to: "https://cas/login")) == [.cas])
        #expect(try demands(200, page: page(["SAMLRequest": "x"])) == [.saml])
        #expect(try demands(200, page: page(["wa": "wsignin1.0", "wtrealm": "urn:x"])) == [.wsFederation])
        // Content may have any form, and a script for another one.
        #expect(try demands(200, page: page(["SAMLRequest": "x"], to: "/account/delete")) == [])
        #expect(try demands(200, page: page(["SAMLRequest": "x"], to: "/auth/saml")) == [.saml])
        for change in [
            { $0.links = [Page.Link("Home")] }, { $0.forms += $0.forms },
            { $0.text = .init(repeating: "a", count: 301) },
        ]
            as [(inout Page) -> Void]
        {
            var content = page(["SAMLRequest": "x"])
            change(&content)
            #expect(try demands(200, page: content) == [])
        }
        // The answer to a sign-in, on its way back.
        #expect(try demands(200, page: page(["wa": "wsignin1.0", "wresult": "x"])) == [])
    }
}
