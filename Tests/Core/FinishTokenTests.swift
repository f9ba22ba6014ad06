import Secrets
import Support
import Testing

@testable import Core

struct FinishTokenTests {
    private let clock = TestClock(1_700_000_000)

    private func token(_ url: String, form: String? = nil, name: String? = nil) throws -> FinishToken {
        try FinishToken(
            FinishAnswer(try WebURL(url), form: form.map(SharedSecret.init(text:))), name: name,
            reader: ScriptedReader(),
            now: clock.now)
    }

    /// Returns a token of `{"alg":"none"}`, the claims, and an invalid signature.
    private func jwt(_ claims: String) -> String {
        func part(_ text: String) -> String {
            Base64.encode(SharedSecret(text: text)).withBytes { String(decoding: $0, as: UTF8.self) }
                .filter { $0 != "=" }.map { $0 == "+" ? "-" : $0 == "/" ? "_" : String($0) }.joined()
        }
        return part("{\"alg\":\"none\"}") + "." + part(claims) + ".c2ln"
    }

    @Test(arguments: [
        ("http://localhost/cb?access_token=abc", nil), ("http://localhost/cb#access_token=abc&state=1", nil),
        ("http://localhost/cb", "id_token=abc"), ("http://localhost/cb?x=1", "token=abc"),
        ("http://localhost/cb?code=1&access_token=abc", nil),
    ])
    func tokensThatEverybodyKnows(url: String, form: String?) throws {
        let found = try token(url, form: form)
        #expect(found.token.kind == .bearer && found.token.value.equals("abc") && found.token.expires == nil)
    }

    @Test func namedTokenIsTheOnlyOne() throws {
        #expect(try token("http://localhost/?ticket=t&token=no", name: "ticket").token.value.equals("t"))
        #expect(throws: FedauthError.self) { try token("http://localhost/?token=no", name: "ticket") }
    }

    @Test func endIsWhatTheServerSaysElseWhatTheTokenSays() throws {
        let token = jwt("{\"exp\":1700000900,\"aud\":[\"api\",\"b\"],\"preferred_username\":\"ada\"}")
        let own = try self.token("http://localhost/#access_token=\(token)")
        #expect(own.token.expires == Timestamp(seconds: 1_700_000_900))
        #expect(own.token.audience == "api" && own.user == "ada")
        let said = try self.token("http://localhost/#access_token=\(token)&expires_in=60")
        #expect(said.token.expires == Timestamp(seconds: 1_700_000_060))
        // What is signed is not prolonged by what is not.
        let longer = try self.token("http://localhost/#access_token=\(token)&expires_in=36000")
        #expect(longer.token.expires == Timestamp(seconds: 1_700_000_900))
    }

    @Test(arguments: [
        "{}", "[]", "{\"exp\":\"soon\"}", "{\"exp\":1e400}", "{\"exp\":null,\"exp\":1}", "no JSON",
        "{\"aud\":7,\"sub\":{}}",
    ])
    func tokenThatSaysNothingIsATokenAllTheSame(claims: String) throws {
        let found = try token("http://localhost/?token=\(jwt(claims))")
        #expect(found.token.expires == nil && found.user == nil)
        for bad in ["a%0d%0aX:%20y", "a%00", "a%20b", "%7f"] {
            #expect(failure { _ = try token("http://localhost/?token=\(bad)") }?.code == .badAnswer, "\(bad)")
        }
        #expect(try token("http://localhost/?token=a.b.c&expires_in=x").token.expires == nil)
        #expect(try token("http://localhost/?token=a.b.c&expires_in=-5").token.expires != nil)
        #expect(try token("http://localhost/?token=a.b.c&expires_in=9223372036854775807").token.expires == nil)
    }

    @Test func dateWithAFractionIsRead() throws {
        let token = jwt("{\"exp\":1700000900.75}")
        #expect(try self.token("http://localhost/?token=\(token)").token.expires == Timestamp(seconds: 1_700_000_900))
    }

    @Test func anAuthorizationCodeIsNoBearerToken() throws {
        let found = try token("http://localhost/cb?code=c0de&access_token=t", name: "code").token
        #expect(found.kind == .authorizationCode && found.value.equals("c0de"))
        #expect(try token("http://localhost/cb?code=c0de&access_token=t").token.kind == .bearer)
    }

