import FoundationEssentials
import Testing

@testable import CommandSupport

extension ChromiumTests {
    /// Tests passkeys at a relying party that judges them by a library which is not ours.
    struct Passkeys {
        @Test func aPasskeyIsMadeUsedAndDeleted() throws {
            let visit = try PasskeyVisit()
            let made = try visit.add(["--json"])
            let name = "good.localhost#ada@example.org"
            #expect(made.status == 0 && made.errors.contains("is stored as 'passkey/\(name)'"), "\(made)")
            #expect(made.text.contains(#""relyingParty":"good.localhost""#), "\(made)")
            let old = try visit.lab.passkeys(of: visit.lab.good).dropLast().map(\.credential)

            // Asked for by a script, by a button outside of the form and one of another form, and while the user name is asked for.
            for (index, page) in ["script", "button", "form", "conditional"].enumerated() {
                let outcome = try visit.signIn(page)
                #expect(outcome.status == 0, "\(page): \(outcome)")
                let known = try #require(try visit.lab.passkeys(of: visit.lab.good).last)
                #expect(known.uses == index + 1 && known.count == Int64(index + 2), "\(page): \(known)")
                #expect(try visit.list.contains(#""signCount":\#(known.count)"#), "\(page)")
            }
            #expect(try visit.lab.passkeys(of: visit.lab.good).dropLast().map(\.credential) == old)

            let listed = try visit.browser.fedauth(["passkey", "list"])
            #expect(listed.status == 0 && listed.text.hasPrefix("\(name)\tgood.localhost\t"), "\(listed)")
            #expect(try visit.browser.fedauth(["passkey", "delete", name]).status == 0)
            #expect(try visit.list == "[]")
            let again = try visit.browser.fedauth(["passkey", "delete", name])
            #expect(again.status == 10, "\(again)")
            #expect(try visit.signIn("script", ["--timeout", "15s"]).status != 0)
        }

        /// The form engine hands the page over.
        @Test func autoContinuesWithoutAWindow() throws {
            let visit = try PasskeyVisit()
            #expect(try visit.add().status == 0)
            let outcome = try visit.signIn("script", presenter: "auto")
            #expect(
                outcome.status == 0 && outcome.errors.contains("a browser without a window continues"), "\(outcome)")
            // A page that takes a password, too.
            #expect(try visit.signIn("button", presenter: "auto").status == 0)
            let form = try visit.signIn("script", presenter: "form")
            #expect(form.status == 11, "\(form)")
        }

        @Test func theCounterIsKeptWhenTheServerRefuses() throws {
            let visit = try PasskeyVisit()
            #expect(try visit.add().status == 0)
            try visit.lab.setCounters(to: 1000)
            let before = try visit.lab.passkeys(of: visit.lab.good).map(\.uses)
            let outcome = try visit.signIn("script", ["--timeout", "15s"])
            #expect(outcome.status != 0, "\(outcome)")
            #expect(try visit.lab.passkeys(of: visit.lab.good).map(\.uses) == before)
            #expect(try visit.list.contains(#""signCount":2"#))
        }

        @Test func anotherRelyingPartyGetsNothing() throws {
            let visit = try PasskeyVisit()
            #expect(try visit.add().status == 0)
            let before = try visit.lab.countRequests(to: "/api/use/end", of: visit.lab.other)
            let outcome = try visit.signIn("script", at: visit.lab.other, ["--timeout", "15s"])
            #expect(outcome.status != 0, "\(outcome)")
            #expect(try visit.lab.countRequests(to: "/api/use/end", of: visit.lab.other) == before)
            #expect(try visit.list.contains(#""signCount":1"#))
        }

