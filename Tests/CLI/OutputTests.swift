import Core
import Secrets
import Testing

@testable import CLI

struct OutputTests {
    private func text(_ secret: borrowing Secret) -> String { secret.withBytes { String(decoding: $0, as: UTF8.self) } }

    private func cookie(
        _ name: String, _ value: String, domain: String = "sp.example.org", isHostOnly: Bool = true,
        isHTTPOnly: Bool = true,
        expires: Int64? = nil
    ) throws -> Cookie {
        Cookie(
            name: name, value: SharedSecret(text: value), domain: domain, isHostOnly: isHostOnly, path: "/",
            isSecure: true,
            isHTTPOnly: isHTTPOnly, expires: expires.map(Timestamp.init(seconds:)), created: Timestamp(seconds: 1),
            setBy: try WebURL("https://sp.example.org/").origin)
    }

    @Test(arguments: [
        (CookieFileDialect.portable, "sp.example.org\tFALSE\t/\tTRUE\t99\ta\tv"),
        (.curl, "#HttpOnly_sp.example.org\tFALSE\t/\tTRUE\t0\ta\tv"),
        (.wget, "sp.example.org\tFALSE\t/\tTRUE\t0\ta\tv"),
        (.python, "#HttpOnly_sp.example.org\tFALSE\t/\tTRUE\t99\ta\tv"),
    ])
    func everyDialectHasItsWay(_ dialect: CookieFileDialect, _ line: String) throws {
        let file = dialect.file([try cookie("a", "v")], sessionEnd: Timestamp(seconds: 99)) { _ in }
        #expect(text(file) == "# Netscape HTTP Cookie File\n\(line)\n")
    }

    @Test func aDotGoesWithTRUE() throws {
        let cookies = [try cookie("d", "", domain: "example.org", isHostOnly: false, expires: 7)]
        let file = CookieFileDialect.portable.file(cookies, sessionEnd: Timestamp(seconds: 99)) { _ in }
        #expect(text(file).contains("\n.example.org\tTRUE\t/\tTRUE\t7\td\t\n"))
    }

    @Test func whatCannotStandInAFileIsLeftOutAndNamed() throws {
        var omitted: [String] = []
        let cookies = [try cookie("tab", "a\tb"), try cookie("line", "a\nb"), try cookie("good", "a b\"c;ü")]
        let file = CookieFileDialect.portable.file(cookies, sessionEnd: Timestamp(seconds: 99)) { omitted.append($0) }
        #expect(omitted == ["tab", "line"])
        #expect(text(file).hasSuffix("\tgood\ta b\"c;ü\n"))
    }

    @Test func jsonEscapesEverything() throws {
        let url = try WebURL("https://sp.example.org/")
        let session = Session(
            name: "s", method: "saml", url: url, user: nil, presenter: "form", obtained: Timestamp(seconds: 1),
            expires: Timestamp(seconds: 2), expiryBasis: .assumed, jar: CookieJar())
        let document = text(CookieJSON.document(session, [try cookie("a", "q\"\\\u{1}\u{1F}ü")]))
        #expect(document.contains("\"value\":\"q\\\"\\\\\\u0001\\u001fü\""))
        #expect(
            document.hasPrefix("{\"expires\":2,\"profile\":\"s\",\"url\":\"https://sp.example.org/\",\"cookies\":[{"))
        #expect(document.hasSuffix("}]}\n"))
    }

    @Test func theHeaderHoldsNobodyElsesCookies() throws {
        let url = try WebURL("https://sp.example.org/")
        let session = Session(
            name: "s", method: "saml", url: url, user: nil, presenter: "form", obtained: Timestamp(seconds: 1),
            expires: Timestamp(seconds: 99), expiryBasis: .assumed,
            jar: CookieJar([try cookie("idp", "secret", domain: "idp.example.org"), try cookie("own", "1")]))
        let now = Timestamp(seconds: 2)
        let all = try CookieSelection(session, url: nil, all: true, now: now)
        #expect(all.cookies.count == 2)
        #expect(try all.header().equals("own=1"))
        let elsewhere = try WebURL("https://evil.example/")
        #expect(throws: FedauthError.self) { try CookieSelection(session, url: elsewhere, all: false, now: now) }
        #expect(throws: FedauthError.self) {
            try CookieSelection(session, url: elsewhere, all: true, now: now).header()
        }
    }

    @Test func timesAreTold() {
        #expect(Timestamp(seconds: 1_795_254_289).iso8601 == "2026-11-21T09:44:49Z")
    }

    @Test func fileNamesAreSafe() {
        #expect(FileNames.plain("sp.localhost") == "sp.localhost")
        #expect(FileNames.plain("../a b/ü") == ".._2fa_20b_2f_c3_bc")
    }
}
