import Testing

@testable import CommandSupport

/// Tests the issuing servers with independent programs.
struct EnrollmentLabTests {
    @Test func serversBehaveAsDocumented() throws {
        let outcome = try Run.program(
            Repository.root + "/Tests/Lab/smoke-enrollment", [],
            environment: ["PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8"])
        #expect(outcome.status == 0, "\(outcome)")
    }
}
