import Secrets
import Support
import Testing

@testable import Core

/// Tests the life of a credential, with scripted servers and users.
struct BasicSignInTests {
    private let clock = TestClock()
    private let store = MemoryStore()
    private let reporter = RecordingReporter()

    /// Answers with a closure and records the Authorization fields.
    private final class Server: Transport {
        var answers: [String?] = []
        var negotiations = 0
        var challenges = [#"Basic realm="Staff""#]
        var accepted: Set<String> = []
        var ticket: FedauthError?
        let principal = KerberosPrincipal("ada@EXAMPLE.ORG")

        func send(
            _ request: Request, maximumBodyBytes: Int, deadline: Deadline, streams: ContentStreams
        ) throws(FedauthError) -> Response {
            if request.negotiates {
                negotiations += 1
                if let ticket { throw ticket }
            }
            let field = request.headers.first { $0.name == "Authorization" }
                .map { $0.value.withBytes { String(decoding: $0, as: UTF8.self) } }
            answers.append(field)
            let isTaken = request.negotiates ? accepted.contains("ticket") : field.map(accepted.contains) ?? false
            var response = Response(
                status: isTaken ? 200 : 401, url: request.url,
                headers: isTaken ? [] : challenges.map { (name: "www-authenticate", value: $0) })
            if request.negotiates { response.principal = principal }
            return response
        }
    }

    /// Returns no hash, because these servers do not use one.
    private final class EmptyHashing: DigestHashing {
        func hash(_ content: borrowing Secret, by algorithm: DigestChallenge.Algorithm) -> Secret? { Secret() }
        func nonce() throws(FedauthError) -> String { "x" }
    }

    private func method(
        _ server: Server, _ prompter: ScriptedPrompter, user: String? = nil, password: String? = nil,
        collection: String? = nil
    ) throws -> BasicSignIn {
        let url = try WebURL("https://h/")
        var known = HTTPCredentials.Known()
        known.user = user
        known.password = password.map(FixedSource.init)
        known.collection = collection
        let agent = UserAgent(server, clock: clock)
        return BasicSignIn(
            agent, target: url, options: BasicSignIn.Options(),
            credentials: HTTPCredentials(
                known: known, for: NamedOrigins([url]), store: store, prompter: prompter, reporter: reporter,
                clock: clock),
            hashing: EmptyHashing(),
            probe: AccessProbe(agent, hashing: EmptyHashing(), store: store, reporter: reporter, url: url),
            reporter: reporter)
    }

    private func collect(
        _ server: Server, _ prompter: ScriptedPrompter, user: String? = nil, password: String? = nil,
        collection: String? = nil
    ) throws -> CollectedSession {
        try method(server, prompter, user: user, password: password, collection: collection)
            .collect(earlier: nil, deadline: Deadline(seconds: 60, from: clock))
    }

    private static func basic(_ pair: String) -> String {
        "Basic " + Base64.encode(SharedSecret(text: pair)).withBytes { String(decoding: $0, as: UTF8.self) }
    }

    @Test(arguments: [
        ("https://h/", "sign in by 'fedauth saml https://h/'"),
        ("https://h/a?b=1&c=2", "sign in by fedauth saml 'https://h/a?b=1&c=2'"),
    ])
    func theHintForSAMLHasTheWholeAddress(_ url: String, _ hint: String) throws {
        let server = RequestWeb()
        server.answer = { _ in
            RequestWeb.Answer(status: 302, headers: [("location", "https://idp/?SAMLRequest=x")])
        }
        let target = try WebURL(url)
        let agent = UserAgent(server, clock: clock)
        let method = BasicSignIn(
            agent, target: target, options: BasicSignIn.Options(),
            credentials: HTTPCredentials(
                known: HTTPCredentials.Known(), for: NamedOrigins([target]), store: store,
                prompter: ScriptedPrompter([], canAsk: false), reporter: reporter, clock: clock),
            hashing: EmptyHashing(),
            probe: AccessProbe(agent, hashing: EmptyHashing(), store: store, reporter: reporter, url: target),
            reporter: reporter)
        let error = failure { _ = try method.collect(earlier: nil, deadline: Deadline(seconds: 60, from: clock)) }
        #expect(error?.code == .refused && error?.hint == hint)
    }

