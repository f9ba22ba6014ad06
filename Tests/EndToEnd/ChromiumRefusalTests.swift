import Glibc
import Testing

@testable import CommandSupport

extension ChromiumTests {
    /// Tests the errors if no browser can be shown.
    struct Refusals {
        private let start = ["saml", "https://sp.example.test/", "--presenter", "chromium"]

        @Test func noDisplayIsSaidBeforeAnythingStarts() throws {
            let browser = try BrowserHome()
            let trap = try browser.script("browser", "touch \"$HOME/started\"")
            let outcome = try browser.fedauth(start + ["--browser", trap])
            outcome.expectComplaint(11, "there is no display to show a browser on")
            #expect(outcome.errors.contains("'--headless'"))
            #expect(access(browser.home.path + "/started", F_OK) != 0)
        }

        @Test func aDisplayThatIsGoneIsSaidToo() throws {
            let browser = try BrowserHome()
            let outcome = try browser.fedauth(start, adding: ["DISPLAY": ":4711"])
            #expect(outcome.status == 11 && outcome.errors.contains("display"), "\(outcome)")
        }

        @Test(arguments: [
            ("echo 'Opening in existing browser session.'", "Opening in existing browser session."),
            ("echo 'Opening in existing browser session.'; echo more >&2; exit 21", "more"),
            ("exec 3<&- 4>&-; exec sleep 60", ""),
        ])
        func aBrowserThatEndsAtOnce(_ script: String, _ words: String) throws {
            let browser = try BrowserHome()
            let fake = try browser.script("browser", script)
            let outcome = try browser.fedauth(start + ["--headless", "--browser", fake, "--timeout", "60s"])
            outcome.expectEnd(11, "the browser has ended by itself")
            #expect(outcome.errors.contains(words), "\(outcome)")
            try waitUntil("the directory is gone") { browser.directories.isEmpty }
        }

        @Test(arguments: ["/bin/true", "/bin/cat", "/bin/false"])
        func aProgramThatIsNoBrowser(_ path: String) throws {
            let browser = try BrowserHome()
            let outcome = try browser.fedauth(start + ["--headless", "--browser", path])
            outcome.expectEnd(11, "the browser has ended by itself")
        }

        @Test func whatIsNoProgramIsNamed() throws {
            let browser = try BrowserHome()
            let text = try browser.home.file("text", "hello")
            try browser.giveAway()
            for path in [text, "/no/such/browser", browser.home.path] {
                try browser.fedauth(start + ["--headless", "--browser", path]).expectComplaint(11, "is not a program")
            }
        }

        /// Chromium asks its vendor for the time, for updates and for accounts as soon as it has started.
        @Test func theBrowserAsksNobodyByItself() throws {
            let browser = try BrowserHome()
            let proxy = try SilentServer()
            let outcome = try browser.fedauth(
                start + ["--headless", "--proxy", "http://127.0.0.1:\(proxy.port)", "--timeout", "6s"])
            #expect(outcome.status == 6, "\(outcome)")
            #expect(Set(proxy.requestLines()) == ["CONNECT sp.example.test:443 HTTP/1.1"])
        }

        /// Other users can read the arguments of a browser.
        @Test func aProxysPasswordIsNoArgument() throws {
            let browser = try BrowserHome()
            let trap = try browser.script("browser", "touch \"$HOME/started\"")
            let outcome = try browser.fedauth(
                start + ["--headless", "--browser", trap, "--proxy", "http://ada:pw-73@proxy.example.test:3128"])
            outcome.expectComplaint(2, "'--proxy'")
            #expect(!outcome.errors.contains("pw-73"))
            #expect(access(browser.home.path + "/started", F_OK) != 0)
        }

        /// Also tests a stopped supervisor of the browser.
        @Test(arguments: ["", "kill -STOP $PPID;"])
        func nonsenseOnThePipeIsNoMessage(_ first: String) throws {
            let browser = try BrowserHome()
            let fake = try browser.script("browser", "\(first) printf 'hello\\0' >&4; sleep 60")
            let outcome = try browser.fedauth(start + ["--headless", "--browser", fake])
            outcome.expectEnd(11, "is not JSON")
        }

        @Test func aBrowserOfAnotherKindIsRefusedByName() throws {
            let browser = try BrowserHome()
            let fake = try browser.script("firefox-esr", "touch \"$HOME/started\"; sleep 60")
            try browser.fedauth(start + ["--headless", "--browser", fake])
                .expectComplaint(11, "'firefox-esr' does not know '--remote-debugging-pipe'")
            #expect(access(browser.home.path + "/started", F_OK) != 0)
        }

        @Test func theBrowserGetsNothingOfOurs() throws {
            let browser = try BrowserHome()
            let fake = try browser.script(
                "browser", "env > \"$HOME/environment\"; ls -l /proc/self/fd > \"$HOME/files\"")
            _ = try browser.fedauth(start + ["--headless", "--browser", fake])
            let environment = try Files.text(browser.home.path + "/environment")
            #expect(environment.contains("HOME=") && !environment.contains("FEDAUTH_"), "\(environment)")
            // Three streams, the pipe, the folder that ls opens, and the descriptors that sh may keep.
            let files = try Files.text(browser.home.path + "/files")
            #expect(files.split(separator: "\n").count <= 8, "\(files)")
        }

        @Test func aPinCannotBeKept() throws {
            let browser = try BrowserHome()
            let pin = "sha256//" + String(repeating: "A", count: 43) + "="
            try browser.fedauth(start + ["--headless", "--pin", pin]).expectComplaint(2, "'--pin'")
        }

        @Test(.enabled(if: geteuid() == 0)) func rootIsRefusedAndTheOptionNamed() throws {
            let home = try Home()
            let outcome = try home.fedauth(start + ["--headless"])
            outcome.expectComplaint(11, "a browser's sandbox does not work for root")
            #expect(outcome.errors.contains("'--no-sandbox'"))
        }

        /// Under sudo, the browser runs as the calling user.
        @Test(.enabled(if: geteuid() == 0)) func rootGivesTheBrowserToTheUserWhoCalled() throws {
            let home = try Home()
            let words = try BrowserSignIn.words("/browser/script-self")
            let child = try Child(
                Home.binary, words + ["--verbose"],
                environment: home.environment.merging(["SUDO_UID": BrowserHome.user]) { $1 })
            try child.waitForErrors(containing: "the browser shows")
            let outcome = try child.finish()
            #expect(outcome.status == 0, "\(outcome)")
            let kept = try home.fedauth(words + ["--keep-browser-profile"], adding: ["SUDO_UID": BrowserHome.user])
            kept.expectComplaint(2, "'--keep-browser-profile'")
        }
    }
}
