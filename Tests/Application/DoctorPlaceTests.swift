import Core
import Fakes
import Support
import Testing

@testable import Application

/// Tests the findings of the doctor about the configuration file and the runtime directory.
struct DoctorPlaceTests {
    let scene = DoctorScene()

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

    @Test func theRuntimeDirectory() throws {
        #expect(try scene.found("runtime") == "ok: '/run/fedauth', made when it is needed")
        scene.runtime = .there("/run/fedauth")
        #expect(try scene.found("runtime") == "ok: '/run/fedauth'")
        scene.runtime = .unusable(FedauthError(.other, "others may open it", hint: "chmod 700"))
        let report = try scene.run()
        #expect(report.failure == .other)
        #expect(report.store.checks.text("runtime") == "problem: others may open it; chmod 700")
    }
}
