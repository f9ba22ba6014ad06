import Glibc
import Testing

@testable import CommandSupport

/// Tests `fedauth basic` against servers with their own implementation of each scheme.
struct BasicTests {
    let home: Home
    let server: BasicServer
    private static let password = "Circle of Life"

    init() throws {
        home = try CommandHome()
        server = try BasicServer.start()
    }

    /// Signs in as ada, without questions.
    private func signIn(_ path: String, _ more: String..., password: String = password) throws -> Outcome {
        try home.fedauth(
            ["basic", server.main + path, "--user", "ada", "--password-stdin", "--no-input"] + more, input: password)
    }

    /// Signs in with the credentials in the store.
    private func signInAgain(_ path: String, _ more: String...) throws -> Outcome {
        try home.fedauth(["basic", server.main + path, "--no-input", "--force"] + more)
    }

    @Test(arguments: [
        ("/basic", "Basic"), ("/unquoted", "Basic"), ("/no-realm", "Basic"), ("/hostile-realm", "Basic"),
        ("/utf8", "Basic"), ("/md5", "Digest"), ("/sha256", "Digest"), ("/sess", "Digest"), ("/md5-sess", "Digest"),
        ("/old", "Digest"), ("/userhash", "Digest"), ("/quoted", "Digest"), ("/basic-or-ntlm", "Basic"),
        ("/negotiate-or-basic", "Basic"), ("/hop", "Basic"),
    ]) func everySchemeIsAnsweredOnce(_ path: String, _ scheme: String) throws {
        let outcome = try signIn(path)
        #expect(outcome.status == 0, "\(outcome)")
        #expect(outcome.text.isEmpty)
        #expect(try server.takeAnswers() == [scheme])
        // The password is stored, and used without a question.
        #expect(try signInAgain(path).status == 0)
        #expect(try server.takeAnswers() == [scheme])
        // A valid session is not renewed, so nothing is sent.
        #expect(try home.fedauth("basic", server.main + path, "--no-input").status == 0)
        #expect(try server.takeRecords().isEmpty)
    }

    @Test func aRequestWithoutATicketUsesTheStoredPassword() throws {
        #expect(try signIn("/negotiate-or-basic").status == 0)
        _ = try server.takeRecords()
        let outcome = try home.request(server.main + "/negotiate-or-basic")
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
        #expect(try server.takeAnswers() == ["Basic"])
    }

    @Test(arguments: ["/both", "/both-in-one"]) func theStrongestIsAnswered(_ path: String) throws {
        #expect(try signIn(path).status == 0)
        let answer = try server.takeRecords().compactMap { $0.field("Authorization") }
        #expect(answer.count == 1 && answer[0].contains("algorithm=SHA-256"))
        #expect(try signIn(path, "--scheme", "basic", "--force").status == 0)
        #expect(try server.takeAnswers() == ["Basic"])
        let refused = try signIn(path, "--scheme", "negotiate", "--force")
        #expect(refused.status == 11 && refused.errors.contains("does not offer 'Negotiate'"))
        #expect(try server.takeAnswers() == [])
    }

    @Test func aStaleNonceIsNoRefusal() throws {
        #expect(try signIn("/stale").status == 0)
        #expect(try server.takeAnswers() == ["Digest", "Digest"])
    }

    @Test(arguments: [
        ("/ntlm", 11, "'NTLM', 'Hawk'"), ("/bearer", 11, "'Bearer'"), ("/nothing", 15, "names no scheme"),
        ("/sha512", 11, "'Digest' by 'SHA-512-256'"), ("/open", 15, "asks for no user name"), ("/missing", 15, "404"),
        ("/saml", 3, "by SAML"), ("/wsfed", 3, "WS-Federation"), ("/proxy", 3, "status 407"),
        ("/negotiate", 4, "no Kerberos ticket"),
    ]) func whatCannotBeAnsweredIsNamed(_ path: String, _ status: Int32, _ words: String) throws {
        let outcome = try signIn(path)
        #expect(outcome.status == status && outcome.errors.contains(words), "\(outcome)")
        #expect(try server.takeAnswers() == [])
        #expect(try home.fedauth("store", "list").text.isEmpty)
    }

    @Test(arguments: [("/forbidden", 3), ("/broken", 15), ("/turns", 3)])
    func whatSaysNothingOfThePasswordLeavesTheStore(_ path: String, _ status: Int32) throws {
        #expect(try signIn(path).status == status)
        #expect(try server.takeAnswers() == ["Basic"])
        // A 403, or another challenge, may be a refusal, which is remembered.
        let kept = try home.fedauth("store", "list").text.split(separator: "\n")
        #expect(kept.allSatisfy { path != "/broken" && $0.hasPrefix("refused/") }, "\(kept)")
        #expect(try signIn("/basic").status == 0)
        _ = try server.takeRecords()
        #expect(try signInAgain(path).status == status)
        #expect(try home.fedauth("store", "list").text.contains("http/\(server.main)?Staff#ada"))
    }

