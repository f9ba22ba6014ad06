import Core
import Secrets
import Support
import Testing

@testable import Loopback

@Suite struct RedirectReceiverTests {
    private func receiver(_ finish: String = "http://localhost:4711/cb", state: String? = "abc") throws
        -> RedirectReceiver
    {
        RedirectReceiver(
            PresentationRequest(
                start: AuthorizationEndpoint(try WebURL("https://sso.example.org/")),
                finish: FinishEndpoint(try WebURL(finish), moment: .asked),
                deadline: Deadline(seconds: 5, from: TestClock()), state: state), nonces: ["n1", "n2"])
    }

    private func request(
        _ method: String, _ target: String, _ body: String = "", type: String = "application/x-www-form-urlencoded",
        fields: [(String, String)] = []
    ) -> LoopbackRequest {
        LoopbackRequest(
            method: method, target: target, headers: [("Content-Type", type)] + fields, body: SharedSecret(text: body))
    }

    private func text(_ response: LoopbackResponse) -> String {
        guard case .bytes(let bytes) = response.body else { return "" }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(arguments: [
        "/", "/favicon.ico", "/cb/", "/cbx", "/cb/../cb?x=1", "*", "", "http://evil.example/cb?state=abc&token=t",
        "//evil/cb",
        "/cb%00", "@evil/cb?token=t&state=abc",
    ])
    func otherPathsAreNotHere(target: String) throws {
        let receiver = try receiver()
        let answer = receiver.answer(request("GET", target))
        if target != "/cb/../cb?x=1" { #expect(answer.status == 404) }
        #expect(receiver.result == nil)
    }

    /// The redirect address has no port, so that a target without a leading slash would extend the host name.
    @Test func aTargetIsNoPartOfTheHost() throws {
        let receiver = try receiver("http://localhost/cb")
        #expect(receiver.answer(request("GET", ".evil/cb?token=t&state=abc")).status == 404)
        #expect(receiver.result == nil)
        #expect(receiver.answer(request("GET", "/cb?token=t&state=abc")).status == 200)
    }

    @Test func otherMethodsAreNotAllowed() throws {
        let receiver = try receiver()
        for method in ["HEAD", "PUT", "DELETE", "OPTIONS", "get"] {
            #expect(receiver.answer(request(method, "/cb?token=t&state=abc")).status == 405)
        }
        #expect(receiver.result == nil)
    }

    @Test func theFirstAnswerWithTheStateIsTheResult() throws {
        let receiver = try receiver()
        #expect(text(receiver.answer(request("GET", "/cb"))).contains("n1"))
        #expect(receiver.answer(request("GET", "/cb?token=x")).status == 403)
        #expect(receiver.answer(request("GET", "/cb?token=x&state=abd")).status == 403)
        #expect(receiver.answer(request("GET", "/cb?token=x&state=abcd")).status == 403)
        #expect(receiver.result == nil && receiver.refused == 3)
        #expect(receiver.answer(request("GET", "/cb?token=good&state=abc")).status == 200)
        #expect(receiver.answer(request("GET", "/cb?token=late&state=abc")).status == 200)
        #expect(receiver.result?.value(of: "token")?.equals("good") == true)
    }

    /// Another page may know the state, and cannot show the finish to the user.
    @Test(arguments: [
        ("Sec-Fetch-Dest", "script"), ("Sec-Fetch-Dest", "iframe"), ("Sec-Fetch-Dest", "empty"),
        ("Sec-Purpose", "prefetch"),
    ])
    func whatTheUserDoesNotSeeIsNotTheFinish(_ name: String, _ value: String) throws {
        let receiver = try receiver()
        #expect(receiver.answer(request("GET", "/cb?token=t&state=abc", fields: [(name, value)])).status == 404)
        #expect(receiver.result == nil)
        let shown = request("GET", "/cb?token=t&state=abc", fields: [("Sec-Fetch-Dest", "document")])
        #expect(receiver.answer(shown).status == 200)
    }

    @Test func aFormIsTakenAsItIs() throws {
        let receiver = try receiver()
        #expect(
            receiver.answer(request("POST", "/cb", "SAMLResponse=a&RelayState=abc", type: "text/plain")).status == 415)
        let type = "Application/X-WWW-Form-URLEncoded; charset=UTF-8"
        #expect(receiver.answer(request("POST", "/cb", "SAMLResponse=a%2Bb&RelayState=abc", type: type)).status == 200)
        #expect(receiver.result?.value(of: "SAMLResponse")?.equals("a+b") == true)
    }

    @Test func aFragmentComesByOurOwnPageOnly() throws {
        let receiver = try receiver()
        let fragment = "fedauth-fragment=access_token%3Dt%26state%3Dabc"
        #expect(receiver.answer(request("POST", "/cb", "fedauth-page=guess&" + fragment)).status == 404)
        #expect(receiver.answer(request("POST", "/cb", "fedauth-page=n1&fedauth-fragment=")).status == 200)
        #expect(receiver.result == nil)
        #expect(receiver.answer(request("POST", "/cb", "fedauth-page=n1&" + fragment)).status == 200)
        #expect(receiver.result?.value(of: "access_token")?.equals("t") == true)
    }

    @Test func theServersWordsAreText() throws {
        let receiver = try receiver(state: nil)
        let answer = receiver.answer(
            request("GET", "/cb?error=e&error_description=%3Cscript%3E%22%26%1b%0a%3C/script%3E"))
        #expect(text(answer).contains("&lt;script&gt;&quot;&amp;? &lt;/script&gt;"), "\(text(answer))")
        #expect(receiver.result != nil)
    }

    @Test func everyPageIsClosedToOthers() throws {
        let pages = FinishPages(nonces: ["n1", "n2"])
        for page in [
            pages.done(), pages.refusal("x"), pages.foreign(), pages.nothingCame(), pages.notHere(),
            pages.fragmentPage(),
        ] {
            let policy = page.headers.first { $0.name == "Content-Security-Policy" }?.value ?? ""
            #expect(policy.hasPrefix("default-src 'none'; script-src 'nonce-n2'") && !policy.contains("unsafe"))
            let text = text(page)
            #expect(!text.contains("http:") && !text.contains("https:") && !text.contains("src="), "\(text)")
            #expect(text.contains("<script nonce=\"n2\">") && text.contains("name=\"viewport\""))
        }
    }
}
