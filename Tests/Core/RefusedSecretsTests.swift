import Secrets
import Support
import Testing

@testable import Core

/// Tests that no job sends a refused password again.
struct RefusedSecretsTests {
    private let clock = TestClock()
    private let store = MemoryStore()
    private let reporter = RecordingReporter()

    private func refusals(isSent: Bool = false, keeps: Bool = true) -> RefusedSecrets {
        RefusedSecrets(
            store, ofCommand: .init(), hashing: ReadableHashing(), reporter: reporter, clock: clock, isSent: isSent,
            keeps: keeps)
    }

    private func origin(_ text: String) throws -> Origin { try WebURL(text).origin }

    private func isRefused(
        _ password: String, _ user: String? = "ada", at server: String = "https://idp/", isSent: Bool = false
    ) throws -> Bool {
        let error = failure {
            try refusals(isSent: isSent).check(
                SharedSecret(text: password), of: user, at: try origin(server), from: "a file")
        }
        #expect(error == nil || error?.code == .refused)
        return error != nil
    }

    @Test func onlyTheSamePasswordOfTheSameUserAtTheSameServerIs() throws {
        #expect(try !isRefused("old"))
        refusals().note(SharedSecret(text: "old"), of: "ada", at: try origin("https://idp/"))
        #expect(try isRefused("old") && isRefused("old", at: "https://idp/other"))
        #expect(try !isRefused("new") && !isRefused("old", "bob"))
        #expect(try !isRefused("old", at: "https://idp:8443/") && !isRefused("old", at: "https://sp/"))
        #expect(try !isRefused("old", isSent: true) && reporter.said.contains { $0.contains("refused this password") })
        // An acceptance ends it.
        refusals().note(SharedSecret(text: "new"), of: "ada", at: try origin("https://idp/"))
        #expect(try isRefused("new") && isRefused("old"))
        refusals().forget("ada", at: try origin("https://idp/"))
        #expect(try !isRefused("new") && store.list().isEmpty)
    }

    /// Two jobs with different wrong passwords send each of them once.
    @Test func theLastPasswordsOfAUserAreRemembered() throws {
        for number in 0..<9 {
            refusals().note(SharedSecret(text: "p\(number)"), of: "ada", at: try origin("https://idp/"))
        }
        #expect(try (1..<9).allSatisfy { try isRefused("p\($0)") })
        #expect(try !isRefused("p0") && store.list().count == 1)
    }