    @Test func aRefusedPasswordIsSentOnceAndForgotten() throws {
        let wrong = try signIn("/basic", password: "wrong")
        #expect(wrong.status == 3 && wrong.errors.contains("'Staff' at \(server.main) refused"), "\(wrong)")
        #expect(!wrong.errors.contains("wrong'"))
        #expect(try server.takeAnswers() == ["Basic"])
        #expect(try home.fedauth("store", "list").text.hasPrefix("refused/\(server.main)?Staff#ada"))
        // No job sends it again; another password is sent, and forgets the refusal.
        let again = try signIn("/basic", password: "wrong")
        #expect(again.status == 3 && again.errors.contains("so it is not sent again"), "\(again)")
        #expect(try server.takeAnswers().isEmpty)
        #expect(try signIn("/basic").status == 0)
        #expect(try !home.fedauth("store", "list").text.contains("refused/"))
        try server.setPassword(of: "ada", to: "other")
        _ = try server.takeRecords()
        let stale = try signInAgain("/basic")
        #expect(stale.status == 3 && stale.errors.contains("was refused (status 401) and is forgotten"), "\(stale)")
        #expect(try server.takeAnswers() == ["Basic"])
        let empty = try signInAgain("/basic")
        #expect(empty.status == 4 && empty.errors.contains("'Staff' at \(server.main) asks for"), "\(empty)")
        #expect(try server.takeAnswers() == [])
    }

    @Test func realmsAndPortsAreApart() throws {
        #expect(try signIn("/basic").status == 0)
        _ = try server.takeRecords()
        #expect(try signInAgain("/other-realm").status == 4)
        #expect(try signInAgain("/basic", "--realm", "Guests").status == 3)
        let elsewhere = try home.fedauth("basic", server.trap + "/basic", "--no-input", "--force")
        #expect(elsewhere.status == 4)
        let name = try home.fedauth("basic", "http://localhost:\(server.port)/basic", "--no-input", "--force")
        #expect(name.status == 4)
        #expect(try server.takeAnswers() == [])
    }

    @Test(arguments: [
        "http://127.0.0.1:TRAP/", "http://localhost:PORT/basic", "http://127.0.0.1.:PORT/", "https://127.0.0.1:PORT/",
        "http://ada:x@127.0.0.1:PORT/", "http://127.0.0.1:PORT@127.0.0.1:TRAP/", "//127.0.0.1:TRAP/", "http://127.1/",
        "http://\u{0131}27.0.0.1:PORT/", "http://xn--27-8za.example/", "http:\\\\127.0.0.1:TRAP/",
    ]) func aRedirectElsewhereGetsNothing(_ target: String) throws {
        let trapPort = server.trap.split(separator: ":").last.map(String.init) ?? ""
        let address = target.split(separator: "PORT", omittingEmptySubsequences: false).joined(
            separator: "\(server.port)"
        )
        .split(separator: "TRAP", omittingEmptySubsequences: false).joined(separator: trapPort)
        #expect(try signIn("/basic").status == 0)
        #expect(try signIn("/md5", "--force").status == 0)
        _ = try server.takeRecords()
        for words in [["--user", "ada", "--password-stdin"], []] {
            let encoded = address.utf8.map { "%" + String(Int($0) + 0x100, radix: 16).dropFirst() }.joined()
            let outcome = try home.fedauth(
                ["basic", server.main + "/away?to=" + encoded, "--no-input", "--force"] + words, input: Self.password)
            #expect(outcome.status == 3 || outcome.status == 15, "\(outcome)")
        }
        let records = try server.takeRecords()
        #expect(records.count == 2 && records.allSatisfy { $0.field("Authorization") == nil && $0.port == server.port })
    }

    @Test func aRedirectBehindTheAnswerIsNotFollowed() throws {
        #expect(try signIn("/onwards").status == 0)
        #expect(try server.takeRecords().allSatisfy { $0.port == server.port })
    }

    @Test func lettersAreSentAsTheServerReadsThem() throws {
        func signIn(_ path: String, _ user: String, _ password: String, _ more: String...) throws -> Outcome {
            try home.fedauth(
                ["basic", server.main + path, "--user", user, "--password-stdin", "--no-input", "--force"] + more,
                input: password)
        }
        #expect(try signIn("/utf8", "Jäsøn", "Grüße, ✓").status == 0)
        #expect(try signIn("/userhash", "Jäsøn", "Grüße, ✓").status == 0)
        #expect(try signIn("/latin1", "Jürgen", "Grüße", "--charset", "iso-8859-1").status == 0)
        #expect(try home.fedauth("export-headers", "127.0.0.1").text == "Authorization: Basic SvxyZ2VuOkdy/N9l\n")
        _ = try server.takeRecords()
        let letter = try signIn("/latin1", "Jürgen", "✓", "--charset", "iso-8859-1")
        #expect(letter.status == 2 && letter.errors.contains("does not have"), "\(letter)")
        let colon = try signIn("/basic", "a:b", "colon")
        #expect(colon.status == 2 && colon.errors.contains("holds a colon"), "\(colon)")
        let control = try signIn("/basic", "ada", "two\nlines")
        #expect(control.status == 2 && control.errors.contains("from 'stdin' has 2 lines"), "\(control)")
        #expect(try server.takeAnswers() == [])
        // A colon in the user name is no problem for Digest.
        #expect(try signIn("/sha256", "a:b", "colon").status == 0)
    }

