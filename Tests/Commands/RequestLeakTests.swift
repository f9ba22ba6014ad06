import FoundationEssentials
import Glibc
import Testing

@testable import CommandSupport

/// Tests that no credential reaches another origin, even one with a similar name; the lab records its requests.
struct RequestLeakTests {
    let lab: Lab
    let home: Home

    init() throws {
        lab = try Lab.get()
        home = try CommandHome()
        home.environment["FEDAUTH_CACERT"] = lab.caFile
    }

    private static func base64(_ text: String) -> String { Data(text.utf8).base64EncodedString() }

    /// Redirects from `page` to every foreign origin, with and without -L. None of `secrets` may arrive.
    ///
    /// - Parameter hasSession: whether fedauth looks without -L whether the redirect leads to a login.
    private func expectNoLeak(
        from page: String, _ words: [String], secrets: [String], adding: [String: String] = [:],
        hasSession: Bool = false, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        for name in lab.challenges.foreign.keys.sorted() {
            let mark = "/arrived/\(UInt64.random(in: 0 ... .max))"
            let words = ["request", "\(page)/to/302/\(name)?then=\(mark)", "--no-input", "--allow-http"] + words
            let still = try home.fedauth(words, adding: adding)
            #expect(still.status == 0, "\(name): \(still)", sourceLocation: sourceLocation)
            let looks = try lab.arrivals(at: mark)
            #expect(looks.count <= (hasSession ? 1 : 0), "\(name)", sourceLocation: sourceLocation)
            let followed = try home.fedauth(words + ["-L"], adding: adding)
            let lines = try lab.arrivals(at: mark)
            // An address with a user name, or with a dot at the end of its host, is not followed.
            if name == "userinfo" || name == "dot" {
                #expect(followed.status == 15 && lines.isEmpty, "\(followed)", sourceLocation: sourceLocation)
            } else {
                #expect(
                    followed.status == 0 && lines.count == looks.count + 1, "\(name): \(followed)",
                    sourceLocation: sourceLocation)
            }
            for line in lines {
                for secret in secrets + ["uthorization", "ookie"] {
                    #expect(!line.contains(secret), "\(name): \(line)", sourceLocation: sourceLocation)
                }
            }
            // A request that changes data does not follow a redirect to another origin, for any status.
            let moved = "\(page)/to/307/\(name)?then=\(mark)x"
            let posted = try home.fedauth(
                ["request", moved, "-L", "-d", "s3nt-content"] + words.dropFirst(2), adding: adding)
            #expect(posted.status != 0, "\(name): \(posted)", sourceLocation: sourceLocation)
            #expect(try lab.arrivals(at: mark + "x").isEmpty, "\(name)", sourceLocation: sourceLocation)
        }
    }

    private func ada() throws -> (words: [String], secrets: [String]) {
        let password = try lab.password(of: "ada")
        return (
            ["--user", "ada", "--password-file", try #require(lab.users["ada"]?.passwordFile)],
            [password, Self.base64("ada:" + password), "\"ada", "username="]
        )
    }

    @Test func basic() throws {
        let ada = try ada()
        let apache = try #require(lab.challenges.urls["https"])
        try expectNoLeak(from: apache + "/basic/plain", ada.words, secrets: ada.secrets)
    }

    @Test func digest() throws {
        let ada = try ada()
        let page = lab.challenges.digestURL.split(separator: "/").dropLast().joined(separator: "/")
        try expectNoLeak(
            from: page.replacing("https:/", with: "https://"), ada.words, secrets: ada.secrets + ["response="])
    }

    @Test func negotiate() throws {
        let kerberos = lab.challenges.kerberos
        let page = lab.challenges.negotiateURL.split(separator: "/").dropLast().joined(separator: "/")
        try expectNoLeak(
            from: page.replacing("https:/", with: "https://"), [], secrets: ["Negotiate", kerberos.principal],
            adding: ["KRB5_CONFIG": kerberos.krb5Config, "KRB5CCNAME": kerberos.cache])
    }

    @Test func sessionAndProfile() throws {
        let origin = try #require(lab.challenges.urls["app"])
        try home.configure(
            "[profile.app]\nsap = \"\(origin)/\"\nsmp-application = \"app1ication\"\nsmp-device = \"dev1ce\"\n")
        var session = CraftedSession(
            name: "app", url: origin + "/",
            cookies: [.init(name: "sid", value: "c00kie-value", domain: "app.localhost")])
        session.bearer = "t0ken-value"
        try home.keep(session)
        let there = try Lab.Echo(try home.request(origin + "/echo"))
        #expect(there.field("cookie") == "sid=c00kie-value" && there.field("authorization") == "Bearer t0ken-value")
        #expect(there.field("x-smp-appid") == "app1ication" && there.field("x-smp-deviceid") == "dev1ce")
        let exported = try home.fedauth("export-headers", "app").text
        #expect(exported.hasSuffix("X-SMP-APPID: app1ication\nX-SMP-DEVICEID: dev1ce\n"), "\(exported)")
        try expectNoLeak(
            from: origin + "/echo", [], secrets: ["c00kie-value", "t0ken-value", "app1ication", "dev1ce", "X-SMP"],
            hasSession: true)
    }

    @Test func fieldsOfTheUsersOwn() throws {
        let origin = try #require(lab.challenges.urls["app"])
        let file = try home.file("fields", "Authorization: Bearer my-t0ken\nCookie: a=my-c00kie\n")
        try expectNoLeak(
            from: origin + "/echo", ["-H", "@" + file, "-H", "X-Key: my-k3y"],
            secrets: ["my-t0ken", "my-c00kie", "my-k3y", "X-Key"])
    }

    /// A provider gives every caller the same answer. fedauth calls it only for the named origins, so no other server gets the
    /// answer.
    @Test func provider() throws {
        let password = try lab.password(of: "ada")
        let key = Self.base64("ada:" + password)
        let answer = #"{"type":"headers","headers":[{"Authorization":"Basic \#(key)"},{"X-Role":"my-r0le"}]}"#
        let program = try home.file("provider", "#!/bin/sh\necho asked >> $HOME/asked\necho '\(answer)'\n")
        chmod(program, 0o700)
        let apache = try #require(lab.challenges.urls["https"])
        let words = ["--provider", program]
        try expectNoLeak(from: apache + "/basic/plain", words, secrets: [password, key, "my-r0le", "X-Role"])
        for name in lab.challenges.foreign.keys.sorted() where name != "userinfo" && name != "dot" {
            let outcome = try home.fedauth(
                [
                    "request", "\(apache)/basic/plain/to/302/\(name)?then=/ask/lab", "-L", "--allow-http",
                    "--no-input",
                ] + words)
            #expect(outcome.status == 4, "\(name): \(outcome)")
        }
        for line in try lab.arrivals(at: "/ask/lab") {
            for secret in [key, "my-r0le", "uthorization"] { #expect(!line.contains(secret), "\(line)") }
        }
        #expect(try Files.text(home.path + "/asked") == "asked\n")
    }

    /// A foreign page asks for Basic with the same realm.
    @Test func theSameRealmElsewhereIsAnotherSpace() throws {
        let ada = try ada()
        let space = try #require(lab.challenges.basic["plain"])
        #expect(try home.fedauth(["request", space.url, "--no-input"] + ada.words).status == 0)
        let apache = try #require(lab.challenges.urls["https"])
        for name in lab.challenges.foreign.keys.sorted() where name != "userinfo" && name != "dot" {
            let outcome = try home.request(
                "\(apache)/basic/plain/to/302/\(name)?then=/ask/lab", "-L", "--allow-http")
            #expect(outcome.status == 4, "\(name): \(outcome)")
        }
        for line in try lab.arrivals(at: "/ask/lab") {
            for secret in ada.secrets + ["uthorization"] { #expect(!line.contains(secret), "\(line)") }
        }
    }
}
