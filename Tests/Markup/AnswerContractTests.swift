import Markup
import Secrets
import Support
import Testing

@testable import Core

/// One table of answers, and each reader of answers: they agree about what is data and what is not. The readers are a request, the
/// check of a session, the end of a sign-in by forms, and the end of one in a browser, which judges the page that it shows.
struct AnswerContractTests {
    /// An answer of the service where content is expected.
    struct Answer: Sendable, CustomTestStringConvertible {
        var status = 200
        var fields: [(String, String)] = []
        var html = ""
        var testDescription: String { "\(status) \(fields) \(html)" }
    }

    /// What a reader makes of an answer.
    enum Verdict: Equatable {
        /// It is what was asked for.
        case content
        /// The user is not signed in, or not for this.
        case refused
        /// Nobody can tell: the server has failed.
        case unknown
    }

    private static let service = "https://sp.example/data"
    private static let form =
        "<form method=post action=/in><input name=user><input type=password name=pw><button>Sign in</button></form>"
    private static let posts = "<body onload='document.forms[0].submit()'><form method=post action="
    private static let idp = "https://idp.example/sso?"

    /// Answers that someone who is signed in may get.
    static let contents: [Answer] = [
        .init(html: "<h1>Welcome ada</h1><p>Your projects"), .init(html: ""),
        .init(html: "<h1>Wiki</h1><form action=/find><input name=q><button>Search</button></form><p>Text"),
        .init(
            html: "<form method=post action=/news><input name=mail type=email><button>Subscribe</button></form><h1>News"
        ),
        .init(
            html:
                "<h1>Profile</h1><a href=/logout>Log out</a><form method=post action=/pw><input type=password name=old>"
                + "<input type=password name=new autocomplete=new-password><button>Change password</button></form>"),
        .init(
            html:
                "<h1>Notes</h1><p>By eve<form method=post action=/account/delete><input type=hidden name=SAMLRequest value=a>"
                + "<button>More</button></form>"),
        .init(
            html:
                "<form method=post action=https://evil.example/x><input type=hidden name=client_id value=a><input type=hidden"
                + " name=response_type value=code><button>More</button></form><p>\(String(repeating: "Text. ", count: 99))"
        ),
        .init(html: "<div class='alert alert-danger'>2 builds have failed</div><h1>Builds</h1><p>main, next"),
        .init(html: "<meta http-equiv=refresh content=60><h1>Dashboard"),
        .init(
            html:
                "<title>App</title><div id=root></div><script src=/app.js></script><noscript>Turn on scripts</noscript>"
        ),
        // What another user has written beside the page's own script.
        .init(
            html:
                "<title>Paste</title><script src=/a.js></script><p>My pictures of the last summer, a list of all places, "
                + "and of the best restaurants<form method=post action='https://evil.example/'><input type=hidden "
                + "name=SAMLRequest value=a><button>Go</button></form>"),
        .init(fields: [("content-type", "application/json")], html: "{\"login\": \"ada\", \"password\": null}"),
        .init(fields: [("content-type", "text/csv")], html: "user,password\n<form>"),
        .init(fields: [("www-authenticate", "Basic")], html: "<h1>Hello"),
        .init(fields: [("content-type", "")], html: "user,password\n" + form),
        .init(fields: [("content-type", ""), ("x-content-type-options", "nosniff")], html: form),
        .init(fields: [("content-type", "")], html: "<?xml version='1.0'?><users><user>ada</user></users>"),
        .init(html: "<h1>Mail</h1><iframe sandbox srcdoc='<form><input type=password name=p></form>'></iframe>"),
        .init(
            html:
                "<h1>Settings</h1><a href=/logout>Log out</a><div><input type=password id=old>"
                + "<input type=password id=new></div><button>Save</button>"),
        .init(status: 201, html: "<p>Made"), .init(status: 206, html: "<p>Part"),
    ]

