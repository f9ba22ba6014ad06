import Secrets
import Support
import Testing

@testable import Core

struct SessionProbeTests {
    let web = ScriptedWeb()
    let reader = ScriptedReader()
    let clock = TestClock()

    private func probe(_ url: String, _ policy: NavigationPolicy = NavigationPolicy()) throws -> Bool {
        var jar = try jar()
        return try SessionProbe(
            UserAgent(web, reader: reader, clock: clock, policy: policy), url: try WebURL(url)
        ).isAlive(&jar, deadline: Deadline(seconds: 5, from: clock))
    }

    private func jar() throws -> CookieJar {
        CookieJar([
            Cookie(
                name: "s", value: SharedSecret(text: "1"), domain: "sp", isHostOnly: true,
                created: Timestamp(seconds: 1),
                setBy: try WebURL("https://sp/").origin)
        ])
    }

    @Test func onlySuccessWithoutAChallengeIsYes() throws {
        try web.on("GET", "https://sp/ok")
        try web.on("GET", "https://sp/sap", headers: [("com.sap.cloud.security.login", "login-request")])
        try web.on("GET", "https://sp/away", status: 302, headers: [("location", "https://idp/")])
        try web.on("GET", "https://sp/no", status: 403)
        #expect(try probe("https://sp/ok"))
        try web.on("GET", "https://sp/timeout", status: 440)
        for no in ["sap", "away", "no", "timeout"] { #expect(try !probe("https://sp/" + no), "\(no)") }
    }

    @Test func aMissingAddressAndAFailureAreNoAnswer() throws {
        try web.on("GET", "https://sp/missing", status: 404)
        for status in [400, 405, 406, 418, 429, 503] {
            try web.on("GET", "https://sp/\(status)", status: status)
            #expect(failure { _ = try probe("https://sp/\(status)") }?.code == .badAnswer, "\(status)")
        }
        #expect(failure { _ = try probe("https://sp/missing") }?.code == .badAnswer)
    }

    /// A maintenance page may have a login for its operators.
    @Test func aFailureWithALoginIsNoAnswer() throws {
        reader.pages["form"] = Page(forms: [LoginForm(fields: [FormField(kind: .password, name: "p")])])
        try web.on("GET", "https://sp/busy", status: 503, page: "form")
        try web.on("GET", "https://sp/over", page: "form")
        #expect(failure { _ = try probe("https://sp/busy") }?.code == .badAnswer)
        #expect(try !probe("https://sp/over"))
    }

    @Test func anAddressWithoutCookiesTellsNothing() throws {
        #expect(failure { _ = try probe("https://other/ok") }?.code == .usage)
        var expired = CookieJar([
            Cookie(
                name: "s", value: SharedSecret(text: "1"), domain: "sp", isHostOnly: true,
                expires: Timestamp(seconds: 50), created: Timestamp(seconds: 1), setBy: try WebURL("https://sp/").origin
            )
        ])
        let asking = SessionProbe(UserAgent(web, reader: reader, clock: clock), url: try WebURL("https://sp/ok"))
        #expect(try !asking.isAlive(&expired, deadline: Deadline(seconds: 5, from: clock)))
        #expect(web.asked.isEmpty)
    }

    @Test func cookiesDoNotLeaveInTheClearNorForOtherHosts() throws {
        #expect(failure { _ = try probe("http://sp/ok") }?.code == .insecureAddress)
        #expect(
            failure { _ = try probe("https://sp/ok", NavigationPolicy(allowedHosts: ["idp"])) }?.code == .refusedHost)
        #expect(web.asked.isEmpty)
    }

    @Test func renewedCookiesAreTaken() throws {
        try web.on("GET", "https://sp/ok", cookies: ["s=2"])
        var jar = try jar()
        _ = try SessionProbe(
            UserAgent(web, reader: reader, clock: clock), url: try WebURL("https://sp/ok")
        ).isAlive(&jar, deadline: Deadline(seconds: 5, from: clock))
        #expect(jar.cookies.first?.value.equals("2") == true)
    }
}