    @Test func askedOnceStoredAfterSuccessSilentEverAfter() throws {
        let server = Server()
        server.accepted = [Self.basic("ada:p")]
        let prompter = ScriptedPrompter(["eve", "wrong", "wrong again", "", "ada", "p"])
        let session = try collect(server, prompter)
        #expect(session.user == "ada" && session.access?.realm == "Staff" && session.presenter == "basic")
        #expect(
            prompter.questions == [
                "User name for 'Staff' at https://h: ", "Password of eve for 'Staff' at https://h: ",
                "Password of eve for 'Staff' at https://h (none: another user name): ",
                "Password of eve for 'Staff' at https://h (none: another user name): ",
                "User name for 'Staff' at https://h: ", "Password of ada for 'Staff' at https://h: ",
            ])
        #expect(try store.list().map(\.name) == ["http/https://h?Staff#ada"])
        server.answers = []
        _ = try collect(server, ScriptedPrompter([], canAsk: false))
        #expect(server.answers == [nil, Self.basic("ada:p")])
    }

    /// Status 403, 423 or 429, another challenge, or no answer in time (0), may mean a wrong password, until a server has accepted it.
    @Test(
        arguments: [true, false],
        [
            (403, "Basic realm=\"r\""), (423, ""), (429, "Basic realm=\"r\""), (401, "Bearer"),
            (401, "Basic realm=\"s\""), (401, ""), (0, ""),
        ] as [(Int, String)])
    func whoIsForbiddenMayHaveAWrongPassword(_ isAccepted: Bool, _ answer: (status: Int, challenge: String)) throws {
        var status = isAccepted ? 200 : answer.status
        let server = RequestWeb()
        server.answer = {
            let isFirst = $0.field("authorization") == nil
            let challenge = isFirst ? "Basic realm=\"r\"" : answer.challenge
            return RequestWeb.Answer(
                status: isFirst ? 401 : status, headers: challenge.isEmpty ? [] : [("www-authenticate", challenge)])
        }
        let url = try WebURL("https://h/")
        func signIn() -> FedauthError? {
            var known = HTTPCredentials.Known()
            (known.user, known.password) = ("ada", FixedSource("p"))
            let refusals = RefusedSecrets(
                store, ofCommand: .init(), hashing: ReadableHashing(), reporter: reporter, clock: clock, isSent: false)
            let agent = UserAgent(server, clock: clock)
            return failure {
                _ = try BasicSignIn(
                    agent, target: url, options: BasicSignIn.Options(),
                    credentials: HTTPCredentials(
                        known: known, for: NamedOrigins([url]), store: store,
                        prompter: ScriptedPrompter([], canAsk: false),
                        reporter: reporter, clock: clock, refusals: refusals),
                    hashing: EmptyHashing(),
                    probe: AccessProbe(agent, hashing: EmptyHashing(), store: store, reporter: reporter, url: url),
                    reporter: reporter
                ).collect(earlier: nil, deadline: Deadline(seconds: 60, from: clock))
            }
        }
        if isAccepted { #expect(signIn() == nil) }
        status = answer.status
        let before = server.arrived.count
        for _ in 0..<4 { #expect([.refused, .badAnswer, .timedOut].contains(signIn()?.code)) }
        let sent = server.arrived[before...].count { $0.field("authorization") != nil }
        // One that was right may have changed; the others may be about something else.
        #expect(sent == (isAccepted && ![0, 401].contains(answer.status) ? 4 : 2))
    }

    /// A server may refuse by leading to the login of another one, and accept by leading to where its files are.
    @Test(arguments: [
        "https://idp/login", "https://idp/users/sign_in?error=1", "https://files/key?signature=1", "/other",
    ])
    func aRedirectElsewhereAcceptsNothing(_ target: String) throws {
        let server = RequestWeb()
        server.answer = {
            $0.field("authorization") == nil
                ? RequestWeb.Answer(status: 401, headers: [("www-authenticate", "Basic realm=\"r\"")])
                : RequestWeb.Answer(status: 302, headers: [("location", target)])
        }
        let url = try WebURL("https://h/")
        var known = HTTPCredentials.Known()
        (known.user, known.password) = ("ada", FixedSource("p"))
        let agent = UserAgent(server, clock: clock)
        let error = failure {
            _ = try BasicSignIn(
                agent, target: url, options: BasicSignIn.Options(),
                credentials: HTTPCredentials(
                    known: known, for: NamedOrigins([url]), store: store, prompter: ScriptedPrompter([], canAsk: false),
                    reporter: reporter, clock: clock),
                hashing: EmptyHashing(),
                probe: AccessProbe(agent, hashing: EmptyHashing(), store: store, reporter: reporter, url: url),
                reporter: reporter
            ).collect(earlier: nil, deadline: Deadline(seconds: 60, from: clock))
        }
        let isAccepted = !target.contains("idp")
        #expect(error?.code == (isAccepted ? nil : .refusedHost))
        #expect(try store.list().count == (isAccepted ? 1 : 0))
    }

    @Test func forgottenOnRejectionAndNeverSentTwice() throws {
        let server = Server()
        server.accepted = [Self.basic("ada:p")]
        _ = try collect(server, ScriptedPrompter([], canAsk: false), user: "ada", password: "p")
        server.accepted = []
        server.answers = []
        #expect(failure { _ = try collect(server, ScriptedPrompter([], canAsk: false)) }?.code == .refused)
        #expect(server.answers == [nil, Self.basic("ada:p")])
        #expect(try store.list().isEmpty)
        #expect(reporter.said.contains { $0.contains("refused (status 401) and is forgotten") })
        // A password from an option is not asked for again, even if the user is at the terminal.
        server.answers = []
        let prompter = ScriptedPrompter(["ada", "p"])
        #expect(failure { _ = try collect(server, prompter, user: "ada", password: "q") }?.code == .refused)
        #expect(server.answers.count == 2 && prompter.questions.isEmpty)
    }

    @Test func threeTriesAndNoMore() throws {
        let server = Server()
        let prompter = ScriptedPrompter(["ada"] + Array(repeating: "x", count: 5))
        #expect(failure { _ = try collect(server, prompter) }?.code == .refused)
        #expect(server.answers.count == 4 && prompter.questions.count == 4)
    }

    @Test func anotherRealmGetsNothing() throws {
        let server = Server()
        server.accepted = [Self.basic("ada:p")]
        let noPrompter = ScriptedPrompter([], canAsk: false)
        _ = try collect(server, noPrompter, user: "ada", password: "p")
        server.challenges = [#"Basic realm="staff""#]
        server.answers = []
        #expect(failure { _ = try collect(server, noPrompter) }?.code == .inputNeeded)
        #expect(failure { _ = try collect(server, noPrompter, collection: "work") }?.code == .inputNeeded)
        #expect(server.answers == [nil, nil])
    }

    @Test func theTicketComesFirstUnlessAUserIsNamed() throws {
        let server = Server()
        server.challenges = ["Negotiate", #"Basic realm="Staff""#]
        server.accepted = ["ticket", Self.basic("ada:p")]
        let noPrompter = ScriptedPrompter([], canAsk: false)
        let session = try collect(server, noPrompter)
        #expect(session.access?.scheme == .negotiate && session.user == "ada@EXAMPLE.ORG")
        #expect(try collect(server, noPrompter, user: "ada", password: "p").access?.scheme == .basic)
        #expect(server.negotiations == 1)
        server.ticket = FedauthError(.noTicket, "none")
        #expect(try collect(server, noPrompter).access?.scheme == .basic)
        server.ticket = nil
        server.accepted.remove("ticket")
        #expect(try collect(server, noPrompter).access?.scheme == .basic)
        server.challenges = ["Negotiate"]
        #expect(failure { _ = try collect(server, noPrompter) }?.code == .refused)
        server.ticket = FedauthError(.noTicket, "none")
        #expect(failure { _ = try collect(server, noPrompter) }?.code == .noTicket)
    }

    @Test func aSessionWithoutItsPasswordIsNone() throws {
        let server = Server()
        server.accepted = [Self.basic("ada:p")]
        let noPrompter = ScriptedPrompter([], canAsk: false)
        let collected = try collect(server, noPrompter, user: "ada", password: "p")
        let session = Session(
            name: "h", method: "basic", url: try WebURL("https://h/"), user: "ada", presenter: "basic",
            obtained: clock.now, expires: clock.now.adding(seconds: 60), expiryBasis: .assumed, jar: CookieJar([]),
            access: collected.access)
        #expect(try Session(decoding: session.encoded(), entry: "x") == session)
        #expect(session.isValid(at: clock.now))
        #expect(try method(server, noPrompter).accepts(session))
        #expect(try !method(server, noPrompter, collection: "work").accepts(session))
        let authorization = SessionAuthorization(store, clock: clock)
        let field = try authorization.field(of: session, for: session.url)
        #expect(field?.value.equals(Self.basic("ada:p")) == true)
        for elsewhere in ["http://h/", "https://h:444/", "https://x.h/", "https://h.example/"] {
            #expect(try authorization.field(of: session, for: try WebURL(elsewhere)) == nil)
        }
        try store.delete("http/https://h?Staff#ada")
        #expect(try !method(server, noPrompter).accepts(session))
        #expect(failure { _ = try authorization.field(of: session, for: session.url) }?.code == .inputNeeded)
    }

    /// A ticket may belong to another user, and the session does not say to which one.
    @Test func aTicketsSessionIsOfNoNamedUser() throws {
        let server = Server()
        let noPrompter = ScriptedPrompter([], canAsk: false)
        let session = Session(
            name: "h", method: "basic", url: try WebURL("https://h/"), user: nil, presenter: "negotiate",
            obtained: clock.now, expires: clock.now.adding(seconds: 60), expiryBasis: .assumed, jar: CookieJar([]),
            access: SessionAccess(scheme: .negotiate, realm: nil))
        #expect(try method(server, noPrompter).accepts(session))
        #expect(try !method(server, noPrompter, user: "ada").accepts(session))
        #expect(try !method(server, noPrompter, password: "p").accepts(session))
    }

    /// A stale nonce proves nothing about the password; this also holds for the check of a session.
    @Test func aStaleNonceForgetsNothing() throws {
        let server = Server()
        server.challenges = [#"Digest realm="Staff", nonce="n", qop="auth", stale=true"#]
        let space = ProtectionSpace(try WebURL("https://h/").origin, realm: "Staff")
        try StoredCredentials(store, clock: clock).keep(
            Credential(user: "ada", password: SharedSecret(text: "p")), for: space.scope())
        let noPrompter = ScriptedPrompter([], canAsk: false)
        var session = Session(
            name: "h", method: "basic", url: try WebURL("https://h/"), user: "ada", presenter: "digest",
            obtained: clock.now, expires: clock.now.adding(seconds: 60), expiryBasis: .assumed, jar: CookieJar([]),
            access: SessionAccess(scheme: .digest, realm: "Staff"))
        #expect(
            failure {
                _ = try method(server, noPrompter).check(&session, deadline: Deadline(seconds: 60, from: clock))
            }?.code == .badAnswer)
        #expect(server.answers.count == 3)
        #expect(failure { _ = try collect(server, noPrompter) }?.code == .badAnswer)
        #expect(try store.list().map(\.name) == ["http/https://h?Staff#ada"])
        server.challenges = [#"Digest realm="Staff", nonce="n", qop="auth""#]
        #expect(try !method(server, noPrompter).check(&session, deadline: Deadline(seconds: 60, from: clock)))
        #expect(try store.list().isEmpty)
    }

    @Test func scriptsSeeTheSamePassword() throws {
        let server = Server()
        server.accepted = [Self.basic("ada:p")]
        _ = try collect(server, ScriptedPrompter([], canAsk: false), user: "ada", password: "p")
        var asked = CredentialDescription()
        asked.scheme = "https"
        asked.host = "h"
        asked.challenges = [SharedSecret(text: #"Basic realm="Staff""#)]
        let scripts = GitCredentials(store, clock: clock, usesSpaces: true)
        #expect(try scripts.filled(asked)?.password?.equals("p") == true)
        #expect(try GitCredentials(store, clock: clock).filled(asked)?.password?.equals("p") == true)
        try scripts.forget(asked)
        #expect(try store.list().isEmpty)
        asked.user = "ada"
        asked.password = SharedSecret(text: "p")
        try scripts.keep(asked)
        #expect(try collect(server, ScriptedPrompter([], canAsk: false)).user == "ada")
    }
}
