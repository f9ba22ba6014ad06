import Testing

/// Real programs read the cookie files of a real sign-in, and a server sees what they send: `Tests/Readers/matrix`.
struct ReaderMatrixTests {
    @Test func everyReaderSendsTheRightCookiesAndNoOthers() throws {
        let home = try Home()
        var environment = home.environment
        // What Tests/Readers/prepare has fetched is in the tester's own cache.
        for name in ["HOME", "XDG_CACHE_HOME", "FEDAUTH_TESTS_CACHE"] {
            environment[name] = Repository.environment(name)
        }
        let outcome = try Run.program(
            Repository.root + "/Tests/Readers/matrix", [Home.binary], environment: environment, seconds: 300)
        #expect(outcome.status == 0 && outcome.text.hasSuffix(" 0 differences\n"), "\(outcome)")
    }
}
