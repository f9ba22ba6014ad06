import Secrets
import Support
import Testing

@testable import Core

/// Tests that the encoding in which a server accepts user name and password is kept with them.
struct CredentialCharsetTests {
    private typealias Answer = RequestWeb.Answer
    private let clock = TestClock()
    private let web = RequestWeb()
    private let store: MemoryStore
    private let reporter = RecordingReporter()
    private static let url = "https://h/x"

    init() { store = MemoryStore(clock: clock) }

    /// A command of its own.
    private func credentials(_ given: (String, String)?, _ charset: CredentialCharset?) throws -> HTTPCredentials {
        var known = HTTPCredentials.Known()
        known.user = given?.0
        known.password = given.map { FixedSource($0.1) }
        known.charset = charset
        return HTTPCredentials(
            known: known, for: NamedOrigins([try WebURL(Self.url)]), store: store,
            prompter: ScriptedPrompter([], canAsk: false), reporter: reporter, clock: clock,
            refusals: RefusedSecrets(
                store, ofCommand: RefusedSecrets.OfCommand(), hashing: ReadableHashing(), reporter: reporter,
                clock: clock, isSent: false))
    }

    /// Returns the status; 0 for an error.
    private func send(_ given: (String, String)? = nil, _ charset: CredentialCharset? = nil) throws -> Int {
        let source = try credentials(given, charset)
        let answerer = CredentialAnswerer(
            options: BasicSignIn.Options(), hashing: ReadableHashing(), reporter: reporter,
            makeCredentials: { (_) throws(FedauthError) in source })
        let flow = RequestFlow(
            UserAgent(web, reader: ScriptedReader(), clock: clock), answerers: [answerer],
            options: RequestFlow.Options(), reporter: reporter)
        var jar = CookieJar()
        let request = Request("GET", try WebURL(Self.url))
        do throws(FedauthError) {
            return try flow.run(request, jar: &jar, streams: ContentStreams()) { Deadline(seconds: 60, from: clock) }
                .status
        } catch {
            #expect([.refused, .inputNeeded].contains(error.code), "\(error)")
            return 0
        }
    }

    private var attempts: Int { web.arrived.count { $0.field("authorization") != nil } }

    /// A server that reads one encoding.
    private func serve(_ user: String, _ password: String, _ charset: CredentialCharset) throws -> String {
        let right = try BasicAuthorization.value(user: user, password: SharedSecret(text: password), charset: charset)
            .withBytes { String(decoding: $0, as: UTF8.self) }
        web.answer = {
            $0.field("authorization") == right
                ? Answer() : Answer(status: 401, headers: [("www-authenticate", "Basic realm=\"r\"")])
        }
        return right
    }

    /// Another password may have a letter that the encoding of the kept one lacks.
    @Test func theEncodingOfAnotherPasswordIsNotForcedOnIt() throws {
        _ = try serve("ada", "pä", .latin1)
        #expect(try send(("ada", "pä"), .latin1) == 200)
        _ = try serve("ada", "p€", .utf8)
        #expect(try send(("ada", "p€")) == 200)
    }

    @Test(arguments: [("ada", "p"), ("ada", "pä§ß"), ("rené", "p"), ("rené", "pä§ß")], CredentialCharset.allCases)
    func whatTheServerAcceptedIsKeptAndUsed(_ given: (String, String), _ charset: CredentialCharset) throws {
        let right = try serve(given.0, given.1, charset)
        #expect(try send(given, charset) == 200)
        #expect(try send() == 200 && send(given) == 200 && send((given.0, given.1), charset) == 200)
        // A sign-in, the check of its session, and the field that is exported.
        let (url, agent) = (try WebURL(Self.url), UserAgent(web, clock: clock))
        let probe = AccessProbe(agent, hashing: ReadableHashing(), store: store, reporter: reporter, url: url)
        let method = BasicSignIn(
            agent, target: url, options: BasicSignIn.Options(), credentials: try credentials(nil, nil),
            hashing: ReadableHashing(), probe: probe, reporter: reporter)
        let collected = try method.collect(earlier: nil, deadline: Deadline(seconds: 60, from: clock))
        var session = Session(
            name: "h", method: "basic", url: url, user: collected.user, presenter: "basic", obtained: clock.now,
            expires: clock.now.adding(seconds: 60), expiryBasis: .assumed, jar: CookieJar([]), access: collected.access)
        #expect(try probe.isAlive(&session, deadline: Deadline(seconds: 60, from: clock)))
        let field = try SessionAuthorization(store, clock: clock).field(of: session, for: url)
        #expect(field?.value.equals(right) == true)
    }

