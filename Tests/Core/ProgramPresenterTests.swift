import Core
import Secrets
import Support
import Testing

struct ProgramPresenterTests {
    let clock = TestClock()
    let reporter = RecordingReporter()
    private let finish = #"{"type":"finish","url":"https://sp.example.org/done"}"#

    final class Suffixes: PublicSuffixes {
        func isPublicSuffix(_ domain: String) -> Bool { ["org", "co.uk"].contains(domain) }
    }

    private func request(
        finish: String = "https://sp.example.org/done", jar: [Cookie] = [],
        policy: NavigationPolicy = NavigationPolicy()
    ) throws -> PresentationRequest {
        PresentationRequest(
            start: AuthorizationEndpoint(try WebURL("https://sp.example.org/start?a=1")),
            finish: FinishEndpoint(try WebURL(finish)), jar: CookieJar(jar),
            deadline: Deadline(seconds: 60, from: clock),
            policy: policy)
    }

    private func present(
        _ program: ScriptedProgram, _ surroundings: PresenterSurroundings = PresenterSurroundings(),
        _ request: PresentationRequest? = nil
    ) throws -> Presentation {
        try ProgramPresenter(program, surroundings, suffixes: Suffixes(), reporter: reporter, clock: clock)
            .present(try request ?? self.request())
    }

