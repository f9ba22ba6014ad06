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
        _ status: Int, _ headers: [(String, String)] = [], page: Page? = nil, expecting type: String? = nil
    ) throws -> [SignInDemand] {
        SignInDemand.all(in: try response(status, headers), page: page, expecting: type.map(MediaType.init))
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
        #expect(try demands(200, [("x-csrf-token", "abc")]) == [])
        let html = [("content-type", "text/html; charset=utf-8")]
        #expect(try demands(200, html, expecting: "application/json") == [.loginPage])
        #expect(try demands(200, html, expecting: "text/html") == [] && demands(200, html) == [])
        #expect(try demands(404, html, expecting: "application/json") == [])
    }

    @Test func formsAskToo() throws {
        func page(_ fields: KeyValuePairs<String, String>) -> Page {
            Page(forms: [
                LoginForm(
                    method: .post,
                    fields: fields.map { FormField(kind: .hidden, name: $0.key, value: SharedSecret(text: $0.value)) })
            ])
        }
        #expect(try demands(200, page: page(["SAMLRequest": "x"])) == [.saml])
        #expect(try demands(200, page: page(["wa": "wsignin1.0", "wtrealm": "urn:x"])) == [.wsFederation])
        // The answer to a sign-in, on its way back.
        #expect(try demands(200, page: page(["wa": "wsignin1.0", "wresult": "x"])) == [])
    }
}
