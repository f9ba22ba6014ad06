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
        try authenticator.arrive(window, at: Self.origin(host), beside: try others.map(Self.origin))
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
}
