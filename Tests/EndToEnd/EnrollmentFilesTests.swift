import Glibc
import Testing

@testable import CommandSupport

/// Tests the files that `fedauth sls` writes for other programs and reads from the user.
struct EnrollmentFilesTests {
    let scene: EnrollmentScene

    init() throws { scene = try EnrollmentScene(in: Home()) }

    /// Lists the files of a directory by name. A terminal gets no key, but a useful hint.
    @Test func whatWasWrittenIsSaid() throws {
        let place = scene.home.path + "/certs"
        mkdir(place, 0o700)
        let done = try scene.enroll("one", "--pem", place, "--unencrypted", "--json")
        #expect(done.text.contains("certs/who.crt") && done.text.contains("certs/who.key"), "\(done)")
        let terminal = try TerminalChild(
            Home.binary,
            ["sls", "enroll"] + scene.at("one") + ["--name", "who", "--pem", "-", "--unencrypted", "--force"],
            environment: scene.home.environment)
        #expect(try terminal.finish() == 2 && terminal.text.contains("through a pipe"), "\(terminal.text)")
    }
}
