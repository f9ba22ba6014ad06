import Testing

@testable import CommandSupport

extension ChromiumTests {
    /// Tests `fedauth adfs` with a browser without a window.
    struct FederationSignIns {
        private let lab: Lab

        init() throws { lab = try Lab.get() }

        /// The form engine signs in, and the browser continues with its cookies. The script's form, and the redirect of a
        /// platform, are stopped before the browser sends them.
        @Test(arguments: ["bare", "lab-app"]) func aBrowserWithoutAWindowGoesOnWithItsCookies(_ name: String) throws {
            let browser = try BrowserHome()
            let party = try lab.party(name)
            let isPlatform = party.startURL == nil
            let password = try browser.home.file("password", try Files.text(try lab.passwordFile(of: "ada")))
            try browser.giveAway()
            let words =
                [
                    "adfs", try lab.farm("plain").signInURL, "--user", lab.account("ada"), "--cacert", lab.caFile,
                    "--force",
                ]
                + (isPlatform ? ["--metadata-url", party.realm] : ["--realm", party.realm, "--reply", party.replyURL])
            let first = try browser.fedauth(words + ["--presenter", "form", "--password-file", password, "--no-input"])
            #expect(first.status == 0, "\(first)")
            let before = try lab.records().last?.number ?? 0
            let second = try browser.fedauth(words + ["--presenter", "chromium", "--headless", "--timeout", "60s"])
            #expect(second.status == 0 && second.errors.contains("LAB\\ada"), "\(second)")
            #expect(try browser.fedauth(["status", "--json"]).text.contains("\"presenter\":\"chromium\""))
            // Other tests post there with the form engine at the same time.
            let posts = try lab.records(after: before).filter {
                party.replyURL.hasSuffix($0.path) && $0.method == "POST" && $0.holds("Chrome/")
            }
            #expect(posts.count == (isPlatform ? 1 : 0), "\(posts)")
        }
    }
}
