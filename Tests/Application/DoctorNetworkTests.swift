import Core
import Fakes
import Support
import Testing

@testable import Application

/// Tests the findings of the doctor about servers, their clocks, proxies and certificates.
struct DoctorNetworkTests {
    let scene = DoctorScene()
    private let url = "https://mail.example.org/"

    /// Serves the address with a clock that is this many seconds ahead of the machine's; nil: without one.
    private func serve(clock offset: Int64?, _ more: [(String, String)] = []) throws {
        scene.world.clock.now = Timestamp(seconds: 1_700_000_000 - (offset ?? 0))
        let date = offset.map { _ in [("date", "Tue, 14 Nov 2023 22:13:20 GMT")] } ?? []
        try scene.world.web.on("HEAD", url, status: 405, headers: date + more)
    }

    @Test func aServerThatAnswersAndAgrees() throws {
        try serve(clock: 0)
        let report = try scene.run(url)
        #expect(report.failure == nil)
        #expect(report.checks.text("server.answer").hasPrefix("ok: '\(url)' answered in "))
        #expect(report.checks.text("server.answer").hasSuffix(" ms with status 405"))
        #expect(report.checks.text("server.clock") == "ok: that of 'mail.example.org' agrees")
    }

    @Test(arguments: [(100, "behind"), (-100, "ahead of")])
    func aClockThatIsOffWarns(_ offset: Int64, _ words: String) throws {
        try serve(clock: offset)
        let report = try scene.run(url)
        let clock = report.checks.text("server.clock")
        #expect(report.failure == nil)
        #expect(clock.hasPrefix("warning: this machine's clock is 100 s \(words) that of 'mail.example.org'"))
    }

