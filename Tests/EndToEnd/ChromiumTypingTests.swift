import Testing

@testable import CommandSupport

extension ChromiumTests {
    /// Tests pages made by scripts that fedauth fills in, without a window.
    struct Typing {
        private func signIn(
            _ page: String, password: String = "secret", _ more: [String] = []
        ) throws -> Outcome {
            let browser = try BrowserHome()
            let file = try browser.home.file("password", password)
            try browser.giveAway()
            return try browser.fedauth(
                try BrowserSignIn.words(
                    page, timeout: "40s", ["--user", "ada", "--password-file", file, "--no-input", "--verbose"] + more))
        }

        @Test func aFormMadeByAScriptIsFilledIn() throws {
            let outcome = try signIn("/browser/script")
            #expect(outcome.status == 0, "\(outcome)")
        }
    }
}
