import Glibc
import Support
import Testing

@testable import CommandSupport

extension ChromiumTests {
    /// Tests pages that only a browser can show, without a window.
    struct Pages {
        @Test(arguments: rowsOfThisRun(["script-self", "almost", "frame", "alert", "post-large", "noisy"]))
        func endsAtTheFinish(_ page: String) throws {
            let browser = try BrowserHome()
            let outcome = try browser.fedauth(try BrowserSignIn.words("/browser/" + page))
            #expect(outcome.status == 0 && outcome.output.isEmpty, "\(outcome)")
            #expect(!outcome.errors.contains("warning"), "\(outcome)")
            // Cookies of every kind, including those that a script cannot see.
            let file = try browser.fedauth(["export-cookies", "--format", "netscape"]).text
            for cookie in ["hidden\th", "session\ts", "day\td", "__Host-part\tp", "wide\tw"] {
                #expect(file.contains(cookie), "\(file)")
            }
            try waitUntil("the directory is gone") { browser.directories.isEmpty }
        }

        /// A login in a frame, or a second factor in one, works as in an ordinary window.
        @Test func aFrameOfAnotherSiteKeepsItsCookie() throws {
            let browser = try BrowserHome()
            let outcome = try browser.fedauth(try BrowserSignIn.words("/browser/third-party", timeout: "30s"))
            #expect(outcome.status == 0, "\(outcome)")
        }

        /// Chromium asks nobody before it opens a mail program.
        @Test func noProgramOfTheDesktopIsStarted() throws {
            let browser = try BrowserHome()
            for name in ["xdg-open", "xdg-email"] {
                _ = try browser.script(name, "echo \"$@\" > \(browser.home.path)/started")
            }
            let outcome = try browser.fedauth(
                try BrowserSignIn.words("/browser/mail-itself"),
                adding: ["PATH": browser.home.path + ":/usr/bin:/bin"])
            #expect(outcome.errors.contains("mail-itself"), "\(outcome)")
            #expect(access(browser.home.path + "/started", F_OK) != 0)
        }

        @Test func aScriptThatChangesTheAddressReachesTheFinish() throws {
            let browser = try BrowserHome()
            let outcome = try browser.fedauth(try BrowserSignIn.words("/browser/push"))
            #expect(outcome.status == 0, "\(outcome)")
        }

        /// A page at the address of the finish that leads on, before the login, is how a service starts a sign-in.
        @Test(arguments: rowsOfThisRun(["on", "on-later"]))
        func aFinishThatLeadsOnFirstIsNone(_ page: String) throws {
            let browser = try BrowserHome()
            let outcome = try browser.fedauth(
                try BrowserSignIn.words("/browser/" + page, finish: "/browser/" + page, timeout: "6s"))
            #expect(outcome.status == 6, "\(outcome)")
        }

        /// Its link is pressed, and where that leads is another address.
        @Test func aFinishThatOnlyOffersToSignInIsNone() throws {
            let browser = try BrowserHome()
            let outcome = try browser.fedauth(
                try BrowserSignIn.words("/browser/on-press", finish: "/browser/on-press", timeout: "60s"))
            outcome.expectEnd(15, "is not the finish endpoint")
        }

        /// Its login is in a closed shadow root, or in a frame.
        @Test(arguments: rowsOfThisRun(["closed", "frame", "frameset"]))
        func aFinishThatAsksIsNone(_ kind: String) throws {
            let browser = try BrowserHome()
            let words = try BrowserSignIn.words(
                "/browser/to-asks-\(kind)", finish: "/browser/asks-\(kind)", ["--no-input"])
            try browser.fedauth(words).expectEnd(4, "asks for the user name")
        }

        @Test func nothingIsFetchedInAdvance() throws {
            let hostile = try Hostile.getScripted()
            _ = try hostile.takeRecords()
            let browser = try BrowserHome()
            let outcome = try browser.fedauth([
                "saml", hostile.https + "/browser/ahead", "--finish", hostile.https + "/browser/finish", "--presenter",
                "chromium", "--headless", "--cacert", hostile.caFile, "--timeout", "60s",
            ])
            #expect(outcome.status == 0, "\(outcome)")
            let records = try hostile.takeRecords()
            #expect(records.contains { $0.path == "/browser/ahead" } && !records.contains { $0.query == "ahead" })
        }

        /// A page of another origin that sets the same document.domain is still one of another server.
        @Test func nothingIsTypedInAFrameThatSharesItsDomain() throws {
            let browser = try BrowserHome()
            let password = try browser.home.file("password", "secret")
            try browser.giveAway()
            let words = try BrowserSignIn.words(
                "/browser/domain", ["--user", "ada", "--password-file", password, "--no-input"])
            try browser.fedauth(words).expectEnd(11, "a frame of another server")
        }