    /// Answers that ask for a sign-in, lead to one, or refuse.
    static let refusals: [Answer] = [
        // Demands of protocols, by redirect and by form.
        .init(status: 302, fields: [("location", idp + "SAMLRequest=a")]),
        .init(status: 303, fields: [("location", "https://sts.example/adfs/ls/?wa=wsignin1.0&wtrealm=x")]),
        .init(status: 302, fields: [("location", "https://op.example/auth?client_id=c&response_type=code")]),
        .init(status: 307, fields: [("location", "https://op.example/auth?client_id=c&request_uri=urn:x")]),
        .init(status: 302, fields: [("location", "https://cas.example/login?service=https%3A%2F%2Fsp.example%2Fdata")]),
        .init(html: posts + "'https://idp.example/sso'><input type=hidden name=SAMLRequest value=a></form>"),
        .init(
            html: posts + "'https://sts.example/adfs/ls/'><input type=hidden name=wa value=wsignin1.0>"
                + "<input type=hidden name=wtrealm value=x></form>"),
        .init(
            html: posts + "'https://op.example/auth'><input type=hidden name=client_id value=c>"
                + "<input type=hidden name=response_type value=code></form>"),
        .init(fields: [("com.sap.cloud.security.login", "login-request")]),
        .init(
            html:
                "<title>POST data</title><script src=/post.js></script><form method=post action='https://idp.example/sso'>"
                + "<input type=hidden name=SAMLRequest value=a><noscript><button>Continue</button></noscript></form>"),
        .init(
            html:
                "<script src=/post.js></script><noscript><p><strong>Note:</strong> Since your browser does not support "
                + "JavaScript, you must press the button below once to proceed.</p></noscript><form method=post "
                + "action=https://idp.example/sso><input type=hidden name=SAMLRequest value=a><noscript>"
                + "<button>Submit</button></noscript></form>"),
        // Logins.
        .init(html: form), .init(status: 403, html: form), .init(status: 401, html: form),
        .init(status: 404, html: form),
        .init(status: 401, fields: [("www-authenticate", "Negotiate")], html: form),
        .init(
            html:
                "<form method=post action=/otp><input autocomplete=one-time-code name=c><button>Verify</button></form>"),
        .init(
            html: "<title>Sign in</title><form method=post action=/in><input name=username><button>Next</button></form>"
        ),
        .init(
            html:
                "<title>ACME Portal</title><h1>Sign in</h1><form method=post action=/in><label>E-mail <input type=email"
                + " name=email autocomplete=username></label><button>Next</button></form>"),
        .init(html: "<div><template shadowrootmode=open>" + form + "</template></div>"),
        .init(html: "<x-a><p><template shadowrootmode=closed>" + form + "</template></p></x-a>"),
        .init(html: "<table><tr><td><template shadowrootmode=open>" + form + "</template></td></tr></table>"),
        .init(html: "<svg><foreignObject>" + form + "</foreignObject></svg>"),
        // What only a script sends.
        .init(html: "<h1>App</h1><input id=u><input type=password id=p><button>Sign in</button>"),
        .init(html: "<h1>App</h1><x-l><template shadowrootmode=open><input type=password></template></x-l>"),
        .init(html: "<svg><foreignObject><form method=post><input type=password></form></foreignObject></svg>"),
        .init(html: "<h1>App</h1><iframe srcdoc='<form><input type=password name=p></form>'></iframe>"),
        // A server that does not say what it sends.
        .init(fields: [("content-type", "")], html: form),
        .init(fields: [("content-type", "")], html: "\n <!doctype html>" + form),
        .init(fields: [("content-type", "*/*")], html: form),
        .init(fields: [("content-type", "unknown/unknown")], html: form),
        .init(fields: [("content-type", "text/csv, text/html")], html: form),
        .init(fields: [("content-type", "text/csv"), ("content-type", "text/html")], html: form),
        .init(
            status: 403,
            html: "<form method=post action=/login><input type=hidden name=t value=1><button>Go</button></form>"),
        // What only leads on.
        .init(html: "<meta http-equiv=refresh content='0;url=/login'>"), .init(fields: [("refresh", "0; url=/login")]),
        .init(status: 403, html: "<meta http-equiv=refresh content='1;url=/login'><p>No session"),
        .init(html: "<script>window.location.replace('/login')</script>"),
        .init(html: "<body onload=\"location.href='/login'\"></body>"),
        .init(html: "<h1>You are not signed in</h1><a href=/login>Sign in with SSO</a>"),
        .init(html: "<p>Welcome<form method=post action=/sso><button>Log in</button></form>"),
        .init(html: "<p>Welcome<form method=post action=/sso><button>Continue with Example SSO</button></form>"),
        .init(html: "<h1>Welcome</h1><button>Sign in with a passkey</button>"),
        .init(html: "<title>App</title><button type=button onclick=\"location='/sso'\">Log in with SSO</button>"),
        .init(html: "<title>App</title><svg><a href=/login><text>Sign in</text></a></svg>"),
        .init(html: "<p>Please <a href=/sso>click here</a> to log in."),
        .init(
            html:
                "<p>Your password will expire in 5 days<form method=post action=/n><button name=a value=1>Change</button>"
                + "<button name=a value=2>Continue</button></form>"),
        .init(html: "<h1>Sign in with</h1><a href=/a>Google</a> <a href=/b>Microsoft</a> <a href=/c>GitHub</a>"),
        .init(
            html: "<h1>Log in</h1><form method=post action=/a><button>Google</button></form>"
                + "<form method=post action=/b><button>Microsoft</button></form>"),
        .init(html: "<h1>Choose an account</h1><a href=/?u=ada>ada@sp.example</a><a href=/>Use another account</a>"),
        .init(
            html: "<h1>Enter the 6-digit code</h1><form method=post action=/c><input type=number name=n>"
                + "<button>Submit</button></form>"),
        .init(
            html: "<h1>Welcome</h1><form method=post action=/u><label>E-mail address or phone <input name=identifier>"
                + "</label><button>Next</button></form>"),
        .init(html: "<h1>Approve the sign-in on your phone</h1><p>We sent a notification to your device."),
        .init(html: "<h1>Check your e-mail</h1><p>We sent you a link to sign in."),
        .init(html: "<h1>You are not logged in</h1>"),
        .init(
            html: "<h1>Terms of use</h1><form method=post action=/t><button>I accept</button><button>Decline</button>"
                + "</form>"),
        .init(
            html: "<h1>Are you human?</h1><form method=post action=/c><div class=g-recaptcha data-sitekey=x></div>"
                + "<button>Verify</button></form>"),
        .init(
            html: "<h3>Select your OpenID Connect Identity Provider</h3><a href=/r?iss=a>idp.example.org</a>"
                + "<p><a href=/r?iss=b>accounts.example.net</a><form action=/r>Or enter your account name "
                + "<input name=disc_user><input type=submit></form>"),
        .init(html: "<form method=post><input type=password name=p disabled><button disabled>Sign in</button></form>"),
        .init(html: posts + "/oidc><input type=hidden name=s value=1></form>"),
        .init(html: "<title>Timeout</title><p>Your session has expired"),
        .init(
            status: 302, fields: [("location", "https://ds.example/?entityID=x&return=https%3A%2F%2Fsp.example%2Fds")]),
        .init(
            status: 403, html: "<title>Sign In</title><form action=/start><button>Sign in with OpenID</button></form>"),
        // Refusals.
        .init(status: 401), .init(status: 401, fields: [("www-authenticate", "Basic realm=x")]),
        .init(status: 401, fields: [("www-authenticate", "Bearer")]), .init(status: 403),
        .init(status: 403, fields: [("www-authenticate", "Bearer error=\"insufficient_scope\", scope=\"x\"")]),
        .init(status: 403, html: "<h1>Forbidden</h1><p>No role"),
        .init(status: 403, fields: [("content-type", "application/json")], html: "{\"error\":\"access_denied\"}"),
        .init(status: 419), .init(status: 440, html: "<h1>Session ended"),
    ]

