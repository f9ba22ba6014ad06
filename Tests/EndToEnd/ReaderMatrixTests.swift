import Glibc
import Support
import Testing

@testable import CommandSupport

/// Lets real programs read the cookie files of a real sign-in, and a server record their requests: `Tests/Readers/matrix`.
struct ReaderMatrixTests {
    @Test func everyReaderSendsTheRightCookiesAndNoOthers() throws {
        // The tester's home contains the files that Tests/Readers/prepare has fetched.
        let environment = ["HOME", "PATH", "XDG_CACHE_HOME", "FEDAUTH_TESTS_CACHE"].reduce(into: [String: String]()) {
            $0[$1] = getenv($1).map { String(cString: $0) }
        }
        let outcome = try Run.program(
            Repository.root + "/Tests/Readers/matrix", [Home.binary],
            environment: environment.merging(TestRows.ofThisRun.environment) { $1 }, seconds: 1200)
        #expect(outcome.status == 0 && outcome.text.hasSuffix(" 0 differences\n"), "\(outcome)")
    }
}