        /// A page that begins to go to the relying party, and stays, notices no authenticator, and none of its frames uses one.
        @Test func aPageOfAnotherSiteLearnsAndGetsNothing() throws {
            let visit = try PasskeyVisit()
            #expect(try visit.add().status == 0)
            let before = try visit.lab.bodies(sentTo: "/told", of: visit.lab.other).count
            let outcome = try visit.signIn("probe", at: visit.lab.other, finish: "/end")
            #expect(outcome.status == 0, "\(outcome)")
            #expect(
                try visit.lab.bodies(sentTo: "/told", of: visit.lab.other).dropFirst(before) == [
                    #"["before",false]"#, #"["after a page without content",false]"#, #"["before a slow page",false]"#,
                    #"["after a slow page",false]"#, #"["a frame","NotAllowedError"]"#,
                ])
            #expect(try visit.list.contains(#""signCount":1"#))
            // The relying party's own page still gets it.
            #expect(try visit.signIn("script").status == 0)
        }

        /// Neither by its own script nor by that of a frame.
        @Test(arguments: ["makes", "makes-many"]) func aSignInMakesNoPasskey(_ page: String) throws {
            let visit = try PasskeyVisit()
            #expect(try visit.add().status == 0)
            let before = try visit.list
            let outcome = try visit.signIn(page, finish: "/end")
            #expect(outcome.status == 0, "\(outcome)")
            #expect(try visit.list == before)
            #expect(try visit.lab.bodies(sentTo: "/told", of: visit.lab.good).isEmpty)
            #expect(!outcome.errors.contains("is not stored"), "\(outcome)")
        }

        @Test func noPasskeyIsUsedOnDemand() throws {
            let visit = try PasskeyVisit()
            #expect(try visit.add().status == 0)
            #expect(try visit.signIn("script", ["--timeout", "15s", "--no-passkey"]).status != 0)
            #expect(try visit.list.contains(#""signCount":1"#))
        }

        @Test func neitherTraceNorMessagesHaveTheKey() throws {
            let visit = try PasskeyVisit()
            let trace = visit.browser.home.path + "/trace"
            let made = try visit.add(["--trace", trace, "--trace-secrets", "--verbose"])
            let used = try visit.signIn("script", ["--trace", trace, "--trace-secrets", "--verbose"])
            #expect(made.status == 0 && used.status == 0, "\(made) \(used)")
            let key = try visit.privateKey()
            let written = try Files.text(trace)
            #expect(written.contains("/api/use/end"), "\(written)")
            for text in [written, made.errors, made.text, used.errors, used.text] { #expect(!text.contains(key)) }
        }

        @Test func aPageThatWaitsForAPasskeyEndsTheSignIn() throws {
            let visit = try PasskeyVisit()
            let outcome = try visit.signIn("silent")
            #expect(outcome.status == 11 && outcome.output.isEmpty, "\(outcome)")
            #expect(outcome.errors.contains("waits for a passkey") && outcome.errors.contains("fedauth passkey add"))
            // Neither the request of a user name field nor that of a script prevents the password.
            let password = try visit.browser.home.file("password", "secret\n")
            try visit.browser.giveAway()
            for page in ["conditional", "both", "first"] {
                let outcome = try visit.signIn(page, ["--user", "ada", "--password-file", password])
                #expect(outcome.status == 0, "\(page): \(outcome)")
            }
        }

        @Test func aPageThatMakesNoneEndsWithTheTime() throws {
            let visit = try PasskeyVisit()
            let outcome = try visit.add(["--timeout", "8s"], page: "/login/silent")
            #expect(outcome.status == 6 && outcome.errors.contains("no passkey was made in time"), "\(outcome)")
            #expect(outcome.output.isEmpty)
            #expect(try visit.list == "[]")
        }
    }
}

/// A home of its own, and the relying party.
private final class PasskeyVisit {
    let browser: BrowserHome
    let lab: PasskeyLab

    init() throws {
        lab = try PasskeyLab.get()
        browser = try BrowserHome()
    }

    /// Makes a passkey on a page that does so by itself.
    func add(_ options: [String] = [], page: String = "/member") throws -> Outcome {
        try browser.fedauth(
            ["passkey", "add", lab.good + page, "--headless", "--no-input", "--cacert", lab.caFile]
                + (options.contains("--timeout") ? [] : ["--timeout", "60s"]) + options)
    }

    /// Signs in without questions.
    func signIn(
        _ page: String, at url: String? = nil, presenter: String = "chromium", finish: String = "/done",
        _ options: [String] = []
    ) throws -> Outcome {
        let server = url ?? lab.good
        return try browser.fedauth(
            [
                "saml", "\(server)/login/\(page)", "--finish", server + finish, "--presenter", presenter, "--headless",
                "--no-input", "--force", "--cacert", lab.caFile,
            ] + (options.contains("--timeout") ? [] : ["--timeout", "60s"]) + options)
    }

    /// The passkeys, as JSON without blanks.
    var list: String {
        get throws { try browser.fedauth(["passkey", "list", "--json"]).text.filter { !$0.isWhitespace } }
    }

    /// The base64 text in the private key that no other key has.
    func privateKey() throws -> String {
        let entry = try browser.fedauth(["store", "get", "passkey/good.localhost#ada@example.org"])
        // PKCS #8 of a P-256 key begins with the same 26 bytes, and the digits of base64 are three bytes each.
        let start = Array<UInt8>([0x30, 0x81, 0x87, 0x02, 0x01, 0x00])
        guard
            let place = entry.output.indices.first(where: { entry.output[$0...].starts(with: start) }),
            entry.output.count > place + 138
        else { throw TestFailure("there is no key in \(entry)") }
        return Data(entry.output[(place + 39)..<(place + 69)]).base64EncodedString()
    }
}