    private func cookies(_ members: String) -> String { #"{"type":"cookies","cookies":[{\#(members)}]}"# }

    @Test func whatItSaysIsTheResult() throws {
        let program = ScriptedProgram([
            "", #"{"type":"progress","message":"look\n at \u001b[2Jyour telephone"}"#,
            cookies(#""name":"a","value":"old","domain":"sp.example.org""#),
            cookies(
                #""name":"a","value":"1","domain":"sp.example.org","path":"/","httpOnly":true,"secure":true,"sameSite":"Lax","expires":1800000000.9,"setBy":"https://sp.example.org","more":[]"#
            ), cookies(#""name":"b","valueBase64":"/w==","domain":".example.org","hostOnly":false"#),
            #"{"type":"hologram"}"#,
            #"{"type":"finish","url":"https://sp.example.org/done?token=x","form":"wresult=y%26","user":"ada"}"#,
            "what follows is of no account",
        ])
        let presentation = try present(program)
        #expect(program.arguments == ["https://sp.example.org/start?a=1", "https://sp.example.org/done"])
        #expect(program.isEnded)
        #expect(reporter.said.contains("mine: look at ?[2Jyour telephone"))
        #expect(reporter.said.contains { $0.hasPrefix("detail: ") && $0.contains("'hologram'") })
        let jar = presentation.jar.cookies
        #expect(jar.map(\.name) == ["a", "b"])
        #expect(jar[0].value.equals("1") && jar[0].isHTTPOnly && jar[0].isSecure && jar[0].sameSite == .lax)
        #expect(jar[0].expires == Timestamp(seconds: 1_800_000_000) && jar[0].isHostOnly)
        #expect(jar[1].value.withBytes { Array($0) } == [0xFF])
        #expect(jar[1].domain == "example.org" && !jar[1].isHostOnly)
        #expect(presentation.answer.value(of: "wresult")?.equals("y&") == true)
        #expect(presentation.answer.value(of: "token")?.equals("x") == true)
        #expect(presentation.user == "ada")
    }

    @Test func itIsToldEverything() throws {
        var surroundings = PresenterSurroundings()
        surroundings.caFile = "/ca.pem"
        surroundings.proxy = "http://proxy:3128"
        surroundings.pins = ["sha256//x"]
        surroundings.isInteractive = false
        surroundings.user = "ada"
        let cookie = Cookie(
            name: "kept", value: SharedSecret(text: "v"), domain: "idp.example.org", isHostOnly: true, isSecure: true,
            expires: clock.now.adding(seconds: 9), created: clock.now,
            setBy: try WebURL("https://idp.example.org/").origin)
        var over = cookie
        over.name = "over"
        over.expires = clock.now
        let program = ScriptedProgram([finish])
        var wanted = try request(jar: [cookie, over], policy: NavigationPolicy(allowedHosts: ["sp.example.org"]))
        wanted.finish = FinishEndpoint(try WebURL("https://sp.example.org/done?b=1&a=2"), moment: .asked)
        program.lines = [#"{"type":"finish","url":"https://sp.example.org/done?a=&b="}"#]
        _ = try present(program, surroundings, wanted)
        let received = program.received
        #expect(received["version"]?.integer == 1 && received["title"]?.text == "Sign in to 'sp.example.org'")
        #expect(received["start"]?.text == "https://sp.example.org/start?a=1")
        #expect(received["finish"]?["moment"]?.text == "asked")
        #expect(received["finish"]?["parameters"] == ["a", "b"])
        #expect((59...60).contains(received["timeoutSeconds"]?.integer ?? 0))
        #expect(received["interactive"] == false && received["user"] == "ada")
        #expect(received["network"]?["caFile"] == "/ca.pem" && received["network"]?["proxy"] == "http://proxy:3128")
        #expect(
            received["network"]?["pins"] == ["sha256//x"] && received["network"]?["allowHosts"] == ["sp.example.org"])
        #expect(received["network"]?["allowHttp"] == false && received["network"]?["insecure"] == false)
        #expect(received["cookies"] == [cookie.json])
    }

    /// A cookie has the same form in both directions.
    @Test func aCookieComesBackAsItWasGiven() throws {
        let cookie = Cookie(
            name: "all", value: SharedSecret(Secret([0x22, 0xC3])), domain: "example.org", isHostOnly: false,
            path: "/a", isSecure: true, isHTTPOnly: true, sameSite: Cookie.SameSite.none,
            expires: Timestamp(seconds: 2_000_000_000), created: clock.now, partitionKey: "https://top.example.org",
            setBy: try WebURL("https://idp.example.org/").origin)
        var text = Secret()
        JSONValue.object([.init("type", "cookies"), .init("cookies", .array([cookie.json]))]).write(to: &text)
        let line = text.withBytes { String(decoding: $0, as: UTF8.self) }
        #expect(try present(ScriptedProgram([line, finish])).jar.cookies == [cookie])
    }

    /// No server of http sets a secure cookie (RFC 6265bis).
    @Test(arguments: ["a", "__Host-a", "__Secure-a"])
    func aSecureCookieIsOfHTTPS(_ name: String) throws {
        for (origin, isTaken) in [("http://sp.example.org", false), ("https://sp.example.org", true)] {
            let program = ScriptedProgram([
                cookies(
                    #""name":"\#(name)","value":"1","domain":"sp.example.org","secure":true,"setBy":"\#(origin)""#),
                finish,
            ])
            #expect((failure { _ = try present(program) } == nil) == isTaken, "\(origin)")
        }
    }

    /// Requests send a cookie only to the scheme and port that set it.
    @Test(arguments: [
        (#""domain":"sp.example.org""#, "https://sp.example.org:8443"),
        (#""domain":".sp.example.org""#, "https://sp.example.org:8443"),
        (#""domain":"example.org","hostOnly":false"#, "https://example.org"),
        (#""domain":"idp.example.org""#, "https://idp.example.org"),
        (#""domain":"sp.example.org","setBy":"https://sp.example.org""#, "https://sp.example.org"),
    ])
    func theFinishSetsTheCookiesOfItsHost(_ members: String, _ origin: String) throws {
        let url = "https://sp.example.org:8443/done"
        let program = ScriptedProgram([
            cookies(#""name":"a","value":"1",\#(members)"#), #"{"type":"finish","url":"\#(url)"}"#,
        ])
        let presentation = try present(program, PresenterSurroundings(), try request(finish: url))
        #expect(presentation.jar.cookies.map(\.setBy.description) == [origin])
    }

    @Test(arguments: [
        "https://sp.example.org/done/more", "https://sp.example.org/?to=https://sp.example.org/done",
        "https://sp.example.org:8443/done", "http://sp.example.org/done", "https://sp.example.org.evil.org/done",
        "https://SP.example.org/DONE", "/done", "",
    ])
    func anotherAddressIsNoFinish(_ url: String) throws {
        let program = ScriptedProgram([#"{"type":"finish","url":"\#(url)"}"#])
        #expect(failure { _ = try present(program) }?.code == .presenterFailed)
        #expect(program.isEnded)
    }

    @Test func parametersCountByName() throws {
        let wanted = try request(finish: "https://sp.example.org/done?ok=1")
        let without = ScriptedProgram([finish])
        #expect(failure { _ = try present(without, PresenterSurroundings(), wanted) }?.code == .presenterFailed)
        let with = ScriptedProgram([#"{"type":"finish","url":"https://sp.example.org/done?x=2&ok="}"#])
        #expect(try present(with, PresenterSurroundings(), wanted).answer.url.query == "x=2&ok=")
    }

    @Test(arguments: [
        (#""value":"1","domain":"sp.example.org""#, "has no name"),
        (#""name":"a b;c","value":"1","domain":"sp.example.org""#, "no server can set"),
        (#""name":"a=b","value":"1","domain":"sp.example.org""#, "no server can set"),
        (#""name":"a","domain":"sp.example.org""#, "has no 'value'"),
        (#""name":"a","value":1,"domain":"sp.example.org""#, "'value' that is not text"),
        (#""name":"a","value":"x\r\nSet-Cookie: y","domain":"sp.example.org""#, "control character"),
        (#""name":"a","value":"1;2","domain":"sp.example.org""#, "semicolon"),
        (#""name":"a","value":"1""#, "has no 'domain'"),
        (#""name":"a","value":"1","domain":"sp.example.org/x""#, "is not a host"),
        (#""name":"a","value":"1","domain":"sp.example.org:80""#, "is not a host"),
        (#""name":"a","value":"1","domain":"u@sp.example.org""#, "is not a host"),
        (#""name":"a","value":"1","domain":".org""#, "public suffix"),
        (#""name":"a","value":"1","domain":"co.uk","hostOnly":false"#, "public suffix"),
        (#""name":"a","value":"1","domain":"sp.example.org","path":"x""#, "'path'"),
        (#""name":"a","value":"1","domain":"sp.example.org","path":"/\u0000""#, "'path'"),
        (#""name":"a","value":"1","domain":"sp.example.org","secure":"yes""#, "'secure'"),
        (#""name":"a","value":"1","domain":"sp.example.org","expires":"soon""#, "'expires'"),
        (#""name":"a","value":"1","domain":"sp.example.org","sameSite":"Sometimes""#, "'sameSite'"),
        (#""name":"a","value":"1","domain":"sp.example.org","setBy":"https://evil.org""#, "'setBy'"),
        (#""name":"__Host-a","value":"1","domain":"sp.example.org""#, "prefix"),
        (#""name":"__Host-a","value":"1","domain":"example.org","hostOnly":false,"secure":true"#, "prefix"),
        (#""name":"__Secure-a","value":"1","domain":"sp.example.org""#, "prefix"),
    ])
    func aCookieThatIsNoneIsNamed(_ members: String, _ what: String) throws {
        let error = failure { _ = try present(ScriptedProgram([cookies(members), finish])) }
        #expect(error?.code == .presenterFailed && error?.message.contains(what) == true, "\(error as Any)")
    }

    @Test func aCookieOf4096BytesIsTheLongest() throws {
        func line(_ count: Int) -> String {
            cookies(#""name":"a","value":"\#(String(repeating: "v", count: count))","domain":"h.example.org""#)
        }
        #expect(try present(ScriptedProgram([line(4095), finish])).jar.cookies.count == 1)
        #expect(failure { _ = try present(ScriptedProgram([line(4096), finish])) }?.message.contains("4096") == true)
    }

    @Test func anExpiredCookieTakesTheOtherAway() throws {
        let presentation = try present(
            ScriptedProgram([
                cookies(#""name":"a","value":"1","domain":"h.example.org""#),
                cookies(#""name":"a","value":"","domain":"h.example.org","expires":0"#), finish,
            ]))
        #expect(presentation.jar.isEmpty)
    }

    /// A huge number, a negative one as browsers write it for session cookies, and null.
    @Test(arguments: [("1e300", 253_402_300_799 as Int64?), ("-1", nil), ("null", nil), ("1900000000", 1_900_000_000)])
    func endsAreHeld(_ written: String, _ seconds: Int64?) throws {
        let line = cookies(#""name":"a","value":"1","domain":"h.example.org","expires":\#(written)"#)
        let jar = try present(ScriptedProgram([line, finish])).jar
        #expect(jar.cookies.first?.expires?.seconds == seconds && jar.cookies.count == 1)
    }

    @Test(arguments: [
        ("hello", "is not JSON"), ("[]", "it is not an object"), ("{}", "it has no 'type'"),
        (#"{"type":1}"#, "no 'type'"),
        (#"{"type":"progress"}"#, "no text 'message'"), (#"{"type":"cookies","cookies":{}}"#, "no list"),
        (#"{"type":"finish"}"#, "no text 'url'"), (#"{"type":"finish","url":"https://x/","form":{}}"#, "'form'"),
        (#"{"type":"cookies","cookies":[1]}"#, "is not an object"), (#"{"type":"cancel"}{}"#, "is not JSON"),
        (#"{"type":"progress","type":"cancel"}"#, "occurs twice"), ("\u{FEFF}{}", "is not JSON"),
        (String(repeating: "[", count: 100_000), "is nested"), ("\0", "is not JSON"),
        ("[" + String(repeating: "0,", count: 300_000) + "0]", "values"),
        ("[" + String(repeating: "\"\",", count: 17_000) + "0]", "strings"),
    ])
    func aLineThatIsNoneEndsIt(_ line: String, _ what: String) throws {
        let program = ScriptedProgram([line, finish])
        let error = failure { _ = try present(program) }
        #expect(error?.code == .presenterFailed && error?.message.contains(what) == true, "\(error as Any)")
        #expect(error?.hint?.contains("fedauth help presenters") == true && program.isEnded)
    }

    @Test(arguments: PresenterMessage.codes.map(\.name))
    func itsErrorsKeepTheirNames(_ code: String) throws {
        let line = #"{"type":"error","code":"\#(code)","message":"no\u0007 way","hint":"try later"}"#
        let error = failure { _ = try present(ScriptedProgram([line])) }
        #expect(error?.code.name == code && error?.message == "'./mine': no? way" && error?.hint == "try later")
    }

    @Test func anUnknownErrorIsNoPresenter() throws {
        #expect(
            failure { _ = try present(ScriptedProgram([#"{"type":"error","code":"store-locked"}"#])) }?.code
                == .noPresenter)
        let error = failure { _ = try present(ScriptedProgram([#"{"type":"error"}"#])) }
        #expect(error?.code == .noPresenter && error?.message == "'./mine' could not sign in")
    }

    @Test func givingUpIsItsOwnStatus() throws {
        #expect(failure { _ = try present(ScriptedProgram([#"{"type":"cancel"}"#])) }?.code == .cancelled)
    }

    @Test(arguments: ["status 0", "status 3", "signal 9"])
    func anEndWithoutAWordIsAFailure(_ how: String) throws {
        let error = failure { _ = try present(ScriptedProgram([], end: how)) }
        #expect(error?.code == .presenterFailed && error?.message.contains("ended with \(how)") == true)
    }

    @Test func anAddressThatIsNotAllowedStartsNothing() throws {
        let program = ScriptedProgram([finish])
        let policy = NavigationPolicy(allowedHosts: ["other.example.org"])
        let error = failure { _ = try present(program, PresenterSurroundings(), try request(policy: policy)) }
        #expect(error?.code == .refusedHost && program.arguments.isEmpty)
    }

    @Test func linesAreTakenApartWhereverTheyAreCut() throws {
        let text = Array("one\n\ntwo\r\nthree".utf8)
        for cut in 0...text.count {
            var lines = ProgramLines(of: .presenter)
            var found: [String] = []
            for part in [text[..<cut], text[cut...]] {
                part.withUnsafeBytes { lines.append($0) }
                while let line = try lines.next(from: "it") {
                    found.append(line.withBytes { String(decoding: $0, as: UTF8.self) })
                }
            }
            #expect(found == ["one", "", "two\r"])
            let last = try lines.next(isLast: true, from: "it")
            #expect(last?.equals("three") == true)
            let nothing = try lines.next(isLast: true, from: "it")
            #expect(nothing == nil)
        }
    }

    @Test func aLineHasAnEnd() throws {
        var lines = ProgramLines(of: .presenter)
        let chunk = [UInt8](repeating: 0x20, count: ProgramRole.presenter.lineBytes)
        chunk.withUnsafeBytes { lines.append($0) }
        #expect(try lines.next(from: "it") == nil)
        [UInt8(0x20)].withUnsafeBytes { lines.append($0) }
        var code: ErrorCode?
        do throws(FedauthError) { _ = try lines.next(from: "it") } catch { code = error.code }
        #expect(code == .presenterFailed)
    }

    @Test(arguments: [
        (0 as Int64, "1970-01-01T00:00:00Z"), (951_782_400, "2000-02-29T00:00:00Z"), (-1, "1969-12-31T23:59:59Z"),
        (4_107_542_399, "2100-02-28T23:59:59Z"), (4_107_542_400, "2100-03-01T00:00:00Z"),
        (253_402_300_799, "9999-12-31T23:59:59Z"), (1_795_314_211, "2026-11-22T02:23:31Z"),
    ])
    func momentsAreWrittenForPeople(_ seconds: Int64, _ text: String) {
        #expect(Timestamp(seconds: seconds).iso8601 == text)
    }
}
