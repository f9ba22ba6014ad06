import Support
import Testing

@testable import CommandSupport

extension ChromiumTests {
    /// Tests Kerberos tickets in a browser without a window: the identity providers of `SAMLKerberosTests`, which only a redirect
    /// of the sign-in names.
    struct Tickets {
        private let lab: Lab
        private let browser: BrowserHome

        init() throws {
            lab = try Lab.get()
            browser = try BrowserHome()
        }

        private func signIn(_ name: String, hasTicket: Bool = true, _ more: [String] = []) throws -> Outcome {
            let scenario = try lab.scenario(name)
            let kerberos = lab.challenges.kerberos
            let configuration = try browser.home.file("krb5.conf", try Files.text(kerberos.krb5Config))
            let cache = browser.home.path + "/tickets"
            if hasTicket {
                let path = kerberos.cache.hasPrefix("FILE:") ? String(kerberos.cache.dropFirst(5)) : kerberos.cache
                try Run.program("/bin/cp", [path, cache], environment: [:])
            }
            try browser.giveAway()
            return try browser.fedauth(
                [
                    "saml", scenario.start, "--finish", scenario.finish, "--cacert", lab.caFile, "--presenter",
                    "chromium", "--headless", "--no-input", "--verbose",
                ] + (more.contains("--timeout") ? [] : ["--timeout", "60s"]) + more,
                adding: ["KRB5_CONFIG": configuration, "KRB5CCNAME": "FILE:" + cache + (hasTicket ? "" : "-absent")])
        }

        private func password() throws -> [String] {
            ["--user", "ada", "--password-file", try browser.home.file("password", try lab.password(of: "ada"))]
        }

        /// Expects that the service knows the user of the cookies.
        private func expectLetIn(_ name: String) throws {
            let cookies = try browser.fedauth(["export-cookies", "--format", "netscape"]).text
            let page = try lab.page(of: name, cookieFile: try browser.home.file("cookies", cookies))
            #expect(page.contains("signed in as ada"), "\(page)")
        }

        @Test(
            arguments: rowsOfThisRun([
                ("ticket", []), ("ticket", ["--integrated", "always"]), ("negotiate", []), ("spnego", []),
            ]))
        func aTicketSignsIn(_ name: String, _ words: [String]) throws {
            let outcome = try signIn(name, words)
            #expect(outcome.status == 0 && outcome.output.isEmpty, "\(outcome)")
            try expectLetIn(name)
        }

        /// The server offers Negotiate and Basic, or Negotiate beside its form.
        @Test(
            arguments: rowsOfThisRun([("negotiate", false), ("spnego", false), ("negotiate", true), ("spnego", true)]))
        func thePasswordSignsInWithoutOne(_ name: String, _ hasTicket: Bool) throws {
            // The browser cannot choose between tickets, so a user's name excludes them.
            let outcome = try signIn(name, hasTicket: hasTicket, try password())
            #expect(outcome.status == 0 && outcome.output.isEmpty, "\(outcome)")
            #expect(!outcome.errors.contains("starts again"), "\(outcome)")
            try expectLetIn(name)
        }

        @Test func theRemedyIsNamed() throws {
            for (hasTicket, words) in [(false, []), (true, ["--integrated", "never"])] {
                let outcome = try signIn("ticket", hasTicket: hasTicket, words)
                outcome.expectEnd(11, "asks for HTTP authentication ('Negotiate')")
                #expect(outcome.errors.contains("'kinit' gets a Kerberos ticket"), "\(outcome)")
            }
            let always = try signIn("ticket", hasTicket: false, ["--integrated", "always"])
            #expect(always.status == 3 && always.errors.contains("got no Kerberos ticket"), "\(always)")
        }

        /// What a user may not reach gets no ticket either.
        @Test func allowedHostsAreKept() throws {
            let outcome = try signIn("ticket", ["--allow-host", "sp.localhost"])
            #expect(outcome.status == 3 && outcome.errors.contains("--allow-host"), "\(outcome)")
        }
    }
}
