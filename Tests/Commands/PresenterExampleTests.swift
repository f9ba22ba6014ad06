import Testing

@testable import CommandSupport

/// Tests the unchanged `examples/presenter` with SimpleSAMLphp and mod_auth_mellon.
@Suite(.serialized)
struct PresenterExampleTests {
    let lab: Lab
    let home: Home

    init() throws {
        lab = try Lab.get()
        home = try CommandHome()
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

    /// The example reports an option that it does not support, and contacts no server.
    @Test func itRefusesWhatItCannotDo() throws {
        let outcome = try home.fedauth(try words(["--allow-host", "*.localhost"]))
        #expect(outcome.status == 11 && outcome.errors.contains("more than the example can do"), "\(outcome)")
    }
}
