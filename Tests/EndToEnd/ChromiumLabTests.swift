import Glibc
import Testing

@testable import CommandSupport

extension ChromiumTests {
    /// Tests sign-ins at SimpleSAMLphp with a browser: pages of another site post to the service, whose cookies are Lax and
    /// None.
    struct LabSignIns {
        @Test func aLoginOfScriptsEndsInASession() throws {
            let lab = try Lab.get()
            let browser = try BrowserHome()
            let scenario = try lab.scenario("script-self")
            let outcome = try browser.fedauth([
                "saml", scenario.start, "--finish", scenario.finish, "--presenter", "chromium", "--headless",
                "--cacert", lab.caFile, "--keep-assertion",
            ])
            #expect(outcome.status == 0 && outcome.output.isEmpty, "\(outcome)")
            let header = try browser.fedauth(["export-headers"]).text
            let page = try Run.program(
                "/usr/bin/curl",
                ["-sS", "--cacert", lab.caFile, "-H", header.trimmed, scenario.protected], environment: [:])
            #expect(page.text.contains("signed in as ada") && page.text.contains("last cookie: there"), "\(page)")
            // fedauth has recorded the response: "<samlp" in base64.
            #expect(try browser.fedauth(["token"]).text.hasPrefix("PHNhbWxw"))
        }

        /// The browser gets the cookies of the form engine, so the identity provider knows the user.
        @Test func theFormEnginesCookiesAreHandedOver() throws {
            let lab = try Lab.get()
            let browser = try BrowserHome()
            let plain = try lab.scenario("plain")
            let password = try #require(lab.users["ada"]?.passwordFile)
            let words = ["saml", plain.start, "--finish", plain.finish, "--cacert", lab.caFile, "--force"]
            let copy = try browser.home.file("password", try Files.text(password))
            try browser.giveAway()
            let first = try browser.fedauth(
                words + ["--presenter", "form", "--user", "ada", "--password-file", copy, "--no-input"])
            #expect(first.status == 0, "\(first)")
            let second = try browser.fedauth(
                words + ["--presenter", "chromium", "--headless", "--timeout", "60s"])
            #expect(second.status == 0, "\(second)")
        }

        @Test func anInvisibleLoginIsNotWaitedFor() throws {
            let lab = try Lab.get()
            let browser = try BrowserHome()
            let plain = try lab.scenario("plain")
            let outcome = try browser.fedauth([
                "saml", plain.start, "--finish", plain.finish, "--presenter", "chromium", "--headless", "--cacert",
                lab.caFile, "--timeout", "120s",
            ])
            #expect(outcome.status == 4, "\(outcome)")
            #expect(outcome.errors.contains("asks for the user name ('Username')"), "\(outcome)")
            #expect(outcome.errors.contains("give it by --user NAME"), "\(outcome)")
        }

        @Test func theUserTypesOnADisplay() throws {
            let lab = try Lab.get()
            let screen = try Screen()
            let browser = try BrowserHome()
            let plain = try lab.scenario("plain")
            let child = try browser.start(
                [
                    "saml", plain.start, "--finish", plain.finish, "--presenter", "chromium", "--cacert", lab.caFile,
                    "--timeout", "90s",
                ], adding: ["DISPLAY": screen.display])
            child.closeInput()
            try screen.waitForWindow("Enter your username")
            try screen.enter("ada")
            try screen.press("Tab")
            try screen.type(try Files.text(try #require(lab.users["ada"]?.passwordFile)))
            try screen.press("Return")
            let outcome = try child.finish()
            #expect(outcome.status == 0, "\(outcome)")
            let header = try browser.fedauth(["export-headers"]).text
            let page = try Run.program(
                "/usr/bin/curl", ["-sS", "--cacert", lab.caFile, "-H", header.trimmed, plain.protected],
                environment: [:])
            #expect(page.text.contains("signed in as ada"), "\(page)")
        }
    }
}

extension String {
    /// The string without its line break.
    fileprivate var trimmed: String { String(self[..<(lastIndex { !$0.isNewline }.map(index(after:)) ?? startIndex)]) }
}
