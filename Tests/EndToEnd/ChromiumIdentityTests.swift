import Glibc
import Testing

@testable import CommandSupport

extension ChromiumTests {
    /// Tests servers that require a client certificate, in a browser: it shows the pages that a client with the identity gets.
    struct Identities {
        let lab: Lab
        let browser: BrowserHome

        init() throws {
            lab = try Lab.get()
            browser = try BrowserHome()
        }

        private func origin(_ name: String) throws -> String { try #require(lab.challenges.urls[name]) }

        /// Imports an identity of the lab.
        private func take(_ name: String, for origins: String...) throws {
            let identity = try #require(lab.challenges.identities[name])
            let file = try browser.home.file(name + ".p12", bytes: try Files.bytes(identity.p12File))
            let passphrase = try browser.home.file("passphrase", try Files.text(identity.passphraseFile))
            try browser.giveAway()
            let done = try browser.fedauth(
                ["identity", "import", file, "--passphrase-file", passphrase, "--name", name]
                    + origins.flatMap { ["--origin", $0] })
            #expect(done.status == 0, "\(done)")
        }

        /// Returns the words of a sign-in that begins at `start`, and ends at a page that sets a cookie.
        private func words(_ start: String, finish: String, _ more: String...) -> [String] {
            [
                "saml", start, "--finish", finish, "--presenter", "chromium", "--headless", "--cacert", lab.caFile,
                "--timeout", "60s",
            ] + more
        }

        /// Tests a page, a picture, a script, a request of the script, and a posted form.
        @Test(arguments: ["tls12", "tls13"])
        func aPageAndItsPartsAreShown(_ name: String) throws {
            let origin = try origin(name)
            try take("ada", for: origin)
            let done = try browser.fedauth(words(origin + "/parts", finish: origin + "/cookie"))
            #expect(done.status == 0 && done.output.isEmpty && !done.errors.contains("warning"), "\(done)")
            let header = try browser.fedauth(["export-headers"]).text
            #expect(header.contains("lab-needle=needle") && header.contains("parts=1"), "\(header)")
        }

        /// A frame of another site runs in another process of the browser.
        @Test func aFrameIsShownToo() throws {
            let origin = try origin("tls13")
            let around = try #require(lab.challenges.foreign["host"])
            try take("ada", for: origin)
            let done = try browser.fedauth(
                words("\(around)/parts/around?of=\(origin)/parts", finish: around + "/cookie"))
            #expect(done.status == 0, "\(done)")
        }

        /// Other origins cannot read more of these responses than in any browser.
        @Test func aPageOfAnotherOriginDoesNotReadIt() throws {
            let origin = try origin("tls13")
            let other = try #require(lab.challenges.foreign["host"])
            try take("ada", for: origin)
            let done = try browser.fedauth(
                words("\(other)/parts/reader?of=\(origin)/echo", finish: other + "/cookie?unread"))
            #expect(done.status == 0, "\(done)")
        }

        @Test(arguments: ["tls12", "tls13"])
        func whatIsMissingIsSaid(_ name: String) throws {
            let origin = try origin(name)
            let start = words(origin + "/parts", finish: origin + "/cookie")
            let none = try browser.fedauth(start)
            #expect(
                none.status == 3 && none.errors.contains("'app.localhost' asks for a client certificate"), "\(none)")
            #expect(none.errors.contains("fedauth identity import FILE --origin \(origin)"), "\(none)")
            try take("ada")
            let unbound = try browser.fedauth(start)
            #expect(unbound.status == 3 && unbound.errors.contains("asks for a client certificate"), "\(unbound)")
            #expect(unbound.errors.contains("fedauth identity bind ada \(origin)"), "\(unbound)")
            try browser.fedauth(start + ["--identity", "nobody"]).expectComplaint(10, "there is no identity 'nobody'")
            try take("revoked", for: origin)
            let refused = try browser.fedauth(start)
            #expect(
                refused.status == 3
                    && refused.errors.contains("refused the certificate of the identity 'revoked': it is revoked"),
                "\(refused)")
            try waitUntil("the directory is gone") { browser.directories.isEmpty }
        }

