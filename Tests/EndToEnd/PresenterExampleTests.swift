import Testing

@testable import CommandSupport

/// Tests the unchanged `examples/presenter` with SimpleSAMLphp and mod_auth_mellon.
@Suite(.serialized)
struct PresenterExampleTests {
    let lab: Lab
    let home: Home

    init() throws {
        lab = try Lab.get()
        home = try Home()
    }

    /// Unlike curl, Python asks the resolver for names below localhost.
    private func places() -> [String] {
        [lab.idpURL, lab.spURL].flatMap { url -> [String] in
            let place = url.dropFirst("https://".count).prefix { $0 != "/" }
            return ["--resolve", "\(place):127.0.0.1"]
        }
    }

    private func words(_ more: [String] = []) throws -> [String] {
        let plain = try lab.scenario("plain")
        return [
            "saml", plain.start, "--finish", plain.finish, "--cacert", lab.caFile, "--user", plain.user, "--presenter",
            "exec:\(Repository.root)/examples/presenter",
        ] + places() + more
    }

    @Test func itSignsIn() throws {
        let plain = try lab.scenario("plain")
        let terminal = try TerminalChild(Home.binary, try words(), environment: home.environment)
        try terminal.expect("Password: ")
        terminal.type(try Files.text(try #require(lab.users[plain.user]?.passwordFile)))
        #expect(try terminal.finish() == 0, "\(terminal.text)")
        #expect(terminal.text.contains("presenter: at idp.localhost"), "\(terminal.text)")
        let script =
            "eval $(\(Home.binary) export-cookies) && exec curl -sS --cacert \(lab.caFile) -b "
            + "\"$FEDAUTH_COOKIE_JAR\" \(plain.protected)"
        let page = try Run.program("/bin/sh", ["-c", script], environment: home.environment)
        #expect(page.text.contains("signed in as \(plain.user)"), "\(page)")
        let cookies = try home.fedauth("export-cookies", "--all", "--format", "json")
        #expect(cookies.text.contains(#""domain":"idp.localhost""#), "\(cookies)")
    }

    /// The example reports an option that it does not support, and contacts no server.
    @Test func itRefusesWhatItCannotDo() throws {
        let outcome = try home.fedauth(try words(["--allow-host", "*.localhost"]))
        #expect(outcome.status == 11 && outcome.errors.contains("more than the example can do"), "\(outcome)")
    }
}
