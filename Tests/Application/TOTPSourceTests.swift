import Core
import Fakes
import Secrets
import Support
import Testing

@testable import Application

/// Tests one-time codes for a key in the store, with the test vectors of RFC 6238 (appendix B).
struct TOTPSourceTests {
    private final class Waits {
        var count = 0
    }

    private let world = FakeWorld()
    private var clock: TestClock { world.clock }
    private var reporter: RecordingReporter { world.reporter }
    private let waits = Waits()

    private func source(timeoutSeconds: Int64 = 60) throws -> TOTPSource {
        let key = "otpauth://totp/x?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&digits=8\n"
        try world.store.put(StoreDraft(name: "k", kind: "totp", value: SharedSecret(text: key)))
        clock.now = Timestamp(seconds: 59)
        world.timeoutSeconds = timeoutSeconds
        return TOTPSource(entry: "k", in: world.store, try world.context()) { [clock, waits] in
            waits.count += 1
            clock.now = Timestamp(seconds: clock.now.seconds + $0 / 1000)
        }
    }

    private func text(_ code: consuming Secret) -> String { code.withBytes { String(decoding: $0, as: UTF8.self) } }

    @Test func theNextCodeIsWaitedForWhenTheServerHasThisOne() throws {
        let source = try source()
        #expect(text(try source.secret()) == "94287082")
        clock.now = Timestamp(seconds: 1_111_111_108)
        #expect(text(try source.code(unlike: [SharedSecret(text: "94287082")])) == "07081804")
        #expect(waits.count == 0)
        #expect(text(try source.code(unlike: [SharedSecret(text: "07081804")])) == "14050471")
        #expect(waits.count == 2)
        #expect(reporter.said.last?.hasSuffix("waiting 2 s for the next") == true)
    }

    @Test func withoutAStoreAnotherSourceIsNamed() throws {
        let source = TOTPSource(entry: "k", in: TransientStore(clock: clock), try world.context())
        let error = failure { _ = try source.code(unlike: []) }
        #expect(error?.code == .usage && error?.hint?.contains("otp=command:") == true)
    }

    @Test func aCodeBehindTheTimeLimitIsNotWaitedFor() throws {
        let source = try source(timeoutSeconds: 10)
        clock.now = Timestamp(seconds: 1_111_111_080)
        let code = SharedSecret(try source.secret())
        let error = failure { _ = try source.code(unlike: [code]) }
        #expect(error?.code == .timedOut && waits.count == 0)
    }
}