        /// Tests a client certificate and then SAML with a user who types, and a second sign-in with the identity provider's
        /// cookies.
        @Test func aSignInBehindAClientCertificate() throws {
            let origin = try origin("guarded")
            let start = try #require(lab.challenges.guarded["launcherURL"])
            let finish = try #require(lab.challenges.guarded["finishURL"])
            try take("ada", for: origin)
            let screen = try Screen()
            let child = try browser.start(
                [
                    "saml", start, "--finish", finish, "--presenter", "chromium", "--cacert", lab.caFile, "--timeout",
                    "90s",
                ], adding: ["DISPLAY": screen.display])
            child.closeInput()
            try screen.waitForWindow("Enter your username")
            try screen.enter("ada")
            try screen.press("Tab")
            try screen.type(try lab.password(of: "ada"))
            try screen.press("Return")
            let outcome = try child.finish()
            #expect(outcome.status == 0, "\(outcome)")
            let again = try browser.fedauth(words(start, finish: finish, "--force"))
            #expect(again.status == 0, "\(again)")
            let resource = try #require(lab.challenges.guarded["resourceURL"])
            let data = try browser.fedauth(["request", resource, "--no-input", "--cacert", lab.caFile, "--fail"])
            #expect(data.status == 0 && data.text.contains("\"certificate\": \"ada\""), "\(data)")
            #expect(data.text.contains("\"user\": \"ada\""), "\(data)")
        }

        /// The form engine reaches a page with scripts behind the certificate, and hands over to the browser.
        @Test func handedOverPagesAreShownToo() throws {
            let origin = try origin("tls13")
            try take("ada", for: origin)
            let done = try browser.fedauth([
                "saml", origin + "/parts/reader?of=/echo", "--finish", origin + "/cookie?read", "--headless",
                "--cacert",
                lab.caFile, "--timeout", "60s",
            ])
            #expect(done.status == 0 && done.errors.contains("a browser without a window loads"), "\(done)")
        }

        /// Tests the browser of the remote window; these pages need no input.
        @Test func theRemoteWindowIsShownItToo() throws {
            let origin = try origin("tls13")
            let home = try Home()
            let ada = try #require(lab.challenges.identities["ada"])
            try home.fedauth(
                "identity", "import", ada.p12File, "--passphrase-file", ada.passphraseFile, "--name", "ada", "--origin",
                origin)
            let done = try home.fedauth(
                [
                    "saml", origin + "/parts", "--finish", origin + "/cookie", "--presenter", "remote", "--cacert",
                    lab.caFile, "--timeout", "60s",
                ] + (geteuid() == 0 ? ["--no-sandbox"] : []))
            #expect(done.status == 0, "\(done)")
        }

        /// The key of a smart card (SoftHSM) signs inside the card.
        @Test func aKeyInATokenIsUsed() throws {
            let server = try TLSServer.get()
            let home = browser.home
            mkdir(home.path + "/tokens", 0o700)
            home.environment["SOFTHSM2_CONF"] = try home.file(
                "softhsm2.conf", "directories.tokendir = \(home.path)/tokens\nobjectstore.backend = file\n")
            home.environment["PKCS11_MODULE_PATH"] = "/usr/lib/softhsm/libsofthsm2.so"
            for words in [
                ["--init-token", "--free", "--so-pin", TokenScene.pin],
                ["--import", server.folder + "/client.key", "--id", "01"],
            ] {
                let label = words[0] == "--import" ? ["--token", "lab", "--label", "client"] : ["--label", "lab"]
                let done = try Run.program(
                    "/usr/bin/softhsm2-util", words + label + ["--pin", TokenScene.pin], environment: home.environment)
                guard done.status == 0 else { throw TestFailure("softhsm2-util \(words): \(done)") }
            }
            let pin = try home.file("pin", TokenScene.pin)
            let certificate = try home.file("client.pem", try Files.text(server.folder + "/client.pem"))
            try browser.giveAway()
            let taken = try browser.fedauth([
                "identity", "import", "pkcs11:token=lab;object=client;type=private?pin-source=file:\(pin)",
                "--certificate", certificate, "--name", "card", "--origin", server.url("strict13"),
            ])
            #expect(taken.status == 0, "\(taken)")
            let words = server.signIn("strict13") + ["--presenter", "chromium", "--headless", "--timeout", "60s"]
            let done = try browser.fedauth(words)
            #expect(done.status == 0, "\(done)")
        }
    }
}