    /// Answers that tell nothing about the user.
    static let faults: [Answer] = [
        .init(status: 500), .init(status: 502, html: "<h1>Bad gateway"),
        .init(status: 429, fields: [("retry-after", "9")]),
        .init(status: 503, html: "<meta http-equiv=refresh content='5;url=/'><h1>Maintenance"), .init(status: 404),
        .init(status: 404, html: "<h1>Not found</h1><a href=/login>Log in</a>"), .init(status: 408), .init(status: 410),
        .init(status: 400, html: "<h1>Bad request"), .init(status: 405), .init(status: 504),
    ]

    /// What pages say to who must sign in first.
    private static let asking: [String] = [
        "<h1>Login required</h1><p>Please <a href='/in?to=a'>log in</a> to view other pages.<p>Return to <a href=/>Main Page</a>.",
        "<h1>Anmeldung erforderlich</h1><p>Bitte <a href=/in>anmelden</a>, um andere Seiten anzusehen.",
        "<p>You must be logged in to see this page. <a href=/in>Log in</a>",
        "<h1>Authentication required</h1><p>This is for members.<form action=/in><button>Sign in</button></form>",
        "<h1>You are not authorized to access this page.</h1><p>Please <a href=/in>sign in</a>.",
        "<div class=alert>You need to sign in before continuing.</div><a href=/in>Sign in</a>",
        "<h1>You are not logged in</h1><p>You must login to view this page.<button onclick=\"location='/in'\">Login</button>",
    ]
    /// What they say to who has got what was asked for.
    private static let showing: [String] = [
        "<h1>Orders of May</h1><table><tr><td>1<td>bolts<tr><td>2<td>nuts</table>",
        "<h1>Main Page</h1><p>Welcome to the wiki of the tools, which anyone may read. <a href=/a>Hammers</a> <a href=/b>Saws</a>",
        "<h1>Maintenance plan</h1><p>Pump 3: oil. Pump 4: filter.",
        "<h1>When is a login required?</h1><p>" + String(repeating: "Some pages are for members. ", count: 40),
    ]
    /// What stands beside both.
    static let menus: [String] = [
        "<nav><a href=/h>Help</a> <a href=/c>Create account</a> <a href=/r>Changes</a> <a href=/s>Pages</a> <a href=/in>Log in</a></nav>",
        "<nav><a href=/1>One</a> <a href=/2>Two</a> <a href=/3>Three</a> <a href=/4>Four</a> <a href=/5>Five</a> <a href=/6>Six</a>"
            + " <a href=/c>Create account</a> <a href='/in?to=b'>Log in</a></nav><form action=/find><input type=search name=q>"
            + "<button>Search</button></form>",
        "<nav><a href=/1>One</a> <a href=/2>Two</a> <a href=/3>Three</a> <a href=/4>Four</a></nav><footer><a href=/p>Privacy</a></footer>",
    ]

