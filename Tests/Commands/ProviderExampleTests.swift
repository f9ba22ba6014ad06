import FoundationEssentials
import Glibc
import Testing

@testable import CommandSupport

/// Tests the unchanged `examples/provider-*`.
struct ProviderExampleTests {
    let home: Home

    init() throws {
        home = try CommandHome()
        for folder in ["/config", "/config/my-provider"] { mkdir(home.path + folder, 0o700) }
    }

    private func example(_ name: String) -> [String] { ["--provider", "\(Repository.root)/examples/\(name)"] }

    @Test func certificate() throws {
        let lab = try Lab.get()
        let ada = try #require(lab.challenges.identities["ada"])
        let origin = try #require(lab.challenges.urls["tls13"])
        let words =
            ["request", origin + "/echo", "--cacert", lab.caFile, "--no-input"] + example("provider-certificate")
        // Without its file, the provider has no certificate.
        try home.fedauth(words).expectComplaint(3, "client certificate")
        let copied = try Run.program(
            "/bin/cp", [ada.p12File, home.path + "/config/my-provider/app.localhost.p12"], environment: [:])
        #expect(copied.status == 0)
        _ = try home.file("config/my-provider/app.localhost.password", try Files.text(ada.passphraseFile) + "\n")
        let outcome = try home.fedauth(words)
        #expect(outcome.status == 0 && outcome.text.contains("\"certificate\": \"ada\""), "\(outcome)")
        #expect(try home.fedauth("request", origin + "/echo", "--cacert", lab.caFile, "--no-input").status == 3)
    }

    @Test func headers() throws {
        let server = try BasicServer.start()
        let words = ["request", server.main + "/basic", "--fail", "--no-input"] + example("provider-headers")
        // Without its file, the provider has no token, and `--no-input` allows no question.
        try home.fedauth(words).expectComplaint(4, "asks for a user name and a password")
        let key = Data("ada:Circle of Life".utf8).base64EncodedString()
        _ = try home.file("config/my-provider/127.0.0.1.token", "Basic \(key)\n")
        let outcome = try home.fedauth(words)
        #expect(outcome.status == 0 && outcome.text == "welcome", "\(outcome)")
    }
}