    @Test func refusalHasTheServersWords() throws {
        let error = #expect(throws: FedauthError.self) {
            try token("http://localhost/#error=access_denied&error_description=Not%20today%0aor%1b%5b2J+ever&token=x")
        }
        #expect(error?.code == .refused)
        #expect(error?.message.contains("'access_denied': Not today or?[2J ever") == true, "\(error?.message ?? "")")
    }

    @Test func whatIsMissingIsNamedWithoutValues() throws {
        let error = #expect(throws: FedauthError.self) { try token("http://localhost/cb?code=SECRET&session_state=S2") }
        #expect(error?.code == .badAnswer)
        #expect(error?.message.contains("'code', 'session_state'") == true)
        #expect(error?.message.contains("SECRET") == false)
        #expect(error?.hint?.contains("--finish-token code") == true)
    }

    @Test func unreadableResponseIsNoToken() throws {
        let error = #expect(throws: FedauthError.self) { try token("http://localhost/", form: "SAMLResponse=%21%21") }
        #expect(error?.code == .badAnswer)
    }

    // MARK: addresses

    @Test func placesAreFilledPercentEncoded() throws {
        let start = AuthorizationEndpoint(
            try WebURL(argument: "https://sso.example.org/auth?redirect_uri={finish}&state={state}&x=%7bfinish%7d"))
        #expect(start.hasFinish && start.hasState)
        let filled = try start.filled(finish: try WebURL("http://localhost:4711/cb?a=b"), state: "00ff")
        let finish = "http%3A%2F%2Flocalhost%3A4711%2Fcb%3Fa%3Db"
        #expect(
            filled.url.description
                == "https://sso.example.org/auth?redirect_uri=\(finish)&state=00ff&x=\(finish)")
        #expect(!filled.hasFinish && !filled.hasState)
        let later = try start.filled(finish: nil, state: "1")
        #expect(later.hasFinish && !later.hasState)
    }

    @Test(arguments: [
        ("http://localhost:0/callback", "http://localhost/callback"), ("http://127.0.0.1:0", "http://127.0.0.1/"),
        ("http://[::1]:0/?a=1", "http://[::1]/?a=1"),
    ])
    func portZeroIsFree(text: String, url: String) throws {
        let finish = try FinishEndpoint(argument: text)
        #expect(finish.isPortFree && finish.url.description == url)
    }

    @Test(arguments: ["http://example.org:0/", "https://[2001:db8::1]:0/", "localhost.example.org:0"])
    func portZeroIsForThisMachine(text: String) throws {
        let error = #expect(throws: FedauthError.self) { try FinishEndpoint(argument: text) }
        #expect(error?.code == .usage)
    }

    @Test(arguments: ["http://localhost:8080/", "https://service.example.org/x:0", "http://localhost/?to=a:0"])
    func otherPortsAreWhatTheyAre(text: String) throws {
        let finish = try FinishEndpoint(argument: text)
        #expect(!finish.isPortFree)
        #expect(try finish.url == WebURL(argument: text))
    }

    @Test func onlyWhatTheFinishItselfDoesNotHaveIsAnAnswer() throws {
        let finish = FinishEndpoint(try WebURL("http://localhost/cb?x=1"))
        #expect(!finish.isAnswered(by: FinishAnswer(try WebURL("http://localhost/cb?x=2"))))
        #expect(!finish.isAnswered(by: FinishAnswer(try WebURL("http://localhost/cb"))))
        #expect(finish.isAnswered(by: FinishAnswer(try WebURL("http://localhost/cb?x=2&y"))))
        #expect(finish.isAnswered(by: FinishAnswer(try WebURL("http://localhost/cb#y=1"))))
        #expect(
            finish.isAnswered(by: FinishAnswer(try WebURL("http://localhost/cb"), form: SharedSecret(text: "a=b"))))
    }

    @Test func stateMustComeBack() throws {
        var request = PresentationRequest(
            start: AuthorizationEndpoint(try WebURL("https://idp/")),
            finish: FinishEndpoint(try WebURL("http://localhost/")), deadline: Deadline(seconds: 5, from: clock))
        let answer = FinishAnswer(try WebURL("http://localhost/?state=abc"))
        #expect(request.isAnswered(by: answer))
        request.state = "abd"
        #expect(!request.isAnswered(by: answer))
        #expect(!request.isAnswered(by: FinishAnswer(try WebURL("http://localhost/"))))
        request.state = "abc"
        #expect(request.isAnswered(by: answer))
        #expect(
            request.isAnswered(
                by: FinishAnswer(try WebURL("http://localhost/"), form: SharedSecret(text: "RelayState=abc"))))
    }
}
