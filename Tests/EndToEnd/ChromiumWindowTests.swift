import Glibc
import Support
import Testing

@testable import CommandSupport

extension ChromiumTests {
    /// Tests the window on a display with a simulated user.
    struct Windows {
        let screen: Screen
        let browser: BrowserHome

        init() throws {
            screen = try Screen()
            browser = try BrowserHome()
        }

        private func start(_ page: String, finish: String = "/browser/finish", _ more: [String] = []) throws -> Child {
            let child = try browser.start(
                try BrowserSignIn.words("/browser/" + page, finish: finish, visible: true, more),
                adding: ["DISPLAY": screen.display])
            child.closeInput()
            return child
        }

        @Test func aUserTypesIntoAPageOfScripts() throws {
            let child = try start("script")
            try screen.waitForListening("script")
            try screen.type("ada")
            try screen.press("Tab")
            try screen.type("secret")
            try screen.press("Return")
            let outcome = try child.finish()
            #expect(outcome.status == 0 && outcome.output.isEmpty, "\(outcome)")
            #expect(try browser.fedauth(["export-cookies", "--format", "netscape"]).text.contains("hidden\th"))
        }

        /// The mark of the field in which fedauth types is amber.
        @Test func fedauthShowsWhereItTypes() throws {
            let child = try start("script", ["--user", "ada", "--no-input"])
            try screen.waitForListening("script")
            try waitUntil("a mark") { try screen.countPoints(red: 245, green: 158, blue: 11) > 200 }
            try waitUntil("no mark") { try screen.countPoints(red: 245, green: 158, blue: 11) == 0 }
            try screen.press("ctrl+w")
            try child.finish().expectEnd(5, "window was closed")
        }

        /// What fedauth has filled in is outlined in blue, and what is typed next is the password, which nothing shows.
        @Test func theUserCompletesWhatIsEmpty() throws {
            let child = try start("script", ["--user", "ada", "--no-input"])
            try child.waitForErrors(containing: "what fedauth has filled in is outlined in blue")
            try waitUntil("an outline") { try screen.countPoints(red: 37, green: 99, blue: 235) > 100 }
            try screen.type("secret")
            try screen.press("Return")
            let outcome = try child.finish()
            #expect(outcome.status == 0, "\(outcome)")
        }

        /// Also where fedauth fills in nothing, what is typed next goes into the first field.
        @Test func aLaterPageIsCompletedInTheSameWay() throws {
            let password = try browser.home.file("password", "secret")
            try browser.giveAway()
            let child = try start("steps", ["--user", "ada", "--password-file", password, "--no-input"])
            try screen.waitForListening("steps-code")
            try screen.type("123456")
            try screen.press("Return")
            let outcome = try child.finish()
            #expect(outcome.status == 0 && !outcome.errors.contains("outlined in blue"), "\(outcome)")
        }

        @Test(arguments: rowsOfThisRun(["key", "click", "frame", "frame-apart", "key-apart"]))
        func whereTheUserActsFedauthTypesNothing(_ what: String) throws {
            let isApart = what.hasSuffix("-apart")
            let password = try browser.home.file("password", "secret")
            try browser.giveAway()
            let child = try start(
                (isApart ? "hands-apart?" : "hands?") + what,
                ["--user", "ada", "--password-file", password, "--no-input", "--verbose"])
            try screen.waitForWindow("hands")
            try child.waitForErrors(containing: "the browser shows")
            switch what {
            case "key": try screen.press("a")
            case "click": try screen.click(100, 150)
            case "key-apart":
                try screen.click(200, 450)
                try screen.press("a")
            default: try screen.click(200, 450)
            }
            try child.waitForErrors(containing: "the user types: fedauth fills in nothing more")
            try Hostile.get().free(what)
            try screen.waitForWindow("hands are free")
            // Longer than fedauth waits for a page to be at rest.
            usleep(1_500_000)
            try screen.press("ctrl+w")
            try child.finish().expectEnd(5, "window was closed")
        }

        @Test func aFormIsFilledInWithoutTheUser() throws {
            let password = try browser.home.file("password", "secret")
            try browser.giveAway()
            try Hostile.get().free("alone")
            let child = try start("hands?alone", ["--user", "ada", "--password-file", password, "--no-input"])
            let outcome = try child.finish()
            #expect(outcome.status == 0, "\(outcome)")
        }

        @Test(arguments: ["window", "window-returns", "blank"])
        func windowsOfPages(_ page: String) throws {
            let child = try start(page)
            try screen.waitForListening(page)
            try screen.press("Return")
            let outcome = try child.finish()
            #expect(outcome.status == 0, "\(outcome)")
        }

        /// The popup closes itself before fedauth can inspect it.
        @Test func aFinishThatClosesItself() throws {
            let other = try Hostile.get().other
            let child = try browser.start(
                try BrowserSignIn.words(other + "/browser/window-closes", visible: true),
                adding: ["DISPLAY": screen.display])
            try screen.waitForListening("window-closes")
            try screen.press("Return")
            let outcome = try child.finish()
            #expect(outcome.status == 0, "\(outcome)")
        }

        @Test func theWindowIsClosed() throws {
            let child = try start("wait")
            try screen.waitForWindow("wait")
            try screen.press("ctrl+w")
            let outcome = try child.finish()
            outcome.expectEnd(5, "window was closed")
            try waitUntil("the directory is gone") { browser.directories.isEmpty }
        }

        /// The user sees the reason, and may be able to continue.
        @Test func whatCannotBeLoadedLaterIsAWarning() throws {
            let child = try start("untrusted")
            try child.waitForErrors(containing: "warning: the browser does not trust")
            try screen.waitForWindow("Privacy error")
            try screen.press("ctrl+w")
            try child.finish().expectEnd(5, "window was closed")
        }

        /// The browser's own dialog asks for the password.
        @Test func httpAuthenticationIsAskedForInTheWindow() throws {
            let child = try start("basic-later")
            try screen.waitForWindow("basic")
            // Nothing says when the dialog listens. What is typed too early is lost, or refused, and the dialog appears again.
            for _ in 0..<10 where !child.ends(within: 4) {
                try screen.type("ada")
                try screen.press("Tab")
                try screen.type("secret")
                try screen.press("Return")
            }
            let outcome = try child.finish()
            #expect(outcome.status == 0, "\(outcome)")
        }
    }
}
