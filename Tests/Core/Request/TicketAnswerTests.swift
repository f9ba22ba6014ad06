import Secrets
import Support
import Testing

@testable import Core

/// Tests how a request meets a server that offers Negotiate beside other schemes.
struct TicketAnswerTests {
    private typealias Answer = RequestWeb.Answer
    private let clock = TestClock()
    private let web = RequestWeb()
    private let store: MemoryStore
    private let reporter = RecordingReporter()
    private static let url = "https://h/x"
    /// The session that the requests use.
    private var session: Session?

    init() { store = MemoryStore(clock: clock) }

    /// Sends requests with one answerer, and returns the last response.
    @discardableResult
    private func send(_ urls: String..., content: String? = nil) throws -> Response? {
        let credentials = CredentialAnswerer(
            options: BasicSignIn.Options(), hashing: ReadableHashing(), reporter: reporter,
            session: { [session] _ in session },
            makeCredentials: { [store, reporter, clock] (_) throws(FedauthError) in
                HTTPCredentials(
                    known: HTTPCredentials.Known(), for: NamedOrigins([try WebURL(Self.url)]), store: store,
                    prompter: ScriptedPrompter([], canAsk: false), reporter: reporter, clock: clock)
            })
        let flow = RequestFlow(
            UserAgent(web, reader: ScriptedReader(), clock: clock), answerers: [credentials],
            options: RequestFlow.Options(), reporter: reporter)
        var jar = CookieJar()
        var response: Response?
        for url in urls.isEmpty ? [Self.url] : urls {
            response = try flow.run(
                Request(content == nil ? "GET" : "POST", try WebURL(url)), jar: &jar,
                streams: ContentStreams(source: content.map(TextSource.init))
            ) { Deadline(seconds: 60, from: clock) }
        }
        return response
    }

    private func keep(_ password: String) throws {
        try StoredCredentials(store, clock: clock).keep(
            Credential(user: "ada", password: SharedSecret(text: password), expires: nil),
            for: ProtectionSpace(try WebURL(Self.url).origin, realm: "r").scope())
    }

    /// Accepts this password, and tickets if wanted.
    private func offer(
        _ schemes: [String] = ["Negotiate", "Basic realm=\"r\""], takesTicket: Bool = false,
        _ password: String = "right"
    ) {
        let field = Self.field(password)
        web.answer = { asked in
            if takesTicket && asked.hasTicket { return Answer(content: "ticket") }
            if asked.field("authorization") == field { return Answer(content: "password" + asked.content) }
            return Answer(status: 401, headers: schemes.map { ("www-authenticate", $0) })
        }
    }

    private static func field(_ password: String) -> String {
        "Basic "
            + Base64.encode(SharedSecret(text: "ada:\(password)")).withBytes { String(decoding: $0, as: UTF8.self) }
    }

    private var warnings: [String] { reporter.said.filter { !$0.hasPrefix("detail: ") } }

    @Test func withoutATicketTheStoredPasswordIsSent() throws {
        try keep("right")
        offer()
        #expect(try send()?.body.equals("password") == true)
        #expect(web.arrived.map { $0.field("authorization") } == [nil, Self.field("right")])
        #expect(warnings.isEmpty)
    }

    @Test func theContentIsSentAgainWithThePassword() throws {
        try keep("right")
        offer()
        #expect(try send(content: "-sent")?.body.equals("password-sent") == true)
    }

    @Test func laterRequestsLookForNoTicket() throws {
        try keep("right")
        offer()
        try send(Self.url, "https://h/y")
        // The second request has the password from its beginning.
        #expect(web.arrived.count == 3 && web.arrived.allSatisfy { !$0.hasTicket })
    }

    @Test func aTicketComesBeforeTheStoredPassword() throws {
        try keep("right")
        web.principal = KerberosPrincipal("ada@EXAMPLE.ORG")
        offer(takesTicket: true)
        #expect(try send()?.body.equals("ticket") == true)
    }

    @Test func aRefusedTicketIsNotSentAgain() throws {
        try keep("old")
        web.principal = KerberosPrincipal("ada@EXAMPLE.ORG")
        offer()
        #expect(failure { try send() }?.code == .refused)
        #expect(web.arrived.count(where: \.hasTicket) == 1)
        #expect(web.arrived.count { $0.field("authorization") != nil } == 1)
    }

    @Test func withoutTicketAndPasswordThePasswordIsMissing() {
        offer()
        let error = failure { try send() }
        #expect(error?.code == .inputNeeded && error?.message.contains("user name and a password") == true)
    }

    @Test func aTicketThatIsTheOnlyWayIsMissing() throws {
        try keep("right")
        offer(["Negotiate"])
        #expect(failure { try send() }?.code == .noTicket)
    }

    // MARK: the session's user

    /// Uses a session of this user.
    private mutating func signIn(_ user: String?) throws {
        let url = try WebURL(Self.url)
        session = Session(
            name: "service", method: "saml", url: url, user: user, presenter: "form", obtained: clock.now,
            expires: clock.now.adding(seconds: 9), expiryBasis: .assumed, jar: CookieJar())
    }

    @Test(arguments: ["ada", "Ada@example.org", "EXAMPLE\\ada", nil])
    mutating func theTicketOfTheSessionsUserIsUsed(_ user: String?) throws {
        try signIn(user)
        web.principal = KerberosPrincipal("ada@EXAMPLE.ORG")
        offer(takesTicket: true)
        #expect(try send()?.body.equals("ticket") == true)
    }

    @Test mutating func theTicketOfAnotherUserIsNotUsed() throws {
        try signIn("ada")
        web.principal = KerberosPrincipal("bob@EXAMPLE.ORG")
        offer(["Negotiate"], takesTicket: true)
        let error = failure { try send() }
        #expect(error?.code.name == "other-ticket" && error?.code.status.number == 4)
        #expect(
            error?.message
                == "the Kerberos ticket is that of 'bob@EXAMPLE.ORG', not of 'ada', whose session is 'service'")
        #expect(error?.hint?.contains("fedauth logout service") == true)
        #expect(web.arrived.allSatisfy { !$0.hasTicket })
    }

    @Test mutating func besideTheTicketOfAnotherUserThePasswordIsSent() throws {
        try signIn("ada")
        try keep("right")
        web.principal = KerberosPrincipal("bob@EXAMPLE.ORG")
        offer(takesTicket: true)
        #expect(try send()?.body.equals("password") == true)
        #expect(warnings.count == 1 && warnings[0].contains("'bob@EXAMPLE.ORG', not of 'ada'"), "\(warnings)")
    }
}
