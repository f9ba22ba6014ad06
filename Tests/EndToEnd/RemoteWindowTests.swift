import Glibc
import Testing

@testable import CommandSupport

/// Tests `--presenter remote` for sign-ins that result in cookies: a Chromium without a display, shown in a remote browser.
@Suite(.serialized)
struct RemoteWindowTests {
    let lab: Lab
    let home: Home

    init() throws {
        lab = try Lab.get()
        home = try Home()
        home.environment["SSH_CONNECTION"] = "192.0.2.7 50000 198.51.100.4 2222"
    }

    /// Starts a command that waits for a user, and a visitor that plays the user.
    private func start(_ name: String, _ more: [String] = []) throws -> (Child, WindowVisitor) {
        let scenario = try lab.scenario(name)
        let child = try Child(
            Home.binary,
            ["saml", scenario.start, "--finish", scenario.finish, "--presenter", "remote", "--cacert", lab.caFile]
                // Containers run tests as root, for which the sandbox of a browser does not work.
                + (geteuid() == 0 ? ["--no-sandbox"] : []) + more,
            environment: home.environment)
        try child.waitForErrors(containing: "http://localhost:")
        return (child, try WindowVisitor(child.errorText))
    }

    /// The page needs scripts, so the form engine cannot handle it; the result is cookies only.
    @Test(arguments: [("plain", "Enter your username"), ("script", "Sign in")])
    func signsInFromAnotherMachine(_ name: String, title: String) throws {
        let scenario = try lab.scenario(name)
        let (child, visitor) = try start(name)
        #expect(child.errorText.contains("ssh -N -p 2222 -L \(visitor.port):127.0.0.1:\(visitor.port) "))
        #expect(child.errorText.contains("@198.51.100.4\n"))
        try visitor.open()
        let caption = try visitor.expect("\"host\":\"idp")
        #expect(caption.contains("\"secure\":true"), "\(caption)")
        try visitor.expect("\"title\":\"\(title)")
        // A page that does not change is sent once, before or after its title.
        if visitor.picture.isEmpty { try visitor.expect("\"picture\":") }
        // The first bytes of a JPEG (ITU T.81).
        #expect(visitor.picture.starts(with: [0xFF, 0xD8, 0xFF]))
        try visitor.type(scenario.user)
        try visitor.press("Tab", 9)
        let password = try Files.text(scenario.passwordFile)
        try visitor.act("{\"do\":\"text\",\"text\":\"\(password)\"}")
        try visitor.press("Enter", 13, text: "\\r")
        try visitor.expect("\"end\":\"finished\"")
        let outcome = try child.finish()
        #expect(outcome.status == 0 && outcome.output.isEmpty, "\(outcome)")
        #expect(!outcome.errors.contains(password), "\(outcome)")
        let script =
            "eval $(\(Home.binary) export-cookies) && exec curl -sS --cacert \(lab.caFile) -b "
            + "\"$FEDAUTH_COOKIE_JAR\" \(scenario.protected)"
        let page = try Run.program("/bin/sh", ["-c", script], environment: home.environment)
        #expect(page.text.contains("signed in as \(scenario.user)"), "\(page)")
        #expect(try home.fedauth("status", "--json").text.contains("\"remote\""))
    }

    @Test func otherClientsAreRefused() throws {
        let (child, visitor) = try start("plain")
        let others = [
            "/", "/favicon.ico", "/" + String(repeating: "0", count: 32) + "/", String(visitor.path.dropLast()),
        ]
        for path in others {
            #expect(try visitor.ask("GET", path).contains(" 404 "), "\(path)")
        }
        #expect(try visitor.ask("GET", visitor.path, host: "evil.example:\(visitor.port)").contains(" 403 "))
        let page = try visitor.ask("GET", visitor.path)
        #expect(
            page.contains("no-store") && page.contains("default-src 'none'") && page.contains("no-referrer"), "\(page)")
        try visitor.open()
        #expect(try visitor.act("{\"do\":\"cancel\",\"do\":\"x\"}") == 400)
        #expect(try visitor.act("{\"do\":\"resize\",\"width\":99999,\"height\":1,\"scale\":1}") == 400)
        // A form of another page can send neither JSON nor another accepted type.
        let form = try visitor.ask(
            "POST", visitor.path + "actions?" + visitor.viewer, "text/plain", "[{\"do\":\"cancel\"}]")
        #expect(form.contains(" 400 "), "\(form)")
        for field in [
            "Origin: http://evil.example", "Origin: null", "Origin: https://localhost:\(visitor.port)",
            "Sec-Fetch-Site: cross-site", "Sec-Fetch-Site: same-site",
        ] {
            let foreign = try visitor.ask(
                "POST", visitor.path + "actions?" + visitor.viewer, "application/json", "[{\"do\":\"cancel\"}]",
                fields: field + "\r\n")
            #expect(foreign.contains(" 404 "), "\(field): \(foreign)")
        }
        let own = try visitor.ask(
            "POST", visitor.path + "actions?" + visitor.viewer, "application/json", "[]",
            fields: "Origin: http://localhost:\(visitor.port)\r\nSec-Fetch-Site: same-origin\r\n")
        #expect(own.contains(" 204 "), "\(own)")
        child.signal(SIGINT)
        let outcome = try child.finish()
        #expect(outcome.signal == SIGINT, "\(outcome)")
    }

    @Test func thePageThatWasOpenedLastShowsIt() throws {
        let (child, first) = try start("plain")
        try first.open()
        try first.expect("\"picture\":")
        let second = try WindowVisitor(child.errorText)
        try second.open()
        try first.expect("\"end\":\"elsewhere\"")
        #expect(try first.act("{\"do\":\"cancel\"}") == 409)
        try second.expect("\"picture\":")
        try second.act("{\"do\":\"cancel\"}")
        try second.expect("\"end\":\"cancelled\"")
        let outcome = try child.finish()
        #expect(outcome.status == 5 && outcome.errors.contains("another page shows the sign-in now"), "\(outcome)")
        #expect(outcome.errors.contains("was given up in the browser"), "\(outcome)")
    }

    @Test func aWindowThatOnlyActsIsReportedToo() throws {
        let (child, first) = try start("plain")
        try first.open()
        try first.expect("\"picture\":")
        let second = try WindowVisitor(child.errorText)
        try second.fetch()
        try second.act("{\"do\":\"cancel\"}")
        let outcome = try child.finish()
        #expect(outcome.status == 5 && outcome.errors.contains("another page shows the sign-in now"), "\(outcome)")
    }

    @Test func theTimeIsOver() throws {
        let (child, visitor) = try start("plain", ["--timeout", "15s"])
        try visitor.open()
        try visitor.expect("\"end\":\"failed\"")
        let outcome = try child.finish()
        #expect(outcome.status == 6, "\(outcome)")
    }

    @Test func noInputOpensNoWindow() throws {
        let scenario = try lab.scenario("plain")
        let outcome = try home.fedauth(
            "saml", scenario.start, "--finish", scenario.finish, "--presenter", "remote", "--no-input")
        #expect(outcome.status == 4, "\(outcome)")
    }

    @Test func withoutABrowserOtherWaysAreNamed() throws {
        let scenario = try lab.scenario("plain")
        let outcome = try home.fedauth(
            ["saml", scenario.start, "--finish", scenario.finish, "--presenter", "remote"], adding: ["PATH": "/nowhere"]
        )
        #expect(outcome.status == 11 && outcome.errors.contains("fedauth store export"), "\(outcome)")
    }
}
