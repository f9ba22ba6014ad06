import Core
import Secrets
import Support
import Testing

/// Tests a Kerberos ticket at AD FS: when fedauth sends it, and the return to the form.
struct IntegratedSignInTests {
    private let walk = FederationWalk()
    private static let tickets = "https://fs/adfs/ls/wia?q=1"
    private static let challenge = [("www-authenticate", "Negotiate"), ("www-authenticate", "NTLM")]

    /// Scripts AD FS: it redirects a known browser to the ticket page and, if `isTaken`, accepts the ticket.
    private func script(isTaken: Bool) throws {
        try walk.web.on("GET", FederationWalk.page, status: 302, headers: [("location", Self.tickets)])
        try walk.web.on("GET", Self.tickets, status: 401, headers: Self.challenge)
        if isTaken {
            try walk.web.on("TICKET", Self.tickets, status: 302, headers: [("location", FederationWalk.finish)])
        } else {
            try walk.web.on("TICKET", Self.tickets, status: 401, headers: Self.challenge)
        }
        try walk.pages([])
    }

    private func present(
        _ wish: IntegratedSignIn.Wish, mayHaveTicket: Bool = true, start: String = FederationWalk.page
    ) throws {
        try walk.present(start: start, integrated: IntegratedSignIn(wish, mayHaveTicket: mayHaveTicket))
    }

    private var shown: [ScriptedWeb.Asked] { walk.web.asked.filter(\.negotiates) }

    @Test(arguments: [IntegratedSignIn.Wish.auto, .always])
    func aTicketLetsIn(_ wish: IntegratedSignIn.Wish) throws {
        try script(isTaken: true)
        try present(wish)
        #expect(shown.map(\.url) == [Self.tickets])
        #expect(walk.web.asked.first?.agent?.contains("Trident/7.0") == true)
        // The relying party gets fedauth's own user agent.
        #expect(walk.web.asked.last?.agent == nil)
        #expect(walk.web.asked.allSatisfy { $0.method == "GET" })
    }

    @Test func aTicketThatIsRefusedLeadsBackToTheForm() throws {
        try script(isTaken: false)
        try present(.auto)
        #expect(shown.count == 1)
        #expect(walk.web.asked.filter { $0.url == FederationWalk.page }.map { $0.agent == nil } == [false, true, true])
        #expect(walk.web.asked.contains { $0.body.contains("Password=pw") })
        #expect(walk.reporter.said.contains("'fs' refused the Kerberos ticket; its form is filled"))
    }

    @Test func aCacheWithoutATicketLeadsBackToTheForm() throws {
        try script(isTaken: true)
        walk.web.hasTicket = false
        try present(.auto)
        #expect(walk.web.asked.contains { $0.body.contains("Password=pw") })
    }

    @Test func aRequiredTicketThatIsNotOfferedIsReported() throws {
        try script(isTaken: false)
        let error = failure { try present(.always) }
        #expect(error?.code == .refused)
        #expect(error?.message == "'fs' refused the Kerberos ticket")
        #expect(!walk.web.asked.contains { $0.method == "POST" })
    }

    @Test func aRequiredTicketThatIsMissingIsReported() throws {
        try script(isTaken: true)
        walk.web.hasTicket = false
        #expect(failure { try present(.always) }?.code == .noTicket)
        #expect(!walk.web.asked.contains { $0.method == "POST" })
    }

    /// fedauth sends neither a known user agent nor a ticket.
    @Test(arguments: [(IntegratedSignIn.Wish.never, true), (.auto, false)])
    func nothingIsShownUnlessWanted(_ wish: IntegratedSignIn.Wish, _ mayHaveTicket: Bool) throws {
        try walk.pages([])
        try present(wish, mayHaveTicket: mayHaveTicket)
        #expect(shown.isEmpty)
        #expect(walk.web.asked.allSatisfy { $0.agent == nil })
    }

    /// Another AD FS on the way is not made to ask for a ticket, but gets one when it asks.
    @Test(arguments: [IntegratedSignIn.Wish.auto, .always])
    func anotherServerOnTheWayGetsTheTicketItAsksFor(_ wish: IntegratedSignIn.Wish) throws {
        try walk.web.on("GET", "https://rp/start", status: 302, headers: [("location", FederationWalk.page)])
        try script(isTaken: true)
        try present(wish, start: "https://rp/start")
        #expect(shown.map(\.url) == [Self.tickets])
        #expect(walk.web.asked[1].agent?.contains("Trident/7.0") == (wish == .always ? true : nil))
    }

    @Test func aTicketIsNotSentUnencrypted() throws {
        let place = "http://127.0.0.1/adfs/ls/wia"
        try walk.web.on("GET", FederationWalk.page, status: 302, headers: [("location", place)])
        try walk.web.on("GET", place, status: 401, headers: Self.challenge)
        #expect(failure { try present(.always) }?.code.status == .noPresenter)
        #expect(shown.isEmpty)
    }

    @Test func otherSchemesAreNotAnswered() throws {
        try walk.web.on("GET", FederationWalk.page, status: 302, headers: [("location", Self.tickets)])
        try walk.web.on("GET", Self.tickets, status: 401, headers: [("www-authenticate", "NTLM")])
        #expect(failure { try present(.always) }?.code.status == .noPresenter)
        #expect(shown.isEmpty)
    }
}
