import Core
import Secrets
import System
import Testing

@testable import Browser

/// Tests what fedauth reads from Firefox's protocol, without a Firefox.
struct FirefoxTests {
    private func jar(_ cookies: String, of origins: [String] = []) throws -> CookieJar {
        let value = try JSONReader.parse(SharedSecret(text: #"{"cookies":["# + cookies + "]}"))
        let origins = Set(try origins.map { try WebURL($0).origin })
        return FirefoxCookies.jar(value, of: origins, now: Timestamp(seconds: 1000))
    }

    @Test func everyAttributeIsKept() throws {
        let cookies = try jar(
            #"{"name":"a","value":{"type":"string","value":"v"},"domain":"sp.example","path":"/x","expiry":2000,"#
                + #""httpOnly":true,"secure":true,"sameSite":"none"},"#
                + #"{"name":"b","value":{"type":"base64","value":"/w=="},"domain":".sp.example","path":"/","sameSite":"default"}"#,
            of: ["http://www.sp.example:8080/"]
        ).cookies
        try #require(cookies.count == 2)
        #expect(cookies[0].isHostOnly && cookies[0].domain == "sp.example" && cookies[0].path == "/x")
        #expect(cookies[0].isHTTPOnly && cookies[0].isSecure && cookies[0].sameSite == Cookie.SameSite.none)
        #expect(cookies[0].expires == Timestamp(seconds: 2000) && cookies[0].setBy.description == "https://sp.example")
        #expect(!cookies[1].isHostOnly && cookies[1].expires == nil && cookies[1].sameSite == nil)
        #expect(cookies[1].value.withBytes { Array($0) } == [0xFF])
        #expect(cookies[1].setBy.description == "http://www.sp.example:8080")
    }

    @Test(arguments: [
        #"{"name":"","value":{"type":"string","value":""},"domain":"sp"}"#,
        #"{"name":"a","value":{"type":"string","value":"v"},"domain":""}"#, #"{"name":"a","value":"v","domain":"sp"}"#,
        #"{"name":"a","value":{"type":"string","value":"x\ny"},"domain":"sp"}"#, "{}",
        #"{"name":"a","value":{"type":"string","value":"v"},"domain":"user@sp"}"#,
        #"{"name":"a","value":{"type":"string","value":"v"},"domain":"sp:8080"}"#,
    ])
    func whatNoServerCanHaveSetIsLeftOut(_ text: String) throws { #expect(try jar(text).isEmpty) }

    @Test func whatIsHandedOverSaysTheSame() throws {
        let text =
            #"{"name":"a","value":{"type":"string","value":"v"},"domain":".sp.example","path":"/x","expiry":2000,"#
            + #""httpOnly":true,"secure":true,"sameSite":"lax"}"#
        let parameter = FirefoxCookies.parameter(try #require(try jar(text).cookies.first))
        #expect(parameter["domain"]?.text == ".sp.example" && parameter["path"]?.text == "/x")
        #expect(parameter["expiry"]?.integer == 2000 && parameter["sameSite"]?.text == "lax")
        #expect(parameter["httpOnly"]?.bool == true && parameter["secure"]?.bool == true)
        #expect(parameter["value"]?["value"]?.secret?.equals("v") == true)
    }

    @Test(arguments: [
        ("NS_ERROR_UNKNOWN_HOST", ErrorCode.network), ("SEC_ERROR_UNKNOWN_ISSUER", .tls),
        ("NS_ERROR_GENERATE_FAILURE(NS_ERROR_MODULE_SECURITY, 8179)", .tls), ("nssFailure2", .tls),
        ("deniedPortAccess", .network), ("NS_ERROR_REDIRECT_LOOP", .loop),
    ])
    func theReasonOfAFailure(_ words: String, _ code: ErrorCode) {
        let error = FirefoxFailure.error(words, at: "https://sp.example/x?secret=1")
        #expect(error.code == code && error.message.contains("'https://sp.example/x'"))
        #expect(error.message.contains(words) && !error.message.contains("secret"))
    }

    @Test func aFileOfAuthoritiesMayLackOne() {
        var launch = BrowserLaunch(program: "firefox")
        let errors = [
            FirefoxFailure.error("SEC_ERROR_UNKNOWN_ISSUER", at: "https://sp.example/"),
            PageFailure.error("net::ERR_CERT_AUTHORITY_INVALID", at: "https://sp.example/"),
        ]
        #expect(errors.allSatisfy { launch.naming(trustIn: $0).hint == $0.hint })
        launch.trustedCertificates = "PEM"
        let hints = errors.map { launch.naming(trustIn: $0).hint ?? "" }
        #expect(hints.allSatisfy { $0.hasPrefix("the file of '--cacert' does not contain its authority") }, "\(hints)")
        let other = PageFailure.error("net::ERR_CERT_DATE_INVALID", at: "https://sp.example/")
        #expect(launch.naming(trustIn: other).hint == other.hint)
    }

    @Test func anErrorPageNamesItsReason() {
        let address = "about:neterror?e=deniedPortAccess&u=http%3A//sp%3A1/&c=UTF-8"
        #expect(FirefoxFailure.isErrorPage(address) && !FirefoxFailure.isErrorPage("about:blank"))
        #expect(FirefoxFailure.reason(ofErrorPage: address) == "deniedPortAccess")
    }

    @Test func theSupervisorGetsTheWayOut() throws {
        let exit = OwnNetwork.Exit(
            addresses: ["a.test:443:192.0.2.7"], proxy: .init(host: "proxy.test", port: 3128), direct: ["b.test"])
        for exit in [exit, OwnNetwork.Exit(), nil] as [OwnNetwork.Exit?] {
            let sent = SupervisorInstructions(
                words: ["firefox"], environment: [], directory: "/d", temporary: "/t", profile: "/d/profile",
                record: "/r",
                exit: exit)
            var text = sent.text
            text.truncate(to: text.count - 1)
            #expect(SupervisorInstructions(SharedSecret(text)) == sent)
            #expect(sent.cleanup.directory == "/d" && sent.cleanup.temporary == "/t")
        }
    }
}
