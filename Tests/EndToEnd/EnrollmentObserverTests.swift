import Glibc
import Testing

@testable import CommandSupport

/// Tests `fedauth request` at a server that requires a certificate.
struct EnrollmentObserverTests {
    let scene: EnrollmentScene

    init() throws { scene = try EnrollmentScene(in: Home()) }

    /// Writes a profile that gets certificates for `origin`.
    private func configure(
        _ origin: String, _ words: String, est: Bool = false, cacert: String? = nil, defaults: String = "",
        _ more: String = ""
    ) throws {
        let folder = scene.home.path + "/config/fedauth"
        _ = try Run.program("/bin/mkdir", ["-p", "-m", "700", folder], environment: [:])
        _ = try scene.home.file(
            "config/fedauth/config.toml",
            """
            [defaults]
            \(defaults)
            [profile.corp]
            method = "sls"
            base-url = "\(est ? scene.server.est : scene.server.sls)"
            profile-code = "\(scene.code(words))"
            protocol = "\(est ? "est" : "slc3")"
            origin = ["\(origin)"]
            cacert = "\(cacert ?? scene.server.caFile)"
            \(more)

            """)
    }

    private func request(_ url: String) throws -> Outcome {
        try scene.home.fedauth("request", url, "--cacert", scene.server.caFile, "--no-input")
    }

    /// With an empty store, fedauth asks once for user, password and code; the second call asks nothing.
    @Test(arguments: [false, true])
    func asksOnceAndIsSilentAfterwards(apache: Bool) throws {
        let origin = apache ? scene.server.apache : scene.server.mtls
        try configure(origin, "two")
        let file = scene.home.path + "/answer"
        let terminal = try TerminalChild(
            Home.binary, ["request", origin + "/", "--cacert", scene.server.caFile],
            environment: scene.home.environment,
            outputTo: file)
        try terminal.expect("User name")
        terminal.type("ada")
        try terminal.expect("Password")
        #expect(!terminal.echoes)
        terminal.type(scene.server.users["ada"] ?? "")
        try terminal.expect("Code")
        terminal.type(scene.server.code)
        #expect(try terminal.finish() == 0, "\(terminal.text)")
        let expected = apache ? "let in" : "CN=ada,O=Lab"
        #expect(try Files.text(file).contains(expected))
        #expect(!terminal.text.contains("lovelace"))
        let count = try scene.verbs().count
        #expect(try scene.verbs() == ["doLogin", "doLogin", "doLogin", "getCertificate"])

        let second = try request(origin + "/")
        #expect(second.status == 0 && second.errors.isEmpty && second.text.contains(expected), "\(second)")
        #expect(try scene.verbs().count == count)
    }

    /// The same with EST.
    @Test func byESTToo() throws {
        try configure(scene.server.mtls, "basic", est: true)
        let file = scene.home.path + "/answer"
        let terminal = try TerminalChild(
            Home.binary, ["request", scene.server.mtls + "/", "--cacert", scene.server.caFile],
            environment: scene.home.environment, outputTo: file)
        try terminal.expect("User")
        terminal.type("ada")
        try terminal.expect("Password")
        terminal.type(scene.server.users["ada"] ?? "")
        #expect(try terminal.finish() == 0, "\(terminal.text)")
        #expect(try Files.text(file).contains("CN=ada"))
        let count = try scene.verbs().count
        let second = try request(scene.server.mtls + "/")
        #expect(second.status == 0 && second.errors.isEmpty && second.text.contains("CN=ada"), "\(second)")
        #expect(try scene.verbs().count == count)
    }
}