    /// The words of a page ask for a sign-in, and no link of its menu does.
    @Test(arguments: menus) func theWordsAskForASignIn(_ menu: String) throws {
        for html in Self.asking { try all(Answer(html: menu + html), are: .refused) }
        for html in Self.showing { try all(Answer(html: menu + html), are: .content) }
        #expect(try Self.asking.allSatisfy { try verdicts(on: Answer(html: $0)).allSatisfy { $0.1 == .refused } })
    }

    /// A service that is down says so by any status; that tells nothing about the user.
    @Test(arguments: [
        "<title>Scheduled maintenance</title><h1>We’ll be back soon!</h1><p>Sorry. Reports are back online at 05:00.",
        "<h1>Wartungsarbeiten</h1><p>Bitte versuchen Sie es später.<a href=https://status.example/>Status</a>",
        "<h1>Service unavailable</h1><p>We are currently updating.<script src=/a.js></script>",
    ])
    func aServiceThatIsDownShowsNoContent(_ html: String) throws {
        let answer = Answer(html: html)
        #expect(try byRequest(answer) == .refused && byForms(answer) == .refused)
        #expect(try byCheck(answer) == .unknown && inBrowser(answer) == .unknown)
    }

    @Test(arguments: contents) func contentIsContentToAll(_ answer: Answer) throws { try all(answer, are: .content) }
    @Test(arguments: refusals) func whatAsksOrRefusesIsNoContent(_ answer: Answer) throws {
        try all(answer, are: .refused)
    }
    @Test(arguments: faults) func aFaultTellsNothing(_ answer: Answer) throws { try all(answer, are: .unknown) }

