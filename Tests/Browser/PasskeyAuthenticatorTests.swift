import Core
import Secrets
import Support
import Testing

@testable import Browser

/// Tests which windows have an authenticator.
struct PasskeyAuthenticatorTests {
    private let browser: FakeBrowser
    private let authenticator: PasskeyAuthenticator

    init() throws {
        let clock = TestClock()
        let passkeys = StoredPasskeys(MemoryStore(clock: clock), user: nil, reporter: RecordingReporter())
        try passkeys.add(
            Passkey(relyingParty: "bank.test", credentialID: [1], privateKey: SharedSecret(text: "key")))
        browser = try FakeBrowser()
        for id in 1...100 { browser.say(#"{"id":\#(id),"result":{"authenticatorId":"a"}}"# + "\0") }
        authenticator = PasskeyAuthenticator(
            browser.connection, PasskeyUse(passkeys), named: [try WebURL("https://sp.test").origin], isUnseen: true,
            clock: clock, reporter: RecordingReporter())
    }

    private static func origin(_ host: String?) throws -> Origin? {
        try host.map { try WebURL("https://\($0)").origin }
    }

    private func arrive(_ window: String, at host: String?, beside others: [String?] = []) throws {
        try authenticator.arrive(
            window, at: Self.origin(host), beside: try others.map(Self.origin), loader: "first", isAllowed: true)
    }

    /// What may stand beside the window of a relying party: its own pages, and those of the service.
    private static let neighbours: [(String?, Bool)] = [
        ("bank.test", true), ("sp.test", true), ("evil.test", false), ("www.bank.test", false), (nil, false),
    ]

    @Test(arguments: neighbours) func aWindowBesideThoseOfOthersHasNone(_ host: String?, _ isOffered: Bool) throws {
        try arrive("main", at: "bank.test", beside: ["sp.test", host])
        #expect(authenticator.mayBeUsed == isOffered)
    }

    /// Before the other one asks for a document, and when it shows one for which nothing was asked.
    @Test(arguments: neighbours, [true, false])
    func anotherWindowTakesItAway(_ neighbour: (host: String?, isOffered: Bool), _ asks: Bool) throws {
        try arrive("main", at: "bank.test")
        #expect(authenticator.mayBeUsed)
        if asks {
            try authenticator.leave("popup", for: Self.origin(neighbour.host))
        } else {
            try arrive("popup", at: neighbour.host, beside: ["evil.test"])
        }
        #expect(authenticator.mayBeUsed == neighbour.isOffered)
    }

    @Test(
        arguments: [("bank.test", true), ("sp.test", false), ("www.bank.test", false), (nil, false)]
            as [(String?, Bool)])
    func theWindowItselfTakesItAway(_ host: String?, _ isKept: Bool) throws {
        try arrive("main", at: "bank.test")
        try authenticator.leave("main", for: Self.origin(host))
        #expect(authenticator.mayBeUsed == isKept)
    }

    /// A page that is no sign-in has none, and takes that of the one before it in the same document.
    @Test func onlyAStepOfASignInHasIt() throws {
        func arrive(_ isAllowed: Bool?, _ loader: String = "first") throws -> Bool {
            try authenticator.arrive(
                "main", at: Self.origin("bank.test"), beside: [], loader: loader, isAllowed: isAllowed)
            return authenticator.mayBeUsed
        }
        for (verdict, isOffered) in [(nil, false), (false, false), (true, true), (nil, true), (false, false)] {
            #expect(try arrive(verdict) == isOffered)
        }
        _ = try arrive(true)
        #expect(try !arrive(nil, "second"))
    }

    /// What a window of the relying party does after another document was requested.
    enum Step: String, CaseIterable {
        case asksElsewhere, asksItself, changesAddress, isCommitted, fetchedBefore

        /// The event of the browser.
        var event: (method: String, parameters: String) {
            switch self {
            case .asksElsewhere: ("Fetch.requestPaused", Self.asked("evil.test"))
            case .asksItself: ("Fetch.requestPaused", Self.asked("bank.test"))
            case .changesAddress:
                ("Page.navigatedWithinDocument", #"{"frameId":"main","url":"https://bank.test/other"}"#)
            case .isCommitted: ("Page.frameNavigated", Self.shown("bank.test", "second"))
            case .fetchedBefore: ("Page.frameNavigated", Self.shown("evil.test", "unasked"))
            }
        }

        static func asked(_ host: String, _ load: String = "second") -> String {
            #"{"requestId":"r","networkId":"\#(load)","frameId":"main","resourceType":"Document","#
                + #""request":{"url":"https://\#(host)/","method":"GET","headers":{}}}"#
        }

        static func shown(_ host: String, _ load: String) -> String {
            #"{"frame":{"id":"main","loaderId":"\#(load)","url":"https://\#(host)/","securityOrigin":"https://\#(host)"}}"#
        }
    }

    private func window() throws -> BrowserWindow {
        let window = try BrowserWindow(
            browser.connection, keepsCookies: true, isHeadless: true, clock: TestClock())
        window.passkeys = authenticator
        window.pages["w"] = BrowserWindow.Page(target: "main")
        return window
    }

    /// A window of the service has requested a document of any server, which it may show before fedauth knows.
    @Test(arguments: [("shown", true), ("next", false)]) func noWindowIsAboutToShowAnother(
        _ load: String, _ isOffered: Bool
    ) throws {
        let window = try window()
        for (name, host) in [("w", "bank.test"), ("popup", "sp.test")] {
            var page = BrowserWindow.Page(target: name)
            page.origin = try Self.origin(host)
            page.loader = "shown"
            page.asked = (name == "w" ? "shown" : load, "https://\(host)/")
            window.pages[name] = page
        }
        try window.offerPasskeys(to: "w", isAllowed: true)
        #expect(authenticator.mayBeUsed == isOffered)
    }

    /// Only a document that was requested and committed gets it: no page that changes its own address meanwhile.
    @Test(
        arguments: [
            ([.changesAddress], true), ([.asksElsewhere], false), ([.asksElsewhere, .changesAddress], false),
            ([.asksItself, .changesAddress], true), ([.asksItself, .isCommitted], true),
            ([.asksElsewhere, .asksItself, .changesAddress], false),
            ([.asksElsewhere, .changesAddress, .isCommitted, .changesAddress], true), ([.fetchedBefore], false),
            ([.fetchedBefore, .changesAddress], false),
        ] as [([Step], Bool)])
    func onlyWhatIsCommittedGetsIt(_ steps: [Step], _ isOffered: Bool) throws {
        let window = try window()
        func take(_ method: String, _ parameters: String) throws {
            let value = try JSONReader.parse(SharedSecret(text: parameters))
            let event = try window.understand(
                DevToolsConnection.Event(method: method, session: "w", parameters: value))
            // As `FinishWatch` does.
            switch event {
            case .asks(let request): try window.withholdPasskeys(from: "w", for: request.url)
            case .shows(let session):
                for isAllowed in [nil, true] { try window.offerPasskeys(to: session, isAllowed: isAllowed) }
            default: Issue.record("\(method) is no step")
            }
        }
        try take("Fetch.requestPaused", Step.asked("bank.test", "first"))
        try take("Page.frameNavigated", Step.shown("bank.test", "first"))
        #expect(authenticator.mayBeUsed)
        for step in steps { try take(step.event.method, step.event.parameters) }
        #expect(authenticator.mayBeUsed == isOffered)
    }
}
