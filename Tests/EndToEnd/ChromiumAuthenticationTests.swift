import Testing

@testable import CommandSupport

extension ChromiumTests {
    /// Tests servers on the way that ask by HTTP authentication, in a browser without a window.
    struct Authentication {
        private let hostile: Hostile
        private let browser: BrowserHome

        init() throws {
            hostile = try Hostile.getScripted()
            browser = try BrowserHome()
            _ = try hostile.takeRecords()
        }

        private func signIn(_ page: String, password: String? = "secret", _ more: [String] = []) throws -> Outcome {
            var words = [
                "saml", hostile.https + "/guarded/" + page, "--finish", hostile.https + "/browser/finish",
                "--presenter", "chromium", "--headless", "--no-input", "--cacert", hostile.caFile, "--user", "ada",
                "--verbose", "--timeout", "60s", "--trace", trace,
            ]
            if let password { words += ["--password-file", try browser.home.file("password", password + "\n")] }
            try browser.giveAway()
            return try browser.fedauth(words + more)
        }

        private var trace: String { browser.home.path + "/trace" }

        private func isSignedIn() throws -> Bool {
            try browser.fedauth(["export-cookies", "--format", "netscape"]).text.contains("signed\tyes")
        }

        /// Returns the schemes of the Authorization fields that a page received.
        private func answers(_ records: [Hostile.Record], at path: String) -> [String] {
            records.filter { $0.path == path }.compactMap { record in
                record.headers.first { $0[0].lowercased() == "authorization" }.map {
                    String($0[1].prefix { $0 != " " })
                }
            }
        }

        /// Expects that neither the trace nor the messages contain the password, by itself or in the answer of Basic.
        private func expectNoTrace(in outcome: Outcome) throws {
            let written = try Files.text(trace)
            #expect(written.contains("> GET "), "\(written)")
            #expect(!written.contains("secret") && !written.contains("YWRhOnNlY3JldA"), "\(written)")
            #expect(!outcome.errors.replacing("secrets", with: "").contains("secret"), "\(outcome)")
        }

        @Test(arguments: [("basic", "Basic"), ("basic?shown", "Basic"), ("digest", "Digest"), ("start", "Basic")])
        func theServerGetsThePassword(_ page: String, _ scheme: String) throws {
            let outcome = try signIn(page)
            #expect(outcome.status == 0 && outcome.output.isEmpty, "\(outcome)")
            #expect(try browser.fedauth(["status"]).text.contains("ada"), "the user is not known")
            let records = try hostile.takeRecords()
            let path = "/guarded/" + (page == "start" ? "basic" : String(page.prefix { $0 != "?" }))
            #expect(answers(records, at: path) == [scheme])
            #expect(answers(records, at: "/guarded/start").isEmpty)
            #expect(try isSignedIn())
            try expectNoTrace(in: outcome)
        }

        @Test(arguments: ["basic", "digest"]) func aWrongPasswordIsSentOnce(_ page: String) throws {
            let outcome = try signIn(page, password: "hor5e-battery")
            #expect(outcome.status == 3 && outcome.errors.contains("refused user name and password"), "\(outcome)")
            #expect(answers(try hostile.takeRecords(), at: "/guarded/" + page).count == 1)
            #expect(browser.home.hasNoStore)
            #expect(!(try Files.text(trace)).contains("hor5e"))
        }

        @Test func aStoredPasswordIsUsedAndForgottenWhenRefused() throws {
            let file = try browser.home.file("password", "secret\n")
            try browser.giveAway()
            let stored = try browser.fedauth([
                "basic", hostile.https + "/guarded/basic?shown", "--user", "ada", "--password-file", file, "--cacert",
                hostile.caFile, "--no-input",
            ])
            #expect(stored.status == 0, "\(stored)")
            #expect(try signIn("basic", password: nil).status == 0)
            let refused = try signIn("basic?wants=other", password: nil, ["--force"])
            #expect(refused.status == 3 && refused.errors.contains("is forgotten"), "\(refused)")
            let left = try browser.fedauth(["store", "list"])
            #expect(!left.text.contains("http/"), "\(left)")
        }

        /// What another server asks for a picture, a script or a frame is not asked of the user, and not answered.
        @Test func partsOfAPageGetNothing() throws {
            let outcome = try signIn("parts")
            #expect(outcome.status == 0, "\(outcome)")
            let records = try hostile.takeRecords()
            #expect(answers(records, at: "/guarded/parts") == ["Basic"])
            #expect(records.contains { $0.path == "/guarded/picture" }, "no part was requested")
            let others = records.filter { $0.path == "/guarded/picture" && $0.server == "other" }
            #expect(answers(others, at: "/guarded/picture").isEmpty)
        }

        /// A page may ask first whether the user is signed in.
        @Test func aRequestOfAScriptGetsItsAnswer() throws {
            let outcome = try signIn("fetching")
            #expect(outcome.status == 0, "\(outcome)")
            #expect(answers(try hostile.takeRecords(), at: "/guarded/picture").isEmpty)
            #expect(try isSignedIn())
        }

        @Test func aTokenIsNotAskedFor() throws {
            let outcome = try signIn("bearer")
            #expect(outcome.status == 11 && outcome.errors.contains("asks for a token ('Bearer')"), "\(outcome)")
        }

        @Test func whatIsMissingIsNamed() throws {
            let outcome = try signIn("basic", password: nil)
            outcome.expectEnd(4, "asks for the password of 'ada' (HTTP authentication)")
            #expect(answers(try hostile.takeRecords(), at: "/guarded/basic").isEmpty)
        }
    }
}
