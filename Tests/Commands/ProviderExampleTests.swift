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

    /// The program keeps an enrolled certificate, and a command of another home gets it from the program.
    @Test func anEnrolledCertificateIsKept() throws {
        let scene = try EnrollmentScene(in: home)
        let host = try #require(URL(string: scene.server.mtls)?.host)
        let words = example("provider-certificate")
        let done = try home.fedauth(
            ["sls", "enroll"] + scene.at("one") + ["--name", host, "--no-input", "--give-to-provider"] + scene.answers
                + words)
        #expect(done.status == 0, "\(done)")
        let folder = home.path + "/config/my-provider/"
        for file in [".p12", ".password"] {
            var status = stat()
            #expect(stat(folder + host + file, &status) == 0 && status.st_mode & 0o777 == 0o600, "\(file)")
        }
        let other = try CommandHome()
        let request = ["request", scene.server.mtls, "--cacert", scene.server.caFile, "--no-input"]
        #expect(try other.fedauth(request).status == 3)
        let outcome = try other.fedauth(request + words, adding: ["XDG_CONFIG_HOME": home.path + "/config"])
        #expect(outcome.status == 0, "\(outcome)")
        let none = try home.fedauth(["sls", "enroll"] + scene.at("one") + ["--no-input", "--give-to-provider"])
        none.expectComplaint(2, "'--give-to-provider' names no program")
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