    /// The same bytes in every encoding are refused in every encoding.
    @Test(arguments: [("ada", "p"), ("ada", "pä§ß"), ("rené", "p")], CredentialCharset.allCases)
    func aRefusalInAnotherEncodingForgetsNothing(_ given: (String, String), _ charset: CredentialCharset) throws {
        let other: CredentialCharset = charset == .utf8 ? .latin1 : .utf8
        let isASCII = given == ("ada", "p")
        _ = try serve(given.0, given.1, charset)
        #expect(try send(given, charset) == 200)
        #expect(try send(nil, other) == (isASCII ? 200 : 0))
        #expect(try send(given, other) == (isASCII ? 200 : 0))
        #expect(try send() == 200)
        // The password changes: what was accepted is forgotten.
        _ = try serve(given.0, "another", charset)
        #expect(try send() == 0)
        let before = attempts
        #expect(try send() == 0)
        #expect(attempts == before)
    }

    @Test func anotherEncodingIsAnotherAttempt() throws {
        let given = ("rené", "pä§ß")
        _ = try serve(given.0, given.1, .latin1)
        let error = failure {
            let source = try credentials(given, nil)
            let space = ProtectionSpace(try WebURL(Self.url).origin, realm: "r")
            _ = try source.answer(for: space)
            try source.reject(for: space, by: "status 401")
        }
        #expect(error?.hint?.contains("--charset iso-8859-1") == true)
        // The same attempt is not made again, the other one is.
        #expect(try send(given) == 0 && attempts == 0)
        #expect(try send(given, .latin1) == 200)
        #expect(try send() == 200)
    }

    /// An entry that another program made has no encoding.
    @Test func theEncodingThatFitsAStoredPasswordIsKept() throws {
        let origin = try WebURL(Self.url).origin
        _ = try serve("ada", "pä§ß", .latin1)
        try StoredCredentials(store, clock: clock).keep(
            Credential(user: "ada", password: SharedSecret(text: "pä§ß")),
            for: ProtectionSpace(origin, realm: "r").scope())
        #expect(try send(nil, .latin1) == 200 && send() == 200)
        // A browser sends UTF-8 only.
        let source = try credentials(nil, nil)
        let space = ProtectionSpace(origin, realm: "r")
        #expect(failure { _ = try source.answer(for: space, only: .utf8) }?.code == .inputNeeded)
        #expect(try credentials(nil, nil).answer(for: space).charset == .latin1)
    }

    /// git sends what it gets as it is: the credential of Basic, where it takes that, else nothing, which it cannot have refused.
    @Test(arguments: [true, false]) func gitGetsWhatTheServerReads(_ takesAuthorization: Bool) throws {
        let right = try serve("rené", "pä§ß", .latin1)
        #expect(try send(("rené", "pä§ß"), .latin1) == 200)
        var asked = CredentialDescription()
        (asked.scheme, asked.host) = ("https", "h")
        if takesAuthorization { asked.capabilities = [.authtype] }
        let git = GitCredentials(store, clock: clock)
        let filled = try git.filled(asked)
        #expect((filled?.authorization).map { "Basic " + text($0) } == (takesAuthorization ? right : nil))
        #expect(filled?.password == nil && (filled != nil) == takesAuthorization)
        // It names Digest only.
        asked.challenges = [SharedSecret(text: #"Digest realm="r", nonce="n""#)]
        #expect(try git.filled(asked) == nil)
        asked.challenges = []
        // A refusal of the password in UTF-8 is none of what is stored.
        var typed = asked
        (typed.user, typed.password) = ("rené", SharedSecret(text: "pä§ß"))
        try git.forget(typed)
        #expect(try send() == 200)
        guard let filled else { return }
        try git.keep(filled)
        #expect(try store.list().count == 1)
        try git.forget(filled)
        #expect(try store.list().isEmpty)
    }

    private func text(_ secret: SharedSecret) -> String { secret.withBytes { String(decoding: $0, as: UTF8.self) } }

    @Test func aLaterEncodingIsNotGuessed() throws {
        let credential = Credential(user: "ada", password: SharedSecret(text: "ä"), charset: .latin1)
        let scope = CredentialScope(.http, server: "https://h")
        let draft = CredentialEntry.draft(credential, for: scope, order: 1, until: nil)
        try store.put(draft)
        let item = try #require(try store.get(draft.name))
        #expect(try CredentialEntry.credential(item) == credential)
        var writer = FieldWriter()
        writer.put(1, Int64(1))
        writer.put(7, "utf-16")
        var later = draft
        later.value = SharedSecret(writer.finish())
        try store.put(later)
        let laterItem = try #require(try store.get(draft.name))
        #expect(failure { _ = try CredentialEntry.credential(laterItem) }?.code == .storeDamaged)
    }
}
