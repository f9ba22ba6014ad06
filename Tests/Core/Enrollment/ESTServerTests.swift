import Secrets
import Support
import Testing

@testable import Core

/// Tests Enrollment over Secure Transport, with a scripted server.
@Suite struct ESTServerTests {
    private final class EmptyHashing: DigestHashing {
        func hash(_ content: borrowing Secret, by algorithm: DigestChallenge.Algorithm) -> Secret? { Secret() }
        func nonce() throws(FedauthError) -> String { "x" }
    }

    private let clock = TestClock()
    private let reporter = RecordingReporter()
    private let web = EnrollmentScript()
    private let cryptography = WordCryptography()

    private func enrollment(
        _ prompter: ScriptedPrompter = ScriptedPrompter(), wait: @escaping (Int64) -> Void = { _ in }
    ) throws -> Enrollment {
        let clock = clock
        let reporter = reporter
        let store = MemoryStore()
        let credentials = CredentialAnswerer(
            options: BasicSignIn.Options(), hashing: EmptyHashing(), reporter: reporter,
            makeCredentials: { (_) throws(FedauthError) in
                HTTPCredentials(
                    known: HTTPCredentials.Known(), for: NamedOrigins([try WebURL("https://e.test")]), store: store,
                    prompter: prompter, reporter: reporter, clock: clock)
            })
        let server = ESTServer(
            UserAgent(web, clock: clock), base: try ESTServer.base(WebURL("https://e.test"), label: "x"),
            asksForAttributes: true, answerers: [credentials], reporter: reporter, wait: wait)
        return Enrollment(server: server, cryptography: cryptography, clock: clock)
    }

    private var deadline: Deadline { Deadline(seconds: 60, from: clock) }
    private static let path = "https://e.test/.well-known/est/x/"