    /// Most servers compare names in this way. A domain is another way to name the user, which may be the right one.
    @Test func aUserHasOneEntryHoweverTheNameIsSpelt() throws {
        refusals().note(SharedSecret(text: "p"), of: "Ada", at: try origin("https://idp/"))
        for user in ["ada", "ADA", " ada", "ada ", "Ada\t"] { #expect(try isRefused("p", user), "'\(user)'") }
        for user in ["DOM\\ada", "ada@dom", "adam", "a da"] { #expect(try !isRefused("p", user), "'\(user)'") }
    }

    /// What may have had another reason counts from the second time on, as long as servers count attempts: the password may be
    /// right.
    @Test func whatMayHaveBeenRightIsSentOnceMore() throws {
        let server = try origin("https://idp/")
        refusals().note(SharedSecret(text: "p"), of: "ada", at: server, as: .doubtful)
        #expect(try !isRefused("p"))
        refusals().note(SharedSecret(text: "p"), of: "ada", at: server, as: .doubtful)
        clock.now = clock.now.adding(seconds: 24 * 3600 - 1)
        #expect(try isRefused("p"))
        clock.now = clock.now.adding(seconds: 1)
        #expect(try !isRefused("p"))
        refusals().note(SharedSecret(text: "p"), of: "ada", at: server, as: .doubtful)
        #expect(try isRefused("p"))
        // From now on it is certain.
        refusals().note(SharedSecret(text: "p"), of: "ada", at: server)
        refusals().note(SharedSecret(text: "p"), of: "ada", at: server, as: .doubtful)
        clock.now = clock.now.adding(seconds: 48 * 3600)
        #expect(try isRefused("p"))
    }

    /// What is sent counts before the server says anything, since nobody is there to note it when the process is killed; what the
    /// server says then is all that counts.
    @Test(arguments: [nil, .certain, .doubtful, .otherCause] as [RefusedSecrets.Verdict?], [0, 1])
    func whatIsSentCountsUntilItsVerdict(_ verdict: RefusedSecrets.Verdict?, _ doubts: Int) throws {
        let (server, password) = (try origin("https://idp/"), SharedSecret(text: "p"))
        for _ in 0..<doubts { refusals().note(password, of: "ada", at: server, as: .doubtful) }
        let before = try store.list().map(\.attributes)
        func sent() throws -> (RefusedSecrets, RefusedSecrets.OfCommand) {
            let ofCommand = RefusedSecrets.OfCommand()
            let refusals = RefusedSecrets(
                store, ofCommand: ofCommand, hashing: ReadableHashing(), reporter: reporter, clock: clock, isSent: false
            )
            try refusals.check(password, of: "ada", at: server, realm: "r", from: "a file", isAlone: true)
            #expect(!ofCommand.isUnanswered)
            ofCommand.leave()
            #expect(ofCommand.isUnanswered)
            return (refusals, ofCommand)
        }
        let (first, ofCommand) = try sent()
        if let verdict { first.note(password, of: "ada", at: server, realm: "r", as: verdict) }
        ofCommand.settle()
        #expect(!ofCommand.isUnanswered)
        #expect(try isRefused("p") == (verdict == .certain || verdict != nil && doubts == 1))
        guard verdict == nil else { return }
        #expect(try store.list().map(\.attributes) == before)
        // Killed, twice.
        for _ in doubts..<2 { _ = try sent() }
        #expect(try isRefused("p"))
        refusals().forget("ada", at: server, realm: "r")
        #expect(try !isRefused("p") && store.list().isEmpty)
    }

    /// Several commands may send what is known to be right at the same time.
    @Test func whatIsNotSentAloneCountsByItsVerdictOnly() throws {
        let ofCommand = RefusedSecrets.OfCommand()
        let refusals = RefusedSecrets(
            store, ofCommand: ofCommand, hashing: ReadableHashing(), reporter: reporter, clock: clock, isSent: false)
        try refusals.check(SharedSecret(text: "p"), of: "ada", at: try origin("https://idp/"), from: "a file")
        ofCommand.leave()
        #expect(try ofCommand.isUnanswered && store.list().isEmpty)
    }

    /// What names another cause is sent again after an hour, so that a job heals by itself, and no server counts many attempts.
    @Test func whatNamesAnotherCauseIsSentOnceAnHour() throws {
        let server = try origin("https://idp/")
        for seconds in [0, 3_600, 3_600] {
            clock.now = clock.now.adding(seconds: Int64(seconds))
            #expect(try !isRefused("p"))
            refusals().note(SharedSecret(text: "p"), of: "ada", at: server, as: .otherCause)
            refusals().note(SharedSecret(text: "p"), of: "ada", at: server, as: .otherCause)
            clock.now = clock.now.adding(seconds: 3_599)
            #expect(try isRefused("p"))
            clock.now = clock.now.adding(seconds: -3_599)
        }
    }

    /// Each command has an object of its own; a job that runs every ten minutes would lock the account.
    @Test func aProxyGetsARefusedPasswordOnce() throws {
        func proxy(_ password: String, isSent: Bool = false) throws -> ProxyCredential {
            let credential = try ProxyCredential(
                user: "ada", password: FixedSource(password), at: try origin("http://proxy:3128"))
            credential.refusals = { refusals(isSent: isSent) }
            credential.demand(by: .basic)
            return credential
        }
        let first = try proxy("old")
        _ = try first.password()
        first.reject()
        #expect(failure { _ = try proxy("old").password() }?.code == .refused)
        _ = try proxy("old", isSent: true).password()
        let next = try proxy("new")
        _ = try next.password()
        next.approve()
        #expect(try store.list().isEmpty)
    }

    /// Of several commands one sends it, and the others look what became of it once they have the lock.
    @Test func aProxyGetsAWrongPasswordFromOneOfSeveralCommands() throws {
        final class Held: HeldSignInLock {
            let hadToWait = true
            func giveUp(_ reason: SignInGivenUp) {}
        }
        let credential = try ProxyCredential(
            user: "ada", password: FixedSource("old"), at: try origin("http://proxy:3128"))
        credential.refusals = { refusals() }
        weak var held: Held?
        credential.lock = { () throws(FedauthError) in
            // Another command had it meanwhile.
            do { refusals().note(SharedSecret(text: "other"), of: "ada", at: try origin("http://proxy:3128")) } catch {}
            let taken = Held()
            held = taken
            return taken
        }
        _ = try credential.password()
        #expect(held != nil)
        credential.release()
        #expect(held == nil)
        refusals().note(SharedSecret(text: "old"), of: "ada", at: try origin("http://proxy:3128"))
        #expect(try credential.password().equals("old"))
        let other = try ProxyCredential(
            user: "ada", password: FixedSource("other"), at: try origin("http://proxy:3128"))
        (other.refusals, other.lock) = (credential.refusals, credential.lock)
        #expect(failure { _ = try other.password() }?.code == .refused)
    }

    /// With --no-store nothing is written, and nobody is asked to open the store; what is known counts.
    @Test func whatIsKnownCountsWhereNothingMayBeWritten() throws {
        let server = try origin("https://idp/")
        refusals(keeps: false).note(SharedSecret(text: "p"), of: "ada", at: server)
        #expect(try store.list().isEmpty)
        refusals().note(SharedSecret(text: "p"), of: "ada", at: server)
        func isKnown() -> Bool {
            failure { try refusals(keeps: false).check(SharedSecret(text: "p"), of: "ada", at: server, from: "x") }
                != nil
        }
        #expect(isKnown())
        refusals(keeps: false).forget("ada", at: server)
        #expect(isKnown())
        try store.lock()
        #expect(!isKnown() && !reporter.said.contains { $0.contains("locked") }, "\(reporter.said)")
    }

    /// The server counts the attempts of a user, by a form as by HTTP authentication; of several realms each may have users of its own,
    /// and who is not named may be anyone.
    @Test(
        arguments: [
            (nil, nil, true), (nil, "a", true), ("a", nil, true), ("a", "a", true), ("a1", "a2", true),
            ("a", "b", false),
        ] as [(String?, String?, Bool)], ["ada", nil] as [String?])
    func aRefusalCountsHoweverThePasswordIsSent(_ way: (String?, String?, Bool), _ user: String?) throws {
        let (server, password) = (try origin("https://idp/"), SharedSecret(text: "p"))
        for users in [("ada", user), (user, "ada")] as [(String?, String?)] {
            for ofCommand in [RefusedSecrets.OfCommand(), nil] {
                func made() -> RefusedSecrets {
                    RefusedSecrets(
                        store, ofCommand: ofCommand ?? .init(), hashing: ReadableHashing(), reporter: reporter,
                        clock: clock, isSent: false, keeps: ofCommand == nil)
                }
                made().note(password, of: users.0, at: server, realm: way.0)
                let error = failure {
                    try made().check(password, of: users.1, at: server, realm: way.1, from: "a file")
                }
                #expect((error != nil) == way.2, "\(users)")
                #expect(
                    failure { try made().check(password, of: "bob", at: try origin("https://idp.x/"), from: "f") }
                        == nil)
                made().forget(users.0, at: server, realm: way.0)
                #expect(failure { try made().check(password, of: users.1, at: server, realm: way.1, from: "f") } == nil)
            }
        }
    }

    /// A success costs one look at the store.
    @Test func theStoreIsAskedOnce() throws {
        let counting = CountingStore(store)
        let refusals = RefusedSecrets(
            counting, ofCommand: .init(), hashing: ReadableHashing(), reporter: reporter, clock: clock, isSent: false)
        let server = try origin("https://idp/")
        try refusals.check(SharedSecret(text: "p"), of: "ada", at: server, from: "x")
        refusals.forget("ada", at: server)
        #expect(counting.lists == 1 && counting.gets == 0)
    }

    /// Counts the entries that are read.
    private final class CountingStore: CredentialStore {
        private let inner: MemoryStore
        private(set) var gets = 0
        private(set) var lists = 0
        init(_ inner: MemoryStore) { self.inner = inner }
        var backend: String { inner.backend }
        var location: String { inner.location }
        func state() throws(FedauthError) -> StoreState { try inner.state() }
        func get(_ name: String) throws(FedauthError) -> StoreItem? {
            gets += 1
            return try inner.get(name)
        }
        func put(_ draft: StoreDraft, expecting: StoreExpectation) throws(FedauthError) -> StoreEntry {
            try inner.put(draft, expecting: expecting)
        }
        func delete(_ name: String, expecting: StoreExpectation) throws(FedauthError) -> Bool {
            try inner.delete(name, expecting: expecting)
        }
        func list() throws(FedauthError) -> [StoreEntry] {
            lists += 1
            return try inner.list()
        }
        func initialise() throws(FedauthError) { try inner.initialise() }
        func lock() throws(FedauthError) { try inner.lock() }
        func unlock(forSeconds seconds: Int64?) throws(FedauthError) { try inner.unlock(forSeconds: seconds) }
    }

    /// Within a command nothing excuses a second time: neither a code beside the password, nor the user, nor a missing store.
    @Test(arguments: [true, false], [true, false])
    func oneCommandSendsItOnce(_ isCertain: Bool, _ keeps: Bool) throws {
        let server = try origin("https://idp/")
        let ofCommand = RefusedSecrets.OfCommand()
        func isRefused(_ password: String, _ user: String = "ada", from source: String?) -> Bool {
            let refusals = RefusedSecrets(
                store, ofCommand: ofCommand, hashing: ReadableHashing(), reporter: reporter, clock: clock, isSent: true,
                keeps: keeps)
            let error = failure {
                try refusals.check(SharedSecret(text: password), of: user, at: server, from: source)
            }
            return error?.code == .refused
        }
        let refusals = RefusedSecrets(
            store, ofCommand: ofCommand, hashing: ReadableHashing(), reporter: reporter, clock: clock, isSent: true,
            keeps: keeps)
        refusals.note(SharedSecret(text: "old"), of: "ada", at: server, as: isCertain ? .certain : .doubtful)
        refusals.note(SharedSecret(text: "stored"), of: "ada", at: server, as: isCertain ? .certain : .doubtful)
        for source in ["a file", nil] {
            #expect(isRefused("old", from: source) && isRefused("stored", from: source))
            #expect(!isRefused("new", from: source) && !isRefused("old", "bob", from: source))
        }
        refusals.forget("ada", at: server)
        #expect(!isRefused("old", from: nil))
    }

    @Test func theEntryDoesNotShowThePassword() throws {
        let password = "correct horse"
        let hashing = CountingHashing()
        let refusals = RefusedSecrets(
            store, ofCommand: .init(), hashing: hashing, reporter: reporter, clock: clock, isSent: false)
        refusals.note(SharedSecret(text: password), of: "ada", at: try origin("https://idp/"))
        let item = try #require(try store.get("refused/https://idp#ada"))
        #expect(item.entry.attributes == ["server": "https://idp", "username": "ada", "count": "1"])
        #expect(!item.value.withBytes { String(decoding: $0, as: UTF8.self) }.contains(password))
        #expect(
            failure {
                try refusals.check(SharedSecret(text: password), of: "ada", at: try origin("https://idp/"), from: "x")
            } != nil)
    }

    /// A hash that differs for contents of different lengths.
    private final class CountingHashing: DigestHashing {
        func hash(_ content: borrowing Secret, by algorithm: DigestChallenge.Algorithm) -> Secret? {
            Secret("\(content.count)".utf8)
        }
        func nonce() throws(FedauthError) -> String { "key" }
    }

    @Test func withoutAStoreNothingIsKnownAndNothingFails() throws {
        try store.put(StoreDraft(name: "x", kind: "note", value: SharedSecret(text: "")))
        try store.lock()
        refusals().note(SharedSecret(text: "p"), of: "ada", at: try origin("https://idp/"))
        #expect(reporter.said.contains { $0.contains("what was sent could not be noted") })
        #expect(try !isRefused("p"))
        refusals().forget("ada", at: try origin("https://idp/"))
    }
}
