import Core
import Fakes
import Support
import Testing

@testable import Application

/// Tests the findings of the doctor about the configuration file, directories, permissions and files with secrets.
struct DoctorPlaceTests {
    let scene = DoctorScene()
    private var machine: FakeMachine { scene.fakeMachine }

    private func profile(_ key: String, _ value: String) -> Configuration {
        Configuration(profiles: [
            Profile(name: "p", settings: [Profile.Setting(key: key, values: [.text(value)])])
        ])
    }

    @Test func theConfigurationIsCountedOrAllItsMistakesAreReported() throws {
        #expect(try scene.found("configuration").hasPrefix("absent: nothing in '/home/ada/config.toml'"))
        scene.file.content = profile("sap", "h")
        #expect(try scene.found("configuration") == "ok: '/home/ada/config.toml', 1 profile")
        scene.file.mistakes = ["first", "second"].map { FedauthError(.configuration, $0) }
        let report = try scene.run()
        #expect(report.failure == .configuration)
        #expect(report.checks.filter { $0.name == "configuration" }.map(\.finding) == ["first", "second"])
    }

    /// The doctor of the store reports the configuration only when it is wrong.
    @Test func theDoctorOfTheStoreReportsMistakesFirst() {
        let good = DoctorFlow(scene.world.services, scene).store()
        #expect(good.failure == nil && good.diagnosis.checks.first?.name == "store.choice")
        scene.file.mistakes = [FedauthError(.configuration, "wrong")]
        let wrong = DoctorFlow(scene.world.services, scene).store()
        #expect(wrong.failure == .configuration && wrong.diagnosis.checks.first?.text == "problem: wrong")
    }

    @Test(arguments: [
        ("permission.configuration", "/home/ada"), ("permission.configuration", "/home/ada/config.toml"),
        ("permission.data", "/home/ada/data"), ("permission.state", "/home/ada/state"),
    ])
    func whatOthersMayWriteIsAProblem(_ name: String, _ path: String) throws {
        #expect(try scene.found(name).hasPrefix("ok: '"))
        machine.file(path, writer: FileWriter(.group, text: "the group 4 may write '\(path)'", command: "chmod g-w"))
        let group = try scene.run()
        #expect(group.failure == nil)
        #expect(group.checks.text(name) == "warning: the group 4 may write '\(path)'; chmod g-w")
        machine.file(path, writer: FileWriter(.anyone, text: "anyone may write '\(path)'", command: "chmod go-w"))
        let anyone = try scene.run()
        #expect(anyone.failure == .other)
        #expect(anyone.checks.text(name) == "problem: anyone may write '\(path)'; chmod go-w")
        machine.file(path, writer: FileWriter(.owner, text: "'\(path)' belongs to user 7", command: "chown"))
        #expect(
            try scene.found(name) == "problem: '\(path)' belongs to user 7, who can change what fedauth does; chown")
    }

    /// In a sticky directory such as /tmp, other users cannot replace the user's files.
    @Test func aStickyDirectoryIsNoFault() throws {
        machine.file(
            "/home/ada/state", mode: 0o1777,
            writer: FileWriter(.anyone, text: "anyone may write it", command: "chmod go-w"))
        #expect(try scene.found("permission.state") == "ok: '/home/ada/state', yours alone to change")
    }

    @Test func aMissingDirectoryIsMadeLater() throws {
        #expect(try scene.found("permission.data") == "ok: '/home/ada/data', made when it is needed")
    }

    @Test func aFileThatIsNotTrustedIsAProblem() throws {
        scene.file.distrust = FedauthError(.configuration, "anyone may write it", hint: "chmod go-w")
        #expect(try scene.found("permission.configuration") == "problem: anyone may write it; chmod go-w")
    }

    @Test(arguments: [
        ("password-file", "/secret"), ("field", "code=file:/secret"), ("store-key-file", "/secret"),
        ("client-secret-file", "/secret"),
    ])
    func aFileWithASecretThatOthersMayReadIsAProblem(_ key: String, _ value: String) throws {
        let name = "permission.secrets"
        scene.file.content = profile(key, value)
        #expect(try scene.found(name).hasPrefix("warning: cannot open '/secret': no such file"))
        machine.file("/secret")
        #expect(try scene.found(name) == "ok: 1 file named, closed to others")
        machine.file("/secret", mode: 0o604)
        let open = try scene.run()
        #expect(open.failure == .other)
        #expect(open.checks.text(name) == "problem: others may read '/secret'; 'p' names it; chmod 600 '/secret'")
        machine.file("/secret", owner: 7)
        #expect(
            try scene.found(name)
                == "problem: '/secret' belongs to user 7; 'p' names it; make it yours by 'chown'")
        // A FIFO has no content that others could read.
        machine.files["/secret"] = FileAccess(owner: 7, mode: 0o644, isRegular: false)
        #expect(try scene.found(name).hasPrefix("ok: "))
    }

    @Test func noFileWithASecretIsNoFinding() throws {
        scene.file.content = profile("field", "code=ask")
        #expect(try scene.found("permission.secrets").isEmpty)
    }

    @Test func directoriesThatVariablesName() throws {
        let name = "directory.variables"
        #expect(try scene.found(name).hasPrefix("absent: XDG_RUNTIME_DIR is not set"))
        machine.variables["XDG_RUNTIME_DIR"] = "/run/user/1000"
        #expect(try scene.found(name).hasPrefix("warning: XDG_RUNTIME_DIR: cannot look at '/run/user/1000'"))
        machine.file("/run/user/1000", mode: 0o700)
        #expect(try scene.found(name) == "ok: as the specification requires")
        machine.file("/run/user/1000", mode: 0o755)
        #expect(try scene.found(name).contains("is open to others; chmod 700"))
        machine.file("/run/user/1000", mode: 0o700, owner: 7)
        #expect(try scene.found(name).contains("which belongs to user 7"))
        scene.directories.warnings = ["XDG_STATE_HOME is 'state', which is relative, and ignored"]
        machine.variables["XDG_RUNTIME_DIR"] = "run"
        #expect(try scene.found(name).hasPrefix("warning: XDG_STATE_HOME is 'state'"))
    }

    @Test func theRuntimeDirectory() throws {
        #expect(try scene.found("runtime") == "ok: '/run/fedauth', made when it is needed")
        scene.directories.runtime = .there("/run/fedauth")
        #expect(try scene.found("runtime") == "ok: '/run/fedauth'")
        scene.directories.runtime = .unusable(FedauthError(.other, "others may open it", hint: "chmod 700"))
        let report = try scene.run()
        #expect(report.failure == .other)
        #expect(report.store.checks.text("runtime") == "problem: others may open it; chmod 700")
    }
}
