import Testing

@testable import CommandSupport

extension ChromiumTests {
    /// Tests `--presenter remote` with what options and the store know: fedauth answers, and the user only watches.
    struct Remote {
        let browser: BrowserHome

        init() throws { browser = try BrowserHome() }

        /// Starts a sign-in that waits for a user, and a visitor that plays the user.
        private func start(_ url: String, finish: String, _ more: [String]) throws -> (Child, WindowVisitor) {
            let child = try browser.start(
                ["saml", url, "--finish", finish, "--presenter", "remote", "--verbose", "--timeout", "60s"] + more)
            child.closeInput()
            try child.waitForErrors(containing: "http://localhost:")
            return (child, try WindowVisitor(child.errorText))
        }

        @Test(arguments: ["basic?shown", "digest", "start"]) func httpAuthenticationIsAnswered(_ page: String) throws {
            let hostile = try Hostile.getScripted()
            let file = try browser.home.file("password", "secret\n")
            let (child, visitor) = try start(
                hostile.https + "/guarded/" + page, finish: hostile.https + "/browser/finish",
                ["--cacert", hostile.caFile, "--user", "ada", "--password-file", file])
            if page == "start" {
                // No page is shown before the end, which may come before the visitor.
                _ = try? visitor.open()
            } else {
                try visitor.open()
                try visitor.expect("\"end\":\"finished\"")
            }
            let outcome = try child.finish()
            #expect(outcome.status == 0 && !outcome.errors.contains("secret\n"), "\(outcome)")
            #expect(try browser.fedauth(["export-cookies", "--format", "netscape"]).text.contains("signed\tyes"))
        }

        /// The question is not part of the page, so that the window cannot show it.
        @Test func whatIsMissingForHTTPAuthenticationIsNamed() throws {
            let hostile = try Hostile.getScripted()
            let (child, visitor) = try start(
                hostile.https + "/guarded/basic", finish: hostile.https + "/browser/finish",
                ["--cacert", hostile.caFile, "--user", "ada"])
            // No page is shown before the end, which may come before the visitor.
            if (try? visitor.open()) != nil { try visitor.expect("\"end\":\"failed\"") }
            let outcome = try child.finish()
            outcome.expectEnd(11, "asks for a name and a password by HTTP authentication")
            #expect(outcome.errors.contains("'--user NAME' and '--password-file FILE' answer it"), "\(outcome)")
        }

        /// Asked for by a script, and by a button that fedauth presses.
        @Test func aPasskeyOfTheStoreSignsIn() throws {
            let lab = try PasskeyLab.get()
            let made = try browser.fedauth([
                "passkey", "add", lab.good + "/member", "--headless", "--no-input", "--cacert", lab.caFile, "--timeout",
                "60s",
            ])
            #expect(made.status == 0, "\(made)")
            for page in ["script", "button"] {
                let (child, visitor) = try start(
                    "\(lab.good)/login/\(page)", finish: lab.good + "/done", ["--cacert", lab.caFile, "--force"])
                try visitor.open()
                try visitor.expect("\"end\":\"finished\"")
                let outcome = try child.finish()
                #expect(outcome.status == 0, "\(page): \(outcome)")
            }
            let listed = try browser.fedauth(["passkey", "list", "--json"]).text.filter { !$0.isWhitespace }
            #expect(listed.contains("\"signCount\":3"), "\(listed)")
        }
    }
}