    /// A page that has nothing but frames is what these show. A browser that has rendered it has read those of its server.
    @Test(arguments: [
        ("<iframe src=/in></iframe>", Verdict.refused), ("<iframe src=/frame></iframe>", .content),
        ("<iframe src=https://other.example/></iframe>", .content),
        ("<frameset cols=20%,*><frame src=/frame><frame src=/in></frameset>", .refused),
        ("<frameset cols=20%,*><frame src=/frame><frame src=/frame2></frameset>", .content),
        ("<script src=/a.js></script><iframe src=/in></iframe>", .refused),
    ])
    func aPageIsWhatItsFramesShow(_ html: String, _ expected: Verdict) throws {
        let answer = Answer(html: html)
        #expect(try byRequest(answer) == expected && byCheck(answer) == expected && byForms(answer) == expected)
    }

    /// What is no page may say that the sign-in has failed: at the end of one, and not to a request, whose caller reads it.
    @Test(arguments: [
        ("application/json", "{\"error\":\"invalid_credentials\"}"),
        ("application/json", "{\"success\":false,\"message\":\"Wrong password\"}"),
        ("text/plain", "Invalid user name or password."), ("text/plain", "Unauthorized"),
        ("text/xml", "<s:Envelope xmlns:s='x'><s:Body><s:Fault><faultstring>Failed</faultstring></s:Fault></s:Body>"),
    ])
    func anErrorIsNoEnd(_ type: String, _ text: String) throws {
        let answer = Answer(fields: [("content-type", type)], html: text)
        #expect(try byForms(answer) == .refused)
        #expect(try byRequest(answer) == .content)
        let scene = Scene(answer)
        let shown = RenderedPage(Page(text: text), at: scene.url, answer.response(at: scene.url))
        #expect(shown.meaning(endingAt: FinishEndpoint(scene.url)) == .step(nil))
    }

    /// Content without a media type is kept only until it is known to be none of a page.
    @Test(arguments: [
        (form, 0, 0), ("<h1>Report</h1>", 0, 0), ("id,name\n" + form, 0, 1),
        ("<", NavigationPolicy.maximumPageBytes, 1),
    ])
    func aSinkGetsNoLogin(_ html: String, _ more: Int, _ taken: Int) throws {
        let content = html + String(repeating: "x", count: more)
        let scene = Scene(Answer(fields: [("content-type", "")], html: content))
        let sink = CountingSink()
        let signIn = AnyDemand()
        var jar = scene.jar
        let flow = RequestFlow(
            scene.agent, answerers: [signIn], options: RequestFlow.Options(), reporter: RecordingReporter())
        let response = try flow.run(
            Request("GET", scene.url), jar: &jar, streams: ContentStreams(sink: sink)
        ) { scene.deadline }
        #expect(sink.count == taken && signIn.met.isEmpty == (html != Self.form))
        #expect(response.body.isEmpty == (taken > 0))
    }

    /// Servers send pages in codings that nobody asked for. The content of an answer stays as it came, and what changes something is
    /// not sent again to read it.
    @Test(arguments: [(form, Verdict.refused), ("<h1>Welcome ada</h1>", .content)], ["GET", "POST"])
    func aCodedPageIsReadDecoded(_ page: (html: String, expected: Verdict), _ method: String) throws {
        let coded = Answer(fields: [("content-encoding", "gzip")], html: "\u{1F}packed")
        #expect(try byRequest(Answer(html: page.html), method, asked: "identity", coded) == page.expected)
    }

