import Secrets
import Support
import Testing

@testable import Core

/// Tests that no job sends a refused password again.
struct RefusedSecretsTests {
    private let clock = TestClock()
    private let store = MemoryStore()
    private let reporter = RecordingReporter()

    private func refusals(isSent: Bool = false) -> RefusedSecrets {
        RefusedSecrets(store, ofCommand: .init(), hashing: ReadableHashing(), reporter: reporter, isSent: isSent)
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
        #expect(try !isRefused("new") && !isRefused("old", "bob") && !isRefused("old", nil))
        #expect(try !isRefused("old", at: "https://idp:8443/") && !isRefused("old", at: "https://sp/"))
        #expect(try !isRefused("old", isSent: true) && reporter.said.contains { $0.contains("refused this password") })
        // The newest refusal counts, and an acceptance ends it.
        refusals().note(SharedSecret(text: "new"), of: "ada", at: try origin("https://idp/"))
        #expect(try isRefused("new") && !isRefused("old"))
        refusals().forget("ada", at: try origin("https://idp/"))
        #expect(try !isRefused("new") && store.list().isEmpty)
    }

    /// Beside a code, the second refusal of the same password counts.
    @Test func whatMayHaveBeenRightIsSentOnceMore() throws {
        let server = try origin("https://idp/")
        refusals().note(SharedSecret(text: "p"), of: "ada", at: server, isCertain: false)
        #expect(try !isRefused("p"))
        refusals().note(SharedSecret(text: "p"), of: "ada", at: server, isCertain: false)
        #expect(try isRefused("p"))
    }

    /// Within a command nothing excuses a second time: neither a code beside the password, nor the user, nor a missing store.
    @Test(arguments: [true, false], [true, false])
    func oneCommandSendsItOnce(_ isCertain: Bool, _ hasStore: Bool) throws {
        let server = try origin("https://idp/")
        let ofCommand = RefusedSecrets.OfCommand()
        func isRefused(_ password: String, _ user: String = "ada", from source: String?) -> Bool {
            let refusals = RefusedSecrets(
                hasStore ? store : nil, ofCommand: ofCommand, hashing: ReadableHashing(), reporter: reporter,
                isSent: true)
            let error = failure {
                try refusals.check(SharedSecret(text: password), of: user, at: server, from: source)
            }
            return error?.code == .refused
        }
        let refusals = RefusedSecrets(
            hasStore ? store : nil, ofCommand: ofCommand, hashing: ReadableHashing(), reporter: reporter, isSent: true)
        refusals.note(SharedSecret(text: "old"), of: "ada", at: server, isCertain: isCertain)
        refusals.note(SharedSecret(text: "stored"), of: "ada", at: server, isGiven: false, isCertain: isCertain)
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
        let refusals = RefusedSecrets(store, ofCommand: .init(), hashing: hashing, reporter: reporter, isSent: false)
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
        #expect(try !isRefused("p"))
        refusals().forget("ada", at: try origin("https://idp/"))
    }
}
