@testable import Core
import Secrets
import System
import Testing

@testable import Application

/// Tests the formats in which cookies are exported, and the names of their files.
struct CookieExportTests {
    private func text(_ secret: borrowing Secret) -> String { secret.withBytes { String(decoding: $0, as: UTF8.self) } }

    private func cookie(
        _ name: String, _ value: String, domain: String = "sp.example.org", isHostOnly: Bool = true,
        isHTTPOnly: Bool = true,
        expires: Int64? = nil
    ) throws -> Cookie {
        try cookie(
            name, Array(value.utf8), domain: domain, isHostOnly: isHostOnly, isHTTPOnly: isHTTPOnly, expires: expires)
    }

    private func cookie(
        _ name: String, _ value: [UInt8], domain: String = "sp.example.org", isHostOnly: Bool = true,
        isHTTPOnly: Bool = true, expires: Int64? = nil
    ) throws -> Cookie {
        Cookie(
            name: name, value: SharedSecret(Secret(value)), domain: domain, isHostOnly: isHostOnly, path: "/",
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

    /// Half of the readers would send such a cookie to every host below the suffix.
    @Test func noPublicSuffixStandsInAFile() throws {
        var omitted: [String] = []
        let cookies = ["com", "com.", ""].map { try? cookie($0, "v", domain: $0, isHostOnly: false) }.compactMap { $0 }
        for dialect in CookieFileDialect.allCases {
            let file = dialect.file(cookies, sessionEnd: Timestamp(seconds: 99)) { omitted.append($0) }
            #expect(text(file) == "# Netscape HTTP Cookie File\n")
        }
        #expect(omitted.count == 12)
    }

    @Test(arguments: [
        ("xn--bcher-kva.example", "xn--bcher-kva.example"), ("localhost", "localhost"), ("127.0.0.1", "127.0.0.1"),
        ("[::1]", "::1"), ("[2001:db8::1]", "2001:db8::1"),
    ])
    func hostsAreWrittenAsReadersCompareThem(_ domain: String, _ field: String) throws {
        let cookies = [try cookie("a", "v", domain: domain, isHTTPOnly: false, expires: .max)]
        let file = CookieFileDialect.portable.file(cookies, sessionEnd: Timestamp(seconds: 99)) { _ in }
        #expect(text(file).hasSuffix("\n\(field)\tFALSE\t/\tTRUE\t9223372036854775807\ta\tv\n"))
    }

    /// Python rejects a whole file for one value that is not UTF-8; in Python's own dialect, each byte is written as it is
    /// sent.
    @Test func bytesThatAreNoTextGoWhereTheyAreRead() throws {
        let cookies = [try cookie("good", "v"), try cookie("bytes", [0xFF, 0x41, 0x80])]
        var omitted: [String] = []
        func lines(_ dialect: CookieFileDialect) -> [UInt8] {
            dialect.file(cookies, sessionEnd: Timestamp(seconds: 99)) { omitted.append($0) }.withBytes(Array.init)
        }
        #expect(lines(.portable).suffix(7).elementsEqual("good\tv\n".utf8) && omitted == ["bytes"])
        for dialect in [CookieFileDialect.curl, .wget] {
            #expect(lines(dialect).suffix(5) == [0x09, 0xFF, 0x41, 0x80, 0x0A])
        }
        #expect(lines(.python).suffix(7).elementsEqual("\tÿA\u{80}\n".utf8) && omitted == ["bytes"])
    }

    @Test func curlsConfigurationIsQuotedAndKeepsToHTTPS() throws {
        let selection = try selection([try cookie("a", "q\"\\\"#é"), try cookie("@b", "")])
        #expect(selection.needsHTTPS)
        #expect(
            text(CurlConfiguration.text([try selection.field()], onlyHTTPS: true)) == """
                header = "Cookie: a=q\\\"\\\\\\\"#é; @b="
                proto = "=https"
                proto-redir = "=https"

                """)
        var open = try cookie("a", "v")
        open.isSecure = false
        let other = try self.selection([open])
        #expect(!other.needsHTTPS)
        #expect(text(CurlConfiguration.text([try other.field()], onlyHTTPS: false)) == "header = \"Cookie: a=v\"\n")
    }

    /// A store may contain characters that no server can set in a cookie.
    @Test(arguments: ["a\nb", "a\rb", "a\0b", "a\u{7F}b", "\n"])
    func aLineBreakIsInNoField(_ value: String) throws {
        let selection = try selection([try cookie("a", value)])
        let error = #expect(throws: FedauthError.self) { try selection.field() }
        #expect(error?.code == .badAnswer)
    }

    @Test func httpiesSessionHoldsWhatItReads() throws {
        let document = HTTPieSession.document([
            try cookie("a", [0xFF, 0x22]), try cookie("b", "", domain: "example.org", isHostOnly: false, expires: 7),
        ])
        #expect(
            text(document).hasSuffix(
                #","headers":[],"cookies":[{"domain":"sp.example.org","expires":null,"name":"a","path":"/","secure":"#
                    + #"true,"value":"ÿ\""},{"domain":".example.org","expires":7,"name":"b","path":"/","secure":true,"#
                    + #""value":""}]}"# + "\n"))
    }

    @Test func storageStateIsPlaywrights() throws {
        var strict = try cookie("b", "é", domain: "example.org", isHostOnly: false, isHTTPOnly: false, expires: 7)
        strict.sameSite = .strict
        var omitted: [String] = []
        let document = StorageState.document([try cookie("a", "v"), try cookie("no", [0xFF]), strict]) {
            omitted.append($0)
        }
        #expect(
            text(document)
                == #"{"origins":[],"cookies":[{"domain":"sp.example.org","expires":-1,"httpOnly":true,"name":"a","path":"/","#
                + #""sameSite":"Lax","secure":true,"value":"v"},{"domain":".example.org","expires":7,"httpOnly":false,"#
                + #""name":"b","path":"/","sameSite":"Strict","secure":true,"value":"é"}]}"# + "\n")
        #expect(omitted == ["no"])
    }

    private func selection(_ cookies: [Cookie]) throws -> CookieSelection {
        let session = Session(
            name: "s", method: "saml", url: try WebURL("https://sp.example.org/"), user: nil, presenter: "form",
            obtained: Timestamp(seconds: 1), expires: Timestamp(seconds: 99), expiryBasis: .assumed,
            jar: CookieJar(cookies))
        return try CookieSelection(session, url: nil, all: false, now: Timestamp(seconds: 2))
    }

    @Test func jsonEscapesEverything() throws {
        let url = try WebURL("https://sp.example.org/")
        let session = Session(
            name: "s", method: "saml", url: url, user: nil, presenter: "form", obtained: Timestamp(seconds: 1),
            expires: Timestamp(seconds: 2), expiryBasis: .assumed, jar: CookieJar())
        let document = text(CookieExport.json(session, [try cookie("a", "q\"\\\u{1}\u{1F}ü")]))
        #expect(text(CookieExport.json(session, [try cookie("a", [0xFF])])).contains(",\"valueBase64\":\"/w==\"}"))
        #expect(document.contains("\"value\":\"q\\\"\\\\\\u0001\\u001fü\""))
        #expect(
            document.hasPrefix("{\"expires\":2,\"profile\":\"s\",\"url\":\"https://sp.example.org/\",\"cookies\":[{"))
        #expect(document.hasSuffix("}]}\n"))
    }

    @Test func theHeaderHoldsNoForeignCookies() throws {
        let url = try WebURL("https://sp.example.org/")
        let session = Session(
            name: "s", method: "saml", url: url, user: nil, presenter: "form", obtained: Timestamp(seconds: 1),
            expires: Timestamp(seconds: 99), expiryBasis: .assumed,
            jar: CookieJar([try cookie("idp", "secret", domain: "idp.example.org"), try cookie("own", "1")]))
        let now = Timestamp(seconds: 2)
        let all = try CookieSelection(session, url: nil, all: true, now: now)
        #expect(all.cookies.count == 2)
        #expect(try all.field().value.equals("own=1"))
        let elsewhere = try WebURL("https://evil.example/")
        #expect(throws: FedauthError.self) { try CookieSelection(session, url: elsewhere, all: false, now: now) }
        #expect(throws: FedauthError.self) {
            try CookieSelection(session, url: elsewhere, all: true, now: now).field()
        }
    }

    @Test func fileNamesAreSafe() throws {
        #expect(try FileNames.plain("sp.localhost") == "sp.localhost")
        #expect(try FileNames.plain("../a b/ü") == ".._2fa_20b_2f_c3_bc")
    }

    /// Long names with a common prefix get different file names, short enough for the rest of the name to fit in 255 bytes.
    @Test func longFileNamesAreUnique() throws {
        let begin = String(repeating: "日", count: 40)
        let names = try ["", "x", "y"].map { try FileNames.plain(begin + $0) }
        #expect(Set(names).count == 3 && names.allSatisfy { $0.utf8.count <= 151 && !$0.contains("/") }, "\(names)")
        // A session with the name of such a file gets another file.
        #expect(try FileNames.plain(names[0]) != names[0])
        #expect(try FileNames.plain(String(repeating: "a", count: 150)) == String(repeating: "a", count: 150))
    }
}