    @Test func theStepsAndTheChallenge() throws {
        try web.then(204, "")
        try web.then(200, "root")
        try web.then(401, "", [("www-authenticate", #"Basic realm="EST""#)])
        try web.then(200, "mine")
        let prompter = ScriptedPrompter(["ada", "secret"])
        let outcome = try enrollment(prompter).run(EnrollmentWishes(), key: .new, deadline: deadline)
        #expect(outcome.certificate.chain == [Array("mine".utf8), Array("root".utf8)])
        #expect(
            web.asked.map(\.line) == [
                "GET \(Self.path)csrattrs", "GET \(Self.path)cacerts", "POST \(Self.path)simpleenroll",
                "POST \(Self.path)simpleenroll",
            ])
        // The request is one line of base64, the same each time.
        #expect(web.asked[2].body == "Y3NyIG9mIA==" && web.asked[3].body == web.asked[2].body)
        #expect(web.asked[2].authorization == nil && web.asked[3].authorization == "Basic YWRhOnNlY3JldA==")
    }

    /// The operation is optional (RFC 7030 section 4.5.2).
    @Test(arguments: [(200, true), (204, true), (404, true), (405, true), (501, true), (403, false), (500, false)])
    func aServerWithoutAttributes(_ status: Int, _ isTaken: Bool) throws {
        try web.then(status, "")
        let error = failure { _ = try enrollment().template(EnrollmentWishes(), deadline: deadline) }
        #expect((error == nil) == isTaken)
    }

    @Test(arguments: [("MAA=", false), ("MBYGCSqGSIb3DQEJBwYJKoZIhvcNAQEB", true), ("MAsGCSqGSIb3DQEJBw==", true)])
    func aPasswordThatIsNotSentIsNamed(_ attributes: String, _ isNamed: Bool) throws {
        try web.then(200, attributes)
        _ = try enrollment().template(EnrollmentWishes(), deadline: deadline)
        #expect(reporter.said.contains { $0.contains("'challengePassword'") } == isNamed)
    }

    @Test func attributesSetTheKey() throws {
        try web.then(200, "MAA=")
        cryptography.attributes = .p384
        #expect(try enrollment().template(EnrollmentWishes(), deadline: deadline).key == .p384)
        try web.then(200, "MAA=")
        var wishes = EnrollmentWishes()
        wishes.key = .p256
        #expect(failure { _ = try enrollment().template(wishes, deadline: deadline) }?.code == .unsupportedKey)
    }

    /// fedauth sends the same request again at the time that the server states, until the deadline.
    @Test func theRequestIsRepeatedUntilItIsApproved() throws {
        try web.then(404, "")
        try web.then(200, "root")
        try web.then(202, "ask Bob", [("retry-after", "7")])
        try web.then(202, "", [("retry-after", "0")])
        try web.then(202, "")
        try web.then(200, "mine")
        final class Waits { var seconds: [Int64] = [] }
        let waits = Waits()
        _ = try enrollment(wait: { waits.seconds.append($0) }).run(EnrollmentWishes(), key: .new, deadline: deadline)
        #expect(waits.seconds.reduce(0, +) == 38000)
        #expect(Set(web.asked.suffix(4).map(\.body)).count == 1)
        #expect(reporter.said.contains { $0.contains("approval: ask Bob") })
        try web.then(404, "")
        try web.then(200, "root")
        try web.then(202, "", [("retry-after", "3600")])
        let error = failure { _ = try enrollment().run(EnrollmentWishes(), key: .new, deadline: deadline) }
        #expect(error?.code == .approvalPending && error?.code.status == .timedOut)
    }

    /// Records kept requests and returns the scripted one.
    private final class ScriptedRequests: PendingRequestStore {
        var has: (request: EnrollmentRequest, from: Timestamp?)?
        var terms: [String] = []
        var kept: [(request: EnrollmentRequest, next: Timestamp)] = []

        func waiting(for terms: String) throws(FedauthError) -> (request: EnrollmentRequest, from: Timestamp?)? {
            self.terms.append(terms)
            return has
        }

        func keep(_ request: EnrollmentRequest, until next: Timestamp) throws(FedauthError) {
            kept.append((request, next))
        }
    }

    /// fedauth stores a pending request at once and when it gives up. The next run sends the same request again, not before the
    /// stated time.
    @Test func theSameRequestGoesOutLater() throws {
        try web.then(404, "")
        try web.then(200, "root")
        try web.then(202, "ask Bob", [("retry-after", "7")])
        try web.then(202, "", [("retry-after", "7")])
        try web.then(202, "", [("retry-after", "3600")])
        let requests = ScriptedRequests()
        var wishes = EnrollmentWishes()
        wishes.subject = try DistinguishedName(parsing: "CN=a")
        wishes.key = .p384
        let given = failure {
            _ = try enrollment().run(wishes, key: .new, requests: requests, deadline: deadline)
        }
        #expect(given?.code == .approvalPending)
        #expect(requests.kept.map { $0.next.seconds - clock.now.seconds } == [7, 3600])
        let made = try #require(requests.kept.last?.request)
        #expect(made.key == SharedSecret(text: "key p384") && made.subject == "CN=a" && made.terms == requests.terms[0])

        final class Waits { var seconds: Int64 = 0 }
        let waits = Waits()
        requests.has = (made, clock.now.adding(seconds: 5))
        try web.then(404, "")
        try web.then(200, "root")
        try web.then(200, "mine")
        let count = cryptography.templates.count
        let outcome = try enrollment(wait: { waits.seconds += $0 })
            .run(EnrollmentWishes(), key: .new, requests: requests, deadline: deadline)
        #expect(outcome.key == made.key && cryptography.templates.count == count && waits.seconds == 5000)
        #expect(web.asked.last?.body == web.asked[4].body)
        // The terms depend on the server and not on the wishes.
        #expect(requests.terms.count == 2 && requests.terms[0] == requests.terms[1])
        cryptography.attributes = .p384
        requests.has = nil
        try web.then(200, "MAA=")
        try web.then(200, "root")
        try web.then(200, "mine")
        _ = try enrollment().run(EnrollmentWishes(), key: .new, requests: requests, deadline: deadline)
        #expect(requests.terms[2] != requests.terms[0])
    }

    /// Too many requests, and a missing address, say nothing about the enrolment request.
    @Test(arguments: [
        (400, ErrorCode.requestRefused), (403, .requestRefused), (429, .refused), (404, .notFound),
        (503, .badAnswer),
    ])
    func whatIsDefinite(_ status: Int, _ code: ErrorCode) throws {
        try web.then(204, "")
        try web.then(200, "root")
        try web.then(status, "no")
        let error = failure { _ = try enrollment().run(EnrollmentWishes(), key: .new, deadline: deadline) }
        #expect(error?.code == code)
    }

    @Test func renewalGoesElsewhere() throws {
        try web.then(204, "")
        try web.then(200, "root")
        try web.then(403, "no renewal")
        var wishes = EnrollmentWishes()
        wishes.namesake = [1]
        let error = failure {
            _ = try enrollment().run(wishes, key: .new, renews: true, deadline: deadline)
        }
        #expect(error?.code == .requestRefused && error?.message.contains("no renewal") == true)
        #expect(web.asked.last?.line == "POST \(Self.path)simplereenroll")
        #expect(cryptography.templates.first?.namesake == [1])
    }

    /// The label may equal the last part of the path that all servers have.
    @Test(arguments: [
        ("https://e.test", "x", "/.well-known/est/x"), ("https://e.test/.well-known/est/x", "x", "/.well-known/est/x"),
        ("https://e.test", "est", "/.well-known/est/est"), ("https://e.test/a/", "", "/a/.well-known/est"),
        ("https://e.test/.well-known/est/est", "est", "/.well-known/est/est"),
    ])
    func labels(address: String, label: String, path: String) throws {
        #expect(try ESTServer.base(WebURL(address), label: label).path == path)
    }

    @Test(arguments: [
        (404, "", "", ErrorCode.notFound), (500, "x", "", .badAnswer), (400, "bad", "", .requestRefused),
        (200, "", "", .badAnswer), (200, "<html>", "", .unexpectedContent),
        (302, "", "https://elsewhere.test/", .refusedHost),
    ])
    func whatEndsIt(_ status: Int, _ body: String, _ location: String, _ code: ErrorCode) throws {
        try web.then(204, "")
        try web.then(200, "root")
        try web.then(status, body, location.isEmpty ? [] : [("location", location)])
        let error = failure { _ = try enrollment().run(EnrollmentWishes(), key: .new, deadline: deadline) }
        #expect(error?.code == code, "\(String(describing: error))")
        #expect(web.asked.count == 3)
    }
}
