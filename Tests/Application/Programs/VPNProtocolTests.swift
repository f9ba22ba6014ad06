import Application
import Core
import Fakes
import Secrets
import Support
import Testing

struct VPNProtocolTests {
    private let scene = ProgramScene()

    private func session(_ cookies: [String]) throws {
        try scene.world.session("vpn", at: "https://vpn.example.org/") { session in
            session.jar = CookieJar()
            session.jar.store(
                Response(status: 200, url: session.url, setCookies: cookies.map(SharedSecret.init(text:))),
                suffixes: NoSuffixes(), now: session.obtained)
        }
    }

    @Test(arguments: ["SVPNCOOKIE", "DSID", "webvpn"]) func theCookieOfAGatewayIsKnown(_ name: String) throws {
        try session(["other=1", "\(name)=v/+="])
        #expect(try scene.ask("vpn", profile: "vpn") == "\(name)=v/+=\n")
        #expect(try scene.ask("vpn", profile: "vpn") { $0.cookie = "other" } == "other=1\n")
    }

    /// No session is taken only because it is the current one.
    @Test func theGatewayMayBeNamedInPlaceOfTheProfile() throws {
        try session(["DSID=1"])
        #expect(try scene.ask("vpn", "https://vpn.example.org/portal") == "DSID=1\n")
        for words in [[], ["https://evil.example.org"], ["http://vpn.example.org"], ["https://vpn.example.org:8443"]] {
            let error = failure { try scene.ask("vpn", all: words) }
            #expect(error?.code == (words.isEmpty ? .usage : .notFound) && scene.text.isEmpty, "\(words)")
        }
    }

    @Test(arguments: [
        ("prelogin-cookie", "abc+/="), ("portal-userauthcookie", "x"),
    ]) func aFieldOfTheGatewaysAnswerIsAPassword(_ name: String, _ value: String) throws {
        let url = try WebURL("https://vpn.example.org/SAML20/SP/ACS")
        let page = SharedSecret(
            text: "<html><!-- <saml-auth-status>1</saml-auth-status><\(name)>\(value)</\(name)> --></html>")
        for response in [
            Response(status: 200, url: url, headers: [(name, value), ("saml-username", "ada")]),
            Response(status: 200, url: url, body: page),
        ] {
            var jar = CookieJar()
            GlobalProtectAnswer.keep(of: response, in: &jar, now: TestClock().now)
            try scene.world.session("vpn", at: url.description) { $0.jar = jar }
            #expect(try scene.ask("vpn", profile: "vpn") == value + "\n")
        }
        for wrong in ["", "a b", "a;b", "a\r\nb", String(repeating: "x", count: 5000)] {
            var jar = CookieJar()
            GlobalProtectAnswer.keep(
                of: Response(status: 200, url: url, headers: [(name, wrong)]), in: &jar, now: TestClock().now)
            #expect(jar.cookies.isEmpty)
        }
    }

    @Test func whatIsThereIsNamedWithoutItsValue() throws {
        try session(["sid=s3cret"])
        let error = failure { try scene.ask("vpn", profile: "vpn") }
        #expect(error?.code == .notFound && error?.hint?.contains("'sid'") == true)
        #expect(error?.hint?.contains("s3cret") == false && scene.text.isEmpty)
    }
}