    @Test(arguments: [(4000, "behind"), (-4000, "ahead of")])
    func aClockThatIsWrongIsAProblem(_ offset: Int64, _ words: String) throws {
        try serve(clock: offset)
        let report = try scene.run(url)
        let clock = report.checks.text("server.clock")
        #expect(report.failure == .other)
        #expect(
            clock.hasPrefix("problem: this machine's clock is 4000 s \(words) that of ")
                && clock.contains("timedatectl"))
    }

    @Test func aClockWithinThirtySecondsIsGoodEnough() throws {
        try serve(clock: 20)
        #expect(try scene.found("server.clock", url).hasSuffix("20 s behind that of 'mail.example.org', within 30 s"))
    }

    @Test func anAnswerOutOfACacheIsAsOldAsItSays() throws {
        try serve(clock: -4000, [("age", "4000")])
        #expect(try scene.found("server.clock", url).hasPrefix("ok: "))
    }

    @Test func aServerWithoutAClockIsNotChecked() throws {
        try serve(clock: nil)
        #expect(try scene.found("server.clock", url).hasPrefix("absent: "))
    }

    @Test(arguments: [
        ["authorization-url": "start", "finish": "end"], ["method": "basic", "resource": "start"],
        ["method": "sls", "base-url": "start"],
    ])
    func theServersOfAProfileAreAskedOnce(_ settings: [String: String]) throws {
        try scene.world.web.on("HEAD", url + "start")
        let lines = settings.sorted { $0.key < $1.key }.map { key, value in
            Profile.Setting(key: key, values: [.text(key == "method" ? value : url + value)])
        }
        scene.file.content = Configuration(profiles: [Profile(name: "corp", settings: lines)])
        #expect(try scene.found("server.answer", "corp").hasPrefix("ok: '\(url)start' answered"))
        #expect(scene.world.web.asked.count == 1)
    }

    @Test func aServerOfTheDefaultsIsAskedToo() throws {
        try scene.world.web.on("HEAD", url)
        scene.file.content = Configuration(
            defaults: [Profile.Setting(key: "finish", values: [.text(url)])],
            profiles: [Profile(name: "p", settings: [])])
        #expect(try scene.found("server.answer", "p").hasPrefix("ok: "))
    }

    @Test func noServerIsAskedUnlessNamed() throws {
        scene.file.content = Configuration(
            profiles: [Profile(name: "p", settings: [Profile.Setting(key: "finish", values: [.text(url)])])])
        #expect(try scene.found("server.answer").isEmpty && scene.world.web.asked.isEmpty)
    }

    /// The doctor sends nothing if a mistake in the file may concern the proxy or the certificates.
    @Test func noServerIsAskedWhenTheFileCannotBeFollowed() throws {
        let mistake = FedauthError(.configuration, "there is no setting 'prxy'")
        scene.networking.failure = mistake
        scene.file.mistakes = [mistake]
        let report = try scene.run(url)
        #expect(report.failure == .configuration && scene.world.web.asked.isEmpty)
        #expect(report.checks.text("configuration") == "problem: there is no setting 'prxy'")
        #expect(report.checks.text("server.answer").hasPrefix("absent: no server was asked"))
        #expect(report.checks.text("network.proxy").hasPrefix("absent: not known"))
        #expect(report.checks.text("network.ca").hasPrefix("absent: not known"))
    }

    /// The first failure gives the status; the other servers are asked all the same.
    @Test func aServerThatDoesNotAnswerIsAProblem() throws {
        try scene.world.web.on("HEAD", "https://b.example.org/")
        scene.file.content = Configuration(profiles: [
            Profile(
                name: "p",
                settings: [
                    Profile.Setting(key: "authorization-url", values: [.text("https://a.example.org/")]),
                    Profile.Setting(key: "finish", values: [.text("https://b.example.org/")]),
                ])
        ])
        let report = try scene.run("p")
        #expect(report.failure == .network)
        #expect(report.checks.filter { $0.name == "server.answer" }.map(\.outcome) == [.problem, .ok])
    }

    @Test func aNetworkThatCannotBeMadeIsAProblem() throws {
        scene.networking.network = { () throws(FedauthError) in throw FedauthError(.usage, "'--pin' is not a hash") }
        let report = try scene.run(url)
        #expect(report.failure == .usage && report.checks.text("server.answer") == "problem: '--pin' is not a hash")
    }

    @Test func aNameThatIsNoProfileIsAnError() {
        scene.file.content = Configuration(profiles: [Profile(name: "mail", settings: [])])
        let error = failure { _ = try scene.run("mial") }
        #expect(error?.code == .notFound && error?.message == "there is no profile 'mial'; did you mean 'mail'?")
    }

    /// A file that is not TOML has no profiles, and another check says so.
    @Test func aNameIsNotLookedUpInAFileThatCannotBeRead() throws {
        scene.file = (
            path: "/c", content: nil, mistakes: [FedauthError(.configuration, "'/c' is not TOML")]
        )
        #expect(try scene.run("mail").failure == .configuration)
    }

    @Test func aProxyThatCannotBeReadIsAProblemAndNoServerIsAsked() throws {
        let source: NamedValue = ("gopher://proxy.example.org", source: "https_proxy")
        scene.networking.proxy = (source, isForEveryRequest: false, exceptions: nil)
        scene.networking.readProxy = { () throws(FedauthError) in
            throw FedauthError(.usage, "'proxy.example.org' is not a proxy")
        }
        let report = try scene.run(url)
        #expect(report.failure == .usage && scene.world.web.asked.isEmpty)
        #expect(
            report.checks.text("network.proxy")
                == "problem: 'proxy.example.org' is not a proxy, which https_proxy names")
        #expect(report.checks.text("server.answer").isEmpty)
    }

    @Test func theProxyAndItsSourceAreNamed() throws {
        #expect(try scene.found("network.proxy") == "ok: none")
        scene.fakeMachine.variables["http_proxy"] = "http://p:1"
        #expect(try scene.found("network.proxy") == "ok: none; http_proxy is set, and not used")
        scene.networking.proxy = (
            ("http://…@p:1", source: "https_proxy"), isForEveryRequest: false, exceptions: "localhost"
        )
        #expect(
            try scene.found("network.proxy")
                == "ok: 'http://…@p:1' for https to other machines; http goes directly, "
                + "not for those that no_proxy lists: localhost; https_proxy names it")
        scene.networking.proxy = (
            ("http://p:1", source: "'--proxy'"), isForEveryRequest: true, exceptions: nil
        )
        #expect(try scene.found("network.proxy") == "ok: 'http://p:1' for every request; '--proxy' names it")
    }

    @Test func aFileOfCertificatesIsLookedInto() throws {
        scene.networking.authorities = ("/ca.pem", source: "'--cacert'")
        let missing = try scene.run()
        #expect(missing.failure == .other)
        #expect(
            missing.checks.text("network.ca").hasPrefix(
                "problem: cannot open '/ca.pem': no such file; '--cacert' names it"))
        scene.fakeAuthorities.files["/ca.pem"] = 0
        #expect(try scene.found("network.ca").hasPrefix("problem: '/ca.pem' holds no certificate; '--cacert' names it"))
        scene.fakeAuthorities.files["/ca.pem"] = 1
        #expect(try scene.found("network.ca") == "ok: '/ca.pem', 1 certificate and no others; '--cacert' names it")
    }

    @Test func aMachineThatTrustsNoAuthorityIsAProblem() throws {
        #expect(try scene.found("network.ca") == "ok: '/etc/ssl/certs', 140 certificates")
        for none in [nil, ("/etc/ssl/certs", 0)] as [(String, Int)?] {
            scene.fakeAuthorities.ofSystem = none
            let report = try scene.run()
            #expect(report.failure == .other)
            #expect(report.checks.text("network.ca").hasPrefix("problem: no certificates in '/etc/ssl/certs'"))
        }
    }

    @Test func variablesOfOtherProgramsAreNotUsed() throws {
        #expect(try scene.found("network.ca-variable").isEmpty)
        scene.fakeMachine.variables["SSL_CERT_FILE"] = "/x"
        scene.fakeMachine.variables["CURL_CA_BUNDLE"] = "/x"
        #expect(
            try scene.found("network.ca-variable").hasPrefix(
                "warning: SSL_CERT_FILE, CURL_CA_BUNDLE: set, and not used"))
    }
}
