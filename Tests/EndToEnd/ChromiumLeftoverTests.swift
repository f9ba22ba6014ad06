import Glibc
import Testing

@testable import CommandSupport

extension ChromiumTests {
    /// Tests what a browser leaves in files: the trace that was asked for, and nothing in the home.
    struct Leftovers {
        @Test func theTraceHasTheConversationAndNothingTyped() throws {
            let lab = try Lab.get()
            let screen = try Screen()
            let browser = try BrowserHome()
            let plain = try lab.scenario("plain")
            let password = try Files.text(try #require(lab.users["ada"]?.passwordFile))
            let trace = browser.home.path + "/trace"
            let child = try browser.start(
                [
                    "saml", plain.start, "--finish", plain.finish, "--presenter", "chromium", "--cacert", lab.caFile,
                    "--timeout", "90s", "--trace", trace,
                ], adding: ["DISPLAY": screen.display])
            child.closeInput()
            try screen.waitForWindow("Enter your username")
            try screen.enter("ada")
            try screen.press("Tab")
            try screen.type(password)
            try screen.press("Return")
            let outcome = try child.finish()
            #expect(outcome.status == 0, "\(outcome)")
            let text = try Files.text(trace)
            #expect(!text.contains(password), "\(text)")
            for line in [
                "> GET https://sp", "< 302", "< location: https://idp", "> POST https://idp", "&password=…",
                "> cookie: ",
                "< set-cookie: ", "SAMLResponse=…",
            ] {
                #expect(text.contains(line), "\(line): \(text)")
            }
        }

        /// Returns all that is below a directory.
        private func listed(_ directory: String) throws -> String {
            try Run.program("/usr/bin/find", [directory, "-mindepth", "1"], environment: [:]).text
        }

        /// Without `--cacert`, which gives the browser a home of its own.
        @Test(arguments: [false, true]) func nothingStaysInTheHome(_ visible: Bool) throws {
            let browser = try BrowserHome()
            let screen = visible ? try Screen() : nil
            let home = browser.home.path + "/fresh"
            #expect(mkdir(home, 0o700) == 0)
            try browser.giveAway()
            var words = try BrowserSignIn.words("/browser/script-self", visible: visible, ["--insecure"])
            let option = try #require(words.firstIndex(of: "--cacert"))
            words.removeSubrange(option...(option + 1))
            var adding = ["HOME": home]
            if let screen { adding["DISPLAY"] = screen.display }
            let outcome = try browser.fedauth(words, adding: adding)
            #expect(outcome.status == 0, "\(outcome)")
            try waitUntil("the directory is gone") { browser.directories.isEmpty }
            #expect(try listed(home) == "")
        }
    }
}