        @Test(arguments: [
            ("late-cookie", "/browser/late-cookie", "late"), ("early-cookie", "/browser/finish", "late"),
        ])
        func aCookieIsWaitedFor(_ page: String, _ finish: String, _ cookie: String) throws {
            let browser = try BrowserHome()
            let outcome = try browser.fedauth(
                try BrowserSignIn.words("/browser/" + page, finish: finish, ["--finish-cookie", cookie]))
            #expect(outcome.status == 0, "\(outcome)")
            #expect(try browser.fedauth(["export-cookies", "--format", "netscape"]).text.contains("late\tl"))
        }

        @Test func aCookieThatNeverComesIsNamed() throws {
            let browser = try BrowserHome()
            let words = try BrowserSignIn.words("/browser/finish", timeout: "20s", ["--finish-cookie", "never"])
            let outcome = try browser.fedauth(words)
            #expect(outcome.status == 6 && outcome.errors.contains("the cookie 'never'"), "\(outcome)")
        }

        @Test(
            arguments: rowsOfThisRun([
                ("untrusted", 7, "ERR_CERT_AUTHORITY_INVALID"), ("gone", 7, "ERR_NAME_NOT_RESOLVED"),
                ("saved", 15, "is a file to be saved"), ("file", 15, "is a file to be saved"),
                ("basic", 4, "HTTP authentication"), ("basic-later", 4, "HTTP authentication"),
                ("plain-http", 7, "not encrypted"),
            ]))
        func failsAtOnce(_ page: String, _ status: Int32, _ words: String) throws {
            let browser = try BrowserHome()
            let outcome = try browser.fedauth(try BrowserSignIn.words("/browser/" + page))
            #expect(outcome.status == status && outcome.errors.contains(words), "\(outcome)")
            #expect(outcome.output.isEmpty && browser.home.hasNoStore, "\(outcome)")
            try waitUntil("the directory is gone") { browser.directories.isEmpty }
        }

        /// Scripts that leave no time for anything else do not delay the end.
        @Test(
            arguments: rowsOfThisRun([
                "synchronous", "synchronous-login", "alerts", "confirms", "busy", "reloads", "hashes",
            ]))
        func aBlockingPageEndsWithTheTime(_ page: String) throws {
            let browser = try BrowserHome()
            let file = try browser.home.file("password", "secret\n")
            try browser.giveAway()
            let start = ContinuousClock.now
            let outcome = try browser.fedauth(
                try BrowserSignIn.words(
                    "/browser/" + page, timeout: "8s", ["--user", "ada", "--password-file", file, "--no-input"]))
            let needed = start.duration(to: .now)
            #expect(outcome.status == 6 && outcome.errors.contains("timed out after 8 s"), "\(outcome)")
            // The end of the browser takes a moment, more on a machine that is busy.
            #expect(needed < .seconds(20), "\(needed)")
            #expect(browser.home.hasNoStore)
            try waitUntil("the directory is gone") { browser.directories.isEmpty }
        }

        @Test func anUnknownAuthorityIsNotTrusted() throws {
            let browser = try BrowserHome()
            let words = try BrowserSignIn.words("/browser/finish").filter { $0 != "--cacert" && !$0.hasSuffix(".pem") }
            let outcome = try browser.fedauth(words)
            #expect(outcome.status == 7 && outcome.errors.contains("hint: '--cacert FILE'"), "\(outcome)")
        }

        @Test func allowedHostsAreKept() throws {
            let browser = try BrowserHome()
            let outcome = try browser.fedauth(
                try BrowserSignIn.words("/browser/gone", ["--allow-host", "good.localhost"]))
            #expect(outcome.status == 3 && outcome.errors.contains("'elsewhere.example.test'"), "\(outcome)")
        }

        /// With a kept profile, the identity provider recognises the browser; without one it does not.
        @Test func aKeptProfileRemembers() throws {
            let browser = try BrowserHome()
            for (options, wanted) in [
                ([], "stranger"), ([], "stranger"), (["--keep-browser-profile"], "stranger"),
                (["--keep-browser-profile"], "known"),
            ] {
                // Deletes the session, because its cookies would be used otherwise.
                let words = try BrowserSignIn.words(
                    "/browser/remember", finish: "/browser/finish?" + wanted, timeout: "30s", options)
                let outcome = try browser.fedauth(words)
                #expect(outcome.status == 0, "\(wanted): \(outcome)")
                try browser.fedauth(["store", "delete", "session/good.localhost"])
                #expect(try browser.fedauth(["status", "good.localhost"]).status != 0)
            }
            var status = stat()
            #expect(stat(browser.home.path + "/data/fedauth/browser", &status) == 0 && status.st_mode & 0o777 == 0o700)
        }
    }
}
