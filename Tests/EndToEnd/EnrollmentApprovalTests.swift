import Glibc
import Testing

@testable import CommandSupport

/// Tests requests that need an approval later than any deadline: the next command sends the same request again.
struct EnrollmentApprovalTests {
    let scene: EnrollmentScene

    init() throws { scene = try EnrollmentScene(in: Home()) }

    /// Returns the content digests of the sent requests, in order.
    private func requests() throws -> [String] {
        try scene.server.records(scene.tag).filter {
            $0.verb.hasPrefix("simple") && ($0.field("Authorization") != nil || $0.certificate != nil)
        }.map(\.sha256)
    }

    private func approve() throws { try scene.server.decide(scene.tag, approves: true) }

    /// An interrupted wait keeps the request.
    @Test func interruptedWhileWaiting() throws {
        let terminal = try TerminalChild(
            Home.binary,
            ["sls", "enroll"] + scene.at("approval.retry-60", est: true) + ["--name", "who"] + scene.answers,
            environment: scene.home.environment)
        try terminal.expect("waits for approval")
        terminal.send([0x03])
        #expect(try terminal.finish() == -SIGINT)
        try approve()
        #expect(try scene.enroll("approval.retry-60", "--force", est: true).status == 0)
        #expect(Set(try requests()).count == 1)
    }
}
