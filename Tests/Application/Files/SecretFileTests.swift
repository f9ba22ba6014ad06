import Core
import Glibc
import Secrets
import Support
import Testing

@testable import Application

/// Tests which files with a secret are warned of.
struct SecretFileTests {
    @Test(
        arguments: [
            (0o600, nil, false), (0o400, nil, false), (0o644, nil, true), (0o622, nil, true), (0o602, nil, true),
            (0o600, Scratch.stranger, true), (0o600, 0, false),
        ] as [(mode_t, uid_t?, Bool)])
    func whatOthersReadOrChangeIsWarnedOf(_ mode: mode_t, _ owner: uid_t?, _ isWarnedOf: Bool) throws {
        // Only root gives files away, and reads those of others.
        guard owner == nil || Scratch.isRoot else { return }
        let scratch = try Scratch()
        let path = scratch.file("key", "secret\n", mode: mode)
        if let owner { #expect(chown(path, owner, 0) == 0) }
        let reporter = RecordingReporter()
        let source = FileSecretSource(path: path, reporter: reporter, clock: TestClock())
        #expect(try source.secret().withBytes { Array($0) } == Array("secret".utf8))
        #expect(reporter.said.count == (isWarnedOf ? 1 : 0), "\(reporter.said)")
    }
}