    @Test func theSessionIsHandedOut() throws {
        #expect(try signIn("/cookie").status == 0)
        let headers = try home.fedauth("export-headers", "127.0.0.1")
        #expect(headers.text == "Cookie: seen=1\nAuthorization: Basic YWRhOkNpcmNsZSBvZiBMaWZl\n", "\(headers)")
        // Cookies do not depend on the port; the password does.
        #expect(try home.fedauth("export-headers", "127.0.0.1", "--url", server.trap + "/").text == "Cookie: seen=1\n")
        let status = try home.fedauth("status", "127.0.0.1", "--check", "--json")
        #expect(status.status == 0 && status.text.contains("\"scheme\":\"basic\""), "\(status)")
        #expect(
            status.text.contains("\"realm\":\"Staff\"") && status.text.contains("\"checked\":true"), "\(status)")
        try server.setPassword(of: "ada", to: "other")
        let over = try home.fedauth("status", "127.0.0.1", "--check")
        #expect(over.errors.contains("forgotten") || over.status == 0, "\(over)")

        try server.setPassword(of: "ada", to: "Circle%20of%20Life")
        #expect(try signIn("/sha256", "--force").status == 0)
        let digest = try home.fedauth("export-headers", "127.0.0.1")
        #expect(digest.status == 2 && digest.errors.contains("cannot be exported"), "\(digest)")
        #expect(try home.fedauth("status", "127.0.0.1", "--check").status == 0)
        let out = try home.fedauth("logout", "127.0.0.1")
        #expect(out.status == 0 && out.errors.contains("the password stays in the store"), "\(out)")
        #expect(try home.fedauth("export-headers", "127.0.0.1").status == 10)
    }

    @Test func aProfileNamesTheMethod() throws {
        let add = try home.fedauth(
            "profile", "add", "files", "--method", "basic", "--resource", server.main + "/sha256", "--user", "ada")
        #expect(add.status == 0, "\(add)")
        let login = try home.fedauth("login", "files", "--password-stdin", "--json", input: Self.password)
        #expect(login.status == 0 && login.text.contains("\"method\":\"basic\""), "\(login)")
        #expect(try home.fedauth("login", "files", "--force", "--no-input").status == 0)
        #expect(try home.fedauth("profile", "list").status == 0)
    }

    @Test func namedStoresAreApart() throws {
        #expect(try signIn("/basic", "--store-name", "work").status == 0)
        #expect(try home.fedauth("store", "list").text.contains("http@work/\(server.main)?Staff#ada"))
        #expect(try signInAgain("/basic").status == 4)
        #expect(try signInAgain("/basic", "--store-name", "play").status == 4)
        #expect(try signInAgain("/basic", "--store-name", "work").status == 0)
        #expect(try home.fedauth("export-headers", "work@127.0.0.1").text.hasPrefix("Authorization: Basic "))
        #expect(try signInAgain("/basic", "--store-name", "a/b").status == 2)
    }

    @Test func noStoreKeepsNothing() throws {
        let outcome = try signIn("/basic", "--no-store")
        #expect(outcome.status == 0 && outcome.errors.contains("nothing was stored"), "\(outcome)")
        #expect(try home.fedauth("store", "list").text.isEmpty)
        #expect(try signIn("/basic", "--no-store", password: "wrong").status == 3)
    }

    @Test func aServerThatCannotBeTrustedGetsNothing() throws {
        let hostile = try Hostile.get()
        let url = try hostile.url("selfsigned")
        let outcome = try home.fedauth(
            "basic", url, "--user", "ada", "--password-stdin", "--no-input", input: Self.password)
        #expect(outcome.status == 7 && outcome.errors.contains("certificate"), "\(outcome)")
        let plain = try home.fedauth(
            "basic", "http://files.example.test/", "--user", "ada", "--password-stdin", "--no-input",
            input: Self.password)
        #expect(plain.status == 7 && plain.errors.contains("not encrypted"), "\(plain)")
    }

    /// A command that needs cookies names the alternative for such a session.
    @Test(arguments: [("/basic", "export-headers"), ("/sha256", "curl by '--digest'")])
    func withoutCookiesTheWayIsNamed(_ path: String, _ words: String) throws {
        let signedIn = try home.fedauth(
            "basic", server.main + path, "--user", "ada", "--password-stdin", "--no-input", input: Self.password)
        #expect(signedIn.status == 0, "\(signedIn)")
        for command in [["exec", "127.0.0.1", "--", "true"], ["export-cookies", "127.0.0.1", "--format", "netscape"]] {
            let outcome = try home.fedauth(command)
            #expect(outcome.status == 10 && outcome.errors.contains(words), "\(outcome)")
        }
        let token = try home.fedauth("token", "127.0.0.1")
        #expect(token.status == 10 && token.errors.contains("'fedauth export-headers'"), "\(token)")
    }
}
