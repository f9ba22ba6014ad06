import Secrets
import Support
import Testing

@testable import Core

/// Tests which user a session belongs to if fedauth did not see the user name, and which `--user` it satisfies.
struct SignedInUserTests {
    let clock = TestClock(1_700_000_000)
    let store = MemoryStore()
    let reporter = RecordingReporter()
    let browser = Browser()

    /// Returns an assertion about `subject`.
    final class Browser: Presenter {
        let name = "chromium"
        var subject: String?
        var isOpaque = false
        var accountNames: [String] = []
        var windows = 0
        /// Whether the last request began with cookies of an earlier sign-in.
        var wasKnown = false

        func present(_ request: PresentationRequest) throws(FedauthError) -> Presentation {
            windows += 1
            wasKnown = !request.jar.cookies.isEmpty
            let cookies = ["sp", "idp"].compactMap { host in
                (try? WebURL("https://\(host).example/").origin).map {
                    Cookie(
                        name: "s", value: SharedSecret(text: "v"), domain: "\(host).example", isHostOnly: true,
                        created: Timestamp(seconds: 1), setBy: $0)
                }
            }
            return Presentation(
                FinishAnswer(request.finish.url), jar: CookieJar(cookies),
                samlResponse: SAMLResponse(
                    statusCodes: ["Success"], subject: subject, isSubjectOpaque: isOpaque, accountNames: accountNames))
        }
    }

    private func signIn(as user: String?, force: Bool = false) throws -> SignIn.Outcome {
        let policy = NavigationPolicy()
        let finish = try WebURL("https://sp.example/")
        let method = SAMLSignIn(
            start: AuthorizationEndpoint(finish), finish: FinishEndpoint(finish), user: user, presenter: browser,
            policy: policy,
            probe: SessionProbe(UserAgent(ScriptedWeb(), clock: clock, policy: policy), url: finish), logout: nil)
        var options = SignIn.Options()
        options.force = force
        return try SignIn(store: store, lock: TokenSessionTests.NoLock(), clock: clock, reporter: reporter)
            .run("p", by: method, options: options)
    }

    /// An opaque subject never equals the typed name. If it counted as a mismatch, each command would open a window.
    @Test func anOpaqueSubjectDoesNotContradictTheWish() throws {
        (browser.subject, browser.isOpaque) = ("f3a91c", true)
        let session = try signIn(as: "ada").session
        #expect(session.user == nil && session.wantedUser == "ada")
        #expect(try !signIn(as: "ada").isFresh)
        #expect(try !signIn(as: nil).isFresh)
        #expect(browser.windows == 1 && reporter.said.allSatisfy { !$0.contains("--user") })
    }

    @Test func anotherWishIsNotAnsweredByIt() throws {
        (browser.subject, browser.isOpaque) = ("f3a91c", true)
        _ = try signIn(as: "ada")
        #expect(try signIn(as: "bob").session.wantedUser == "bob")
        #expect(browser.windows == 2 && !browser.wasKnown)
        // A sign-in that began with a user's cookies belongs to that user.
        #expect(try signIn(as: nil, force: true).session.wantedUser == "bob")
        #expect(browser.windows == 3 && browser.wasKnown)
        #expect(try signIn(as: "ada").isFresh)
    }

    /// Cookies of the identity provider do not tell the user: any of them may have been replaced.
    @Test func anEarlierSessionDoesNotTellTheUser() throws {
        browser.subject = "ada"
        #expect(try signIn(as: nil).session.user == "ada")
        browser.subject = nil
        let session = try signIn(as: nil, force: true).session
        #expect(browser.wasKnown && session.user == nil)
        #expect(try signIn(as: "bob").isFresh && !browser.wasKnown)
    }

    /// Nobody knows whose session it is, so it is not used for a user that is named.
    @Test func aSessionOfNobodyKnownIsForNoNamedUser() throws {
        #expect(try signIn(as: nil).session.user == nil)
        #expect(try signIn(as: "bob").isFresh)
        #expect(!browser.wasKnown)
        for user in ["bob", nil] { #expect(try !signIn(as: user).isFresh) }
    }

    /// Some services call an identifier persistent although it is the user name.
    @Test func anOpaqueSubjectThatIsTheNameIsIt() throws {
        (browser.subject, browser.isOpaque) = ("ada", true)
        #expect(try signIn(as: "ada").session.user == "ada")
    }

    @Test func aNameThatContradictsIsSaid() throws {
        browser.subject = "ada@example.org"
        let session = try signIn(as: "ada").session
        #expect(session.user == "ada@example.org" && session.wantedUser == "ada")
        #expect(reporter.said.contains { $0.contains("'ada@example.org'") && $0.contains("'ada'") })
        #expect(try !signIn(as: "ada@example.org").isFresh)
        #expect(try signIn(as: "ada").isFresh)
    }

    @Test func behindAnOpaqueSubjectTheAttributesNameTheUser() throws {
        (browser.subject, browser.isOpaque) = ("f3a91c", true)
        browser.accountNames = ["ada", "ada@example.org"]
        #expect(try signIn(as: nil).session.user == "ada")
        #expect(try signIn(as: "ada@example.org").session.user == "ada@example.org")
        #expect(reporter.said.allSatisfy { !$0.contains("--user") })
        browser.subject = "the.subject"
        browser.isOpaque = false
        #expect(try signIn(as: nil, force: true).session.user == "the.subject")
    }

    @Test func theNamesThatUsersTypeComeFirst() {
        let names = SAMLResponse.accountNames([
            ("mail", "ada@example.org"), ("displayName", "Ada"),
            ("http://schemas.xmlsoap.org/ws/2005/05/identity/claims/upn", "a@ad"),
            ("urn:oid:0.9.2342.19200300.100.1.1", "ada"), ("UID", "ada"), ("eduPersonPrincipalName", ""),
        ])
        #expect(names == ["ada", "a@ad", "ada@example.org"])
    }

    /// The name in a ticket has a realm.
    @Test func aSessionByATicketIsForItsUser() throws {
        var session = try signIn(as: nil).session
        session.user = "ada@EXAMPLE.ORG"
        #expect(!session.isFor("ada"))
        session.access = SessionAccess(scheme: .negotiate, realm: nil)
        #expect(session.isFor("ada") && !session.isFor("bob"))
    }
}