    /// No page of the corpus is content to one reader and a login to another.
    @Test(arguments: try Corpus.files().filter { $0.hasSuffix(".html") })
    func allAgreeAboutEachPageOfTheCorpus(_ name: String) throws {
        let decision = String(decoding: try pageBytes("Corpus/\(name.dropLast(5)).decision"), as: UTF8.self)
        let settings = Corpus.Settings(decision.split(separator: "\n").map(String.init).filter { $0.hasPrefix("# ") })
        let html = String(decoding: try pageBytes("Corpus/" + name), as: UTF8.self)
        let answer = Answer(
            status: settings.status, fields: settings.challenge.map { [("www-authenticate", $0)] } ?? [], html: html)
        let verdicts = try verdicts(on: answer)
        #expect(Set(verdicts.map(\.1)).count == 1, "\(verdicts)")
    }

    private func all(_ answer: Answer, are expected: Verdict) throws {
        for (reader, verdict) in try verdicts(on: answer) { #expect(verdict == expected, "\(reader)") }
    }

    private func verdicts(on answer: Answer) throws -> [(String, Verdict)] {
        [
            ("request", try byRequest(answer)), ("check", try byCheck(answer)), ("forms", try byForms(answer)),
            ("browser", try inBrowser(answer)),
        ]
    }

    /// Returns what a request makes of it: content, or a sign-in that it asks for; a failure status is the caller's to read.
    ///
    /// - Parameters:
    ///   - codings: the request's field Accept-Encoding; nil: the transport decodes what it takes.
    ///   - coded: the answer to a request with that field.
    private func byRequest(
        _ answer: Answer, _ method: String = "GET", asked codings: String? = nil, _ coded: Answer? = nil
    ) throws -> Verdict {
        let scene = Scene(answer, coded: coded)
        let signIn = AnyDemand()
        var jar = scene.jar
        let flow = RequestFlow(
            scene.agent, answerers: [signIn], options: RequestFlow.Options(), reporter: RecordingReporter())
        let response: Response
        do throws(FedauthError) {
            let fields = codings.map { [Request.Header("Accept-Encoding", $0)] } ?? []
            response = try flow.run(
                Request(method, scene.url, headers: fields), jar: &jar, streams: ContentStreams()
            ) { scene.deadline }
        } catch {
            return .refused
        }
        if !signIn.met.isEmpty { return .refused }
        if let coded { #expect(response.body.withBytes { String(decoding: $0, as: UTF8.self) } == coded.html) }
        return switch AnswerMeaning.Failure(status: response.status) {
        case nil: .content
        case .refusal, .endedSession: .refused
        case .missing, .fault, .other: .unknown
        }
    }

    private func byCheck(_ answer: Answer) throws -> Verdict {
        let scene = Scene(answer)
        var jar = scene.jar
        do {
            return try SessionProbe(scene.agent, url: scene.url).isAlive(&jar, deadline: scene.deadline)
                ? .content : .refused
        } catch {
            return .unknown
        }
    }

    /// Returns the end of a sign-in whose service gives this answer when it is over.
    private func byForms(_ answer: Answer) throws -> Verdict {
        let scene = Scene(answer)
        var known = LoginCredentials.Known()
        known.user = "ada"
        known.password = FixedSource("pw")
        let reporter = RecordingReporter()
        let answers = LoginCredentials(
            known: known, store: MemoryStore(), prompter: ScriptedPrompter(canAsk: false), reporter: reporter,
            clock: scene.clock)
        let presenter = FormPresenter(
            scene.agent, answers: answers, reporter: reporter, wait: { scene.clock.monotonicMilliseconds += $0 })
        do {
            _ = try presenter.present(
                PresentationRequest(
                    start: AuthorizationEndpoint(try WebURL("https://idp.example/login")),
                    finish: FinishEndpoint(scene.url), deadline: scene.deadline))
            return .content
        } catch {
            let failure = AnswerMeaning.Failure(status: answer.status)
            let isFault = [.fault, .missing, .other].contains(failure)
            return error.code == .badAnswer && isFault ? .unknown : .refused
        }
    }

    /// Returns what the end of a sign-in in a browser makes of the page that it shows.
    private func inBrowser(_ answer: Answer) throws -> Verdict {
        let scene = Scene(answer)
        let response = answer.response(at: scene.url)
        let page = try scene.agent.page(response)
        let rendered = RenderedPage(page ?? Page(), at: scene.url, response)
        return switch rendered.meaning(endingAt: FinishEndpoint(scene.url)) {
        case .content, .unjudged: .content
        case .demands, .step, .failure(.refusal), .failure(.endedSession): .refused
        case .failure: .unknown
        }
    }

    /// A service that gives the answer, and an identity provider whose login leads to it. All else is the provider's login.
    private struct Scene {
        let clock = PatientClock()
        let agent: UserAgent
        let url: WebURL
        let jar: CookieJar
        var deadline: Deadline { Deadline(seconds: 60, from: clock) }

        init(_ answer: Answer, coded: Answer? = nil) {
            let web = RequestWeb()
            web.answer = { arrived in
                if arrived.url == AnswerContractTests.service {
                    return arrived.field("accept-encoding") == nil ? answer.sent : (coded ?? answer).sent
                }
                if arrived.url.contains("frame") || arrived.url.hasSuffix("/menu") {
                    return Answer(html: "<h1>Report").sent
                }
                if arrived.method == "POST", arrived.url == "https://idp.example/in" {
                    return RequestWeb.Answer(status: 303, headers: [("location", AnswerContractTests.service)])
                }
                return Answer(html: AnswerContractTests.form).sent
            }
            agent = UserAgent(web, reader: LibXMLReader(), clock: clock)
            guard let url = try? WebURL(AnswerContractTests.service) else {
                preconditionFailure("the address is right")
            }
            self.url = url
            jar = CookieJar([
                Cookie(
                    name: "sid", value: SharedSecret(text: "1"), domain: url.host, isHostOnly: true,
                    created: Timestamp(seconds: 1), setBy: url.origin)
            ])
        }
    }
}

extension AnswerContractTests.Answer {
    private var headers: [(name: String, value: String)] {
        (fields.contains { $0.0 == "content-type" } ? [] : [(name: "content-type", value: "text/html; charset=utf-8")])
            + fields.map { (name: $0.0, value: $0.1) }
    }

    fileprivate var sent: RequestWeb.Answer { RequestWeb.Answer(status: status, headers: headers, content: html) }

    fileprivate func response(at url: WebURL) -> Response {
        Response(status: status, url: url, headers: headers, body: SharedSecret(text: html))
    }
}

/// A clock that only waiting advances.
private final class PatientClock: WallClock, @unchecked Sendable {
    let now = Timestamp(seconds: 1_700_000_000)
    var monotonicMilliseconds: Int64 = 0
}

/// Takes what it is given, and counts the answers.
private final class CountingSink: ContentSink {
    private(set) var count = 0
    func wants(_ head: Response) throws(FedauthError) -> Bool {
        count += 1
        return true
    }
    func take(_ bytes: UnsafeRawBufferPointer) throws(FedauthError) {}
}

/// Has a session, and meets each demand once.
private final class AnyDemand: DemandAnswerer {
    var met: [SignInDemand] = []
    let purpose = "any sign-in"

    func isSignedIn(at url: WebURL, isElsewhere: Bool) throws(FedauthError) -> Bool { true }
    func answers(_ demand: SignInDemand) -> Bool { met.isEmpty }
    func answer(
        _ demand: SignInDemand, in response: Response, to request: Request, jar: inout CookieJar, limit: () -> Deadline
    ) throws(FedauthError) { met.append(demand) }
}
