import Glibc
import Testing

/// The federation of Tests/Lab is what its page says: walked by the lab's own programs, and judged by clients of AD FS that
/// we did not write.
struct FederationJudgeTests {
    init() throws { _ = try Lab.get() }

    /// By a small browser, curl and xmlsec1: `Tests/Lab/smoke-federation`.
    @Test func everyFarmBehavesAsDocumented() throws {
        let outcome = try Run.program(
            Repository.root + "/Tests/Lab/smoke-federation", ["--state", Lab.state],
            environment: ["PATH": "/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "LANG": "C.UTF-8"], seconds: 300)
        #expect(outcome.status == 0 && !outcome.text.contains("FAIL"), "\(outcome)")
    }

    /// By aws-adfs, msal and keystoneauth1: `Tests/Judges/federation`.
    @Test func clientsThatAreNotOursSignIn() throws {
        // What Tests/Judges/prepare has fetched is in the tester's own home.
        let environment = ["HOME", "PATH", "XDG_CACHE_HOME", "FEDAUTH_TESTS_CACHE"].reduce(into: [String: String]()) {
            $0[$1] = getenv($1).map { String(cString: $0) }
        }
        let outcome = try Run.program(
            Repository.root + "/Tests/Judges/federation", [Lab.description],
            environment: environment, seconds: 300)
        #expect(outcome.status == 0 && outcome.text.hasSuffix("\n0 differences\n"), "\(outcome)")
    }
}
