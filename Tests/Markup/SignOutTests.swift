@testable import Core
import Markup
import Secrets
import Support
import Testing

/// Tests when a server has confirmed a sign-out, by what its pages say.
struct SignOutTests {
    /// Each with the further requests and whether the sign-out is confirmed.
    @Test(
        arguments: [
            ("<h1>You are signed out</h1><a href=/login>Log in</a>", [], true), ("", [], true),
            // The question is answered once, at the server that asks.
            (
                "<form method=post action=/out2><input type=hidden name=t value=1><button>Log out</button></form>",
                ["POST /out2"], true
            ),
            ("<p>Sure?</p><a href=/out2>Sign out</a> <a href=/>Stay</a>", ["GET /out2"], true),
            ("<meta http-equiv=refresh content='0;url=/out2'>", ["GET /out2"], true),
            ("<form method=post action=https://evil.example/x><button>Log out</button></form>", [], true),
            // What it offers afterwards is a login.
            (
                "<h1>Signed out</h1><p role=alert class=alert>You are signed out</p><a href=/a>Log in with A</a> "
                    + "<a href=/b>Log in with B</a>", [], true
            ),
            // It only asks.
            (
                "<p>Do you want to sign out?</p><form method=post action=/out2><button name=a value=1>Yes</button>"
                    + "<button name=a value=0>No</button></form>", [], false
            ),
            // It asks again, or still shows the page of a user.
            ("<form method=post action=/again><button>Log out</button></form>", ["POST /again"], false),
            ("<h1>Hello ada</h1><a href=/again>Log out</a>", ["GET /again"], false),
        ] as [(String, [String], Bool)])
    func thePageDecides(_ html: String, _ requests: [String], _ isConfirmed: Bool) throws {
        let web = RequestWeb()
        web.answer = { asked in
            let isOver = asked.url.hasSuffix("/out2")
            return RequestWeb.Answer(
                headers: [("content-type", "text/html")], content: isOver ? "<h1>Goodbye" : html)
        }
        let clock = TestClock()
        let url = try WebURL("https://sp.example/out")
        let session = Session(
            name: "sp", method: "saml", url: url, user: "ada", presenter: "form", obtained: clock.now,
            expires: Timestamp(seconds: clock.now.seconds + 3600), expiryBasis: .assumed, jar: CookieJar([]),
            logouts: [Session.Logout(url: url, isPost: false)], token: nil, access: nil)
        let agent = UserAgent(web, reader: LibXMLReader(), clock: clock)
        let error = failure { try SignOut(agent).run(session, deadline: Deadline(seconds: 9, from: clock)) }
        #expect((error == nil) == isConfirmed, "\(String(describing: error))")
        #expect(
            web.arrived.dropFirst().map { $0.method + " " + $0.url.dropFirst("https://sp.example".count) } == requests)
    }
}
