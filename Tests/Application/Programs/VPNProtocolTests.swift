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

    @Test func whatIsThereIsNamedWithoutItsValue() throws {
        try session(["sid=s3cret"])
        let error = failure { try scene.ask("vpn", profile: "vpn") }
        #expect(error?.code == .notFound && error?.hint?.contains("'sid'") == true)
        #expect(error?.hint?.contains("s3cret") == false && scene.text.isEmpty)
    }
}
