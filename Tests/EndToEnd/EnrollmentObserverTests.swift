import Glibc
import Testing

@testable import CommandSupport

/// Tests `fedauth request` at a server that requires a certificate.
struct EnrollmentObserverTests: EnrollmentObserving {
    let scene: EnrollmentScene

    init() throws { scene = try EnrollmentScene(in: Home()) }

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
