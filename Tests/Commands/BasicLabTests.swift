import Testing

@testable import CommandSupport

/// Tests `fedauth basic` against Apache, mod_auth_gssapi with a Kerberos realm, and the lab's own server.
@Suite(.serialized) struct BasicLabTests {
    let home: Home
    private let running: Lab
    let lab: Lab.Challenges
    private let adasPassword: String

    init() throws {
        home = try CommandHome()
        running = try Lab.get()
        lab = running.challenges
        home.environment["FEDAUTH_CACERT"] = running.caFile
        home.environment["KRB5_CONFIG"] = lab.kerberos.krb5Config
        home.environment["KRB5CCNAME"] = lab.kerberos.absentCache
        guard let page = lab.basic["plain"] else { throw TestFailure("the lab has no plain page") }
        adasPassword = page.passwordFile
    }

    private func signIn(_ url: String?, user: String = "ada", passwordFile: String? = nil, _ more: String...) throws
        -> Outcome
    {
        guard let url else { throw TestFailure("the lab has no such page") }
        return try home.fedauth(
            ["basic", url, "--user", user, "--password-file", passwordFile ?? adasPassword, "--no-input", "--force"]
                + more)
    }

    @Test func everyPageWithBasicLetsIn() throws {
        for (name, page) in lab.basic {
            let outcome = try signIn(page.url, user: page.user, passwordFile: page.passwordFile)
            #expect(outcome.status == 0, "\(name): \(outcome)")
            let again = try home.fedauth("basic", page.url, "--no-input", "--force", "--realm", page.realm)
            #expect(again.status == 0, "\(name): \(again)")
        }
    }

    @Test func everyDigestLetsIn() throws {
        for name in [
            "digest-md5", "digest-md5-sess", "digest-sha256", "digest-sha256-sess", "digest-userhash",
            "digest-both-qop",
            "digest-old", "digest-stale",
        ] {
            let outcome = try signIn(lab.schemes[name], "--scheme", "digest")
            #expect(outcome.status == 0, "\(name): \(outcome)")
        }
        #expect(try signIn(lab.digestURL).status == 0)
        for (name, url) in lab.several {
            let outcome = try signIn(url)
            #expect(outcome.status == 0, "\(name): \(outcome)")
        }
    }

    @Test func lettersOfBothCharsetsArriveInApache() throws {
        let utf8 = try #require(lab.names["utf8"])
        let latin1 = try #require(lab.names["latin1"])
        let first = try signIn(lab.basic["utf8"]?.url, user: utf8.user, passwordFile: utf8.passwordFile)
        #expect(first.status == 0, "\(first)")
        let url = lab.basic["latin1"]?.url
        let second = try signIn(
            url, user: latin1.user, passwordFile: latin1.passwordFile, "--charset", "iso-8859-1")
        #expect(second.status == 0, "\(second)")
        // What the server accepted is used from then on.
        let again = try signIn(url, user: latin1.user, passwordFile: latin1.passwordFile)
        #expect(again.status == 0, "\(again)")
        let wrong = try signIn(
            url, user: latin1.user, passwordFile: latin1.passwordFile, "--charset", "utf-8")
        #expect(wrong.status == 3, "\(wrong)")
    }

    @Test(arguments: [
        ("digest-sha512-256", 11, "SHA-512-256"), ("digest-int", 11, "auth-int"), ("unknown", 11, "'Lab-Secret'"),
        ("bearer", 11, "'Bearer'"), ("forbidden", 3, "status 403"), ("refused", 3, "sent once"),
        ("no-challenge", 15, "names no scheme"), ("negotiate", 4, "no Kerberos ticket"),
    ]) func whatCannotBeAnsweredIsNamed(_ name: String, _ status: Int32, _ words: String) throws {
        let outcome = try signIn(lab.schemes[name])
        #expect(outcome.status == status && outcome.errors.contains(words), "\(outcome)")
        #expect(try home.fedauth("store", "list").text.split(separator: "\n").allSatisfy { $0.hasPrefix("refused/") })
    }

    @Test func aTicketLetsIn() throws {
        let ticket = ["KRB5CCNAME": lab.kerberos.cache]
        let outcome = try home.fedauth(["basic", lab.negotiateURL, "--no-input", "--json"], adding: ticket)
        #expect(outcome.status == 0 && outcome.text.contains("\"scheme\":\"negotiate\""), "\(outcome)")
        #expect(try home.fedauth(["status", "--check"], adding: ticket).status == 0)
        let status = try home.fedauth("status", "--json")
        #expect(status.text.contains("\"user\":\"\(lab.kerberos.principal)\""), "\(status)")
        let headers = try home.fedauth("export-headers")
        #expect(headers.status == 2 && headers.errors.contains("cannot be exported"), "\(headers)")
        #expect(try home.fedauth("store", "list").text.contains("session/"))
        #expect(try !home.fedauth("store", "list").text.contains("http/"))
        #expect(try home.fedauth("logout").errors.contains("kdestroy"))
    }

    @Test func withoutATicketItIsSaid() throws {
        let words = [
            (lab.kerberos.absentCache, "there is no Kerberos ticket"), (lab.kerberos.expiredCache, "has expired"),
        ]
        for (cache, said) in words {
            let outcome = try home.fedauth(
                ["basic", lab.negotiateURL, "--no-input", "--json"], adding: ["KRB5CCNAME": cache])
            #expect(outcome.status == 4 && outcome.text.contains("no-ticket"), "\(outcome)")
            #expect(outcome.text.contains(said) && outcome.text.contains("kinit"), "\(outcome)")
        }
    }

    @Test func noOtherOriginIsToldAnything() throws {
        let plain = try #require(lab.basic["plain"])
        let mark = "/arrived/\(UInt64.random(in: 0 ... .max))"
        for name in lab.foreign.keys {
            // The server redirects after it has accepted the credentials.
            let outcome = try signIn(folder(of: plain.url) + "to/307/\(name)?then=\(mark)")
            #expect(outcome.status == 0, "\(name): \(outcome)")
        }
        let ticket = ["KRB5CCNAME": lab.kerberos.cache]
        for name in lab.foreign.keys {
            let outcome = try home.fedauth(
                ["basic", folder(of: lab.negotiateURL) + "to/302/\(name)?then=\(mark)", "--no-input", "--force"],
                adding: ticket)
            #expect(outcome.status == 0, "\(name): \(outcome)")
        }
        #expect(try running.arrivals(at: mark).isEmpty)
    }

    private func folder(of url: String) -> String { url.lastIndex(of: "/").map { String(url[...$0]) } ?? url }
}
