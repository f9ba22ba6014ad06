import Core
import Fakes
import Support
import System
import Testing

@testable import Application

/// Tests which presenter a choice creates, and the settings that some presenters cannot follow.
struct PresenterSetupTests {
    let world = FakeWorld()

    private func presenter(
        _ choice: PresenterChoice, isInteractive: Bool = true, _ change: (inout PresenterSettings) -> Void = { _ in }
    ) throws -> any Presenter {
        var settings = PresenterSettings()
        change(&settings)
        let network = Network(UserAgent(world.web, clock: world.clock))
        return try PresenterSetup(
            settings, over: network,
            answers: LoginCredentials(
                known: LoginCredentials.Known(), store: world.store, prompter: world.prompter,
                reporter: world.reporter, clock: world.clock),
            in: try world.context(isInteractive: isInteractive)
        ) { _ in world.presenter }.presenter(choice)
    }

    @Test func eachChoiceHasItsPresenter() throws {
        #expect(try presenter(.ours(.auto)) is AutoPresenter)
        #expect(try presenter(.ours(.none)) is NoPresenter)
        #expect(try presenter(.ours(.form)) is FormPresenter)
        #expect(try presenter(.ours(.remote)) === world.presenter)
        #expect(try presenter(.program("./login")) is ProgramPresenter)
    }

    @Test func aMissingBrowserIsNamed() {
        let found = failure { _ = try presenter(.ours(.chromium)) { $0.browser.program = "/nonexistent/chromium" } }
        #expect(found?.code == .noBrowser && found?.message == "the browser '/nonexistent/chromium' is not a program")
    }

    @Test(arguments: ["--crl", "--require-ocsp"]) func aProgramCannotCheckRevocation(_ option: String) {
        let found = failure {
            _ = try presenter(.program("./login")) {
                if option == "--crl" { $0.network.revocationLists = ["/crl"] } else { $0.network.requiresOCSP = true }
            }
        }
        #expect(found?.code == .usage && found?.message == "'\(option)' cannot be kept by a presenter of yours")
    }

    @Test func aProgramGetsAFileThatExists() {
        let found = failure { _ = try presenter(.program("./login")) { $0.network.authorities = "/nonexistent/ca" } }
        #expect(found?.code == .notFound || found?.code == .usage)
        #expect(found?.message.contains("'/nonexistent/ca'") == true)
    }

    private func words(
        _ variables: [String: String] = [:], _ change: (inout NetworkSettings) -> Void
    ) throws -> [String] {
        var settings = NetworkSettings()
        change(&settings)
        return try PresenterSetup.words(settings, Environment(values: variables))
    }

    @Test func aBrowserGetsTheNetworkSettings() throws {
        #expect(try words { _ in } == [])
        let all = try words(["WAYLAND_DISPLAY": "wayland-0"]) {
            $0.isInsecure = true
            $0.proxy = "http://proxy.test:3128"
            $0.resolve = [
                "a.test:443:192.0.2.7", "+b.test:80:::1,192.0.2.8", "c.test:1:[::2]", "wrong",
            ]
        }
        #expect(
            all == [
                "--ignore-certificate-errors", "--proxy-server=http://proxy.test:3128",
                "--host-resolver-rules=MAP a.test:443 192.0.2.7:443,MAP b.test:80 [::1]:80,MAP c.test:1 [::2]:1",
                "--ozone-platform=wayland",
            ])
        #expect(try words(["WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":0"]) { _ in } == [])
    }

    @Test func aBrowserCannotFollowSomeSettings() {
        for (option, change) in [
            ("--pin", { $0.pins = ["x"] }), ("--crl", { $0.revocationLists = ["/crl"] }),
            ("--require-ocsp", { $0.requiresOCSP = true }),
        ] as [(String, (inout NetworkSettings) -> Void)] {
            #expect(failure { _ = try words([:], change) }?.message == "'\(option)' cannot be kept by a browser")
        }
        let found = failure {
            _ = try words {
                $0.proxy = "http://proxy.test:3128"
                $0.proxyUser = "anna"
            }
        }
        #expect(found?.message == "fedauth cannot pass the user name and password of '--proxy' to a browser")
    }

    private func exit(
        _ variables: [String: String] = [:], _ change: (inout NetworkSettings) -> Void = { _ in }
    ) throws -> OwnNetwork.Exit {
        var settings = NetworkSettings()
        change(&settings)
        return try PresenterSetup.networkExit(settings, Environment(values: variables))
    }

    @Test func aFirefoxLeavesByTheNetworkSettings() throws {
        #expect(try exit() == OwnNetwork.Exit())
        let proxy = OwnNetwork.Exit.Proxy(host: "proxy.test", port: 3128)
        let option = try exit(["https_proxy": "http://other.test:1", "no_proxy": "a.test"]) {
            $0.proxy = "http://proxy.test:3128"
            $0.resolve = ["a.test:443:192.0.2.7"]
        }
        #expect(option == OwnNetwork.Exit(addresses: ["a.test:443:192.0.2.7"], proxy: proxy))
        let variables = try exit(["HTTPS_PROXY": "proxy.test:3128", "no_proxy": ".a.test, b.test"])
        #expect(variables == OwnNetwork.Exit(proxy: proxy, direct: [".a.test", "b.test"]))
        for (entry, direct) in [
            ("*.c.test", ".c.test"), ("[::1]", "::1"), ("0:0:0:0:0:0:0:1", "::1"), ("::1/128", "::1"), ("*", "*"),
            ("10.0.0.0/8", "10.0.0.0/8"), ("h.test:443", "h.test:443"), ("fd00::/8", "fd00::/8"),
        ] {
            let exit = try exit(["HTTPS_PROXY": "proxy.test:3128", "no_proxy": entry])
            #expect(exit == OwnNetwork.Exit(proxy: proxy, direct: [direct]))
        }
    }

    @Test func aFirefoxCannotFollowSomeSettings() {
        for (words, change) in [
            ("'--insecure' does not work with a Firefox", { $0.isInsecure = true }),
            ("'--proxy-user' does not work with a Firefox", { $0.proxyUser = "anna" }),
            ("a Firefox that fedauth starts takes only an 'http://' proxy", { $0.proxy = "socks5h://proxy.test:1080" }),
            ("'--pin' cannot be kept by a browser", { $0.pins = ["x"] }),
        ] as [(String, (inout NetworkSettings) -> Void)] {
            let found = failure { _ = try exit([:], change) }
            #expect(found?.code == .usage && found?.message == words)
        }
    }
}
