import Glibc
import Testing

@testable import CommandSupport

/// Tests that the federation of Tests/Lab behaves as documented, with the lab's own programs and with independent clients of AD
/// FS.
struct FederationClientTests {
    init() throws { _ = try Lab.get() }

    /// Runs `Tests/Lab/smoke-federation` with a small browser, curl and xmlsec1.
    @Test func everyFarmBehavesAsDocumented() throws {
        let outcome = try Run.program(
            Repository.root + "/Tests/Lab/smoke-federation", ["--state", Lab.state],
            environment: ["PATH": "/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "LANG": "C.UTF-8"])
        #expect(outcome.status == 0 && !outcome.text.contains("FAIL"), "\(outcome)")
    }

    /// Runs `Tests/FederationClients/federation` with aws-adfs, msal and keystoneauth1.
    @Test func clientsThatAreNotOursSignIn() throws {
        // The tester's home contains the files that Tests/FederationClients/prepare has fetched.
        let environment = ["HOME", "PATH", "XDG_CACHE_HOME", "FEDAUTH_TESTS_CACHE"].reduce(into: [String: String]()) {
            $0[$1] = getenv($1).map { String(cString: $0) }
        }
        let outcome = try Run.program(
            Repository.root + "/Tests/FederationClients/federation", [Lab.description],
            environment: environment)
        #expect(outcome.status == 0 && outcome.text.hasSuffix("\n0 differences\n"), "\(outcome)")
    }
}
