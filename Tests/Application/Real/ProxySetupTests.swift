import Core
import Fakes
import Support
import System
import Testing

@testable import Application

/// Tests where the proxy and its credential come from.
struct ProxySetupTests {
    let world = FakeWorld()

    private func setup(_ change: (inout NetworkSettings) -> Void = { _ in }) throws -> ProxySetup {
        var settings = NetworkSettings()
        change(&settings)
        return ProxySetup(settings, try world.context().environment)
    }

    private func credential(_ setup: ProxySetup) throws -> ProxyCredential? {
        var made: [[String]: ProxyCredential] = [:]
        return try setup.credential(in: try world.context(), sharing: &made)
    }

    private func password(_ credential: ProxyCredential?) throws -> String? {
        try credential?.password().withBytes { String(decoding: $0, as: UTF8.self) }
    }

    @Test func withoutOptionAndVariableThereIsNone() throws {
        let setup = try setup()
        #expect(setup.proxy == nil && setup.environmentProxy == nil && setup.variable == nil && setup.noProxy == nil)
        #expect(setup.shownEnvironmentProxy == nil)
        #expect(try credential(setup) == nil)
    }

    @Test func anOptionIsForAllRequests() throws {
        world.variables = ["https_proxy": "http://other.test:1", "no_proxy": "a.test"]
        let setup = try setup { $0.proxy = "http://proxy.test:3128" }
        var configuration = TransportConfiguration()
        setup.set(&configuration)
        #expect(configuration.proxy == "http://proxy.test:3128")
        #expect(configuration.environmentProxy == "http://other.test:1")
        #expect(configuration.noProxy == "a.test")
        #expect(try credential(setup) == nil)
    }

    @Test(arguments: [
        (["ALL_PROXY": "a"], "ALL_PROXY"), (["ALL_PROXY": "a", "all_proxy": "b"], "all_proxy"),
        (["all_proxy": "b", "HTTPS_PROXY": "c"], "HTTPS_PROXY"),
        (["HTTPS_PROXY": "c", "https_proxy": "d", "ALL_PROXY": "a"], "https_proxy"), (["https_proxy": ""], nil),
        (["http_proxy": "e"], nil),
    ])
    func theFirstVariableCounts(_ variables: [String: String], _ expected: String?) throws {
        world.variables = variables
        let setup = try setup()
        #expect(setup.variable == expected)
        #expect(setup.environmentProxy == expected.flatMap { variables[$0] })
    }

    @Test(arguments: [
        (["no_proxy": "a", "NO_PROXY": "b"], "a"), (["NO_PROXY": "b"], "b"), (["no_proxy": "", "NO_PROXY": "b"], "b"),
    ])
    func theListOfHostsIsReadInBothSpellings(_ variables: [String: String], _ expected: String) throws {
        world.variables = variables
        #expect(try setup().noProxy == expected)
    }

    /// The address is used and shown without what stands before the host.
    @Test(arguments: [
        ("http://anna:se%3Acret@proxy.test:3128/", "http://proxy.test:3128/", "http://…@proxy.test:3128/", "se:cret"),
        ("anna:a:b@proxy.test", "proxy.test", "…@proxy.test", "a:b"),
        ("http://anna:@proxy.test:1", "http://proxy.test:1", "http://…@proxy.test:1", ""),
        (" http://anna:p@proxy.test:1 \r\n", "http://proxy.test:1", "http://…@proxy.test:1", "p"),
        ("socks5://anna:p/@q@proxy.test/", "socks5://proxy.test/", "socks5://…@proxy.test/", "p/@q"),
    ])
    func aVariableHasUserAndPassword(_ text: String, _ address: String, _ shown: String, _ expected: String) throws {
        world.variables = ["https_proxy": text]
        let setup = try setup()
        #expect(setup.environmentProxy == address)
        #expect(setup.shownEnvironmentProxy == shown)
        let credential = try credential(setup)
        #expect(credential?.user == "anna")
        #expect(try password(credential) == expected)
        #expect(world.prompter.questions.isEmpty)
    }

    /// A user who names a user or a proxy has not named the variable's password for it.
    @Test(arguments: ["user", "proxy"]) func anOptionReplacesTheVariablesCredential(_ option: String) throws {
        world.variables = ["https_proxy": "http://anna:hidden@proxy.test:3128"]
        world.prompter.answers = ["typed"]
        let credential = try credential(
            setup {
                $0.proxy = option == "proxy" ? "http://own.test:1" : nil
                $0.proxyUser = option == "user" ? "bea" : nil
            })
        guard option == "user" else { return #expect(credential == nil) }
        #expect(credential?.user == "bea")
        #expect(try password(credential) == "typed")
        #expect(world.prompter.questions == ["The password of 'bea' for the proxy: "])
    }

    @Test func aVariableWithAUserOnlyAsks() throws {
        world.variables = ["https_proxy": "http://anna@proxy.test:3128"]
        world.prompter.answers = ["typed"]
        #expect(try password(try credential(try setup())) == "typed")
    }

    @Test func aCommandGivesThePassword() throws {
        let credential = try credential(
            setup {
                $0.proxy = "http://proxy.test:3128"
                $0.proxyUser = "anna"
                $0.proxyPassword.command = "printf secret"
            })
        #expect(try password(credential) == "secret")
        #expect(world.prompter.questions.isEmpty)
    }

    @Test func aPasswordWithoutAUserIsRefused() throws {
        let found = failure {
            _ = try credential(
                setup {
                    $0.proxy = "http://proxy.test:3128"
                    $0.proxyPassword.file = "/secret"
                })
        }
        #expect(found?.code == .usage && found?.message == "there is a proxy's password, and no user")
    }

    @Test func twoSourcesOfThePasswordAreRefused() throws {
        let found = failure {
            _ = try credential(
                setup {
                    $0.proxyPassword.file = "/secret"
                    $0.proxyPassword.command = "true"
                })
        }
        #expect(found?.code == .usage && found?.message.contains("'--proxy-password-file' and") == true)
    }

    /// A user without a proxy is a setting for networks that have one.
    @Test func aUserWithoutAProxyIsNothing() throws {
        #expect(try credential(try setup { $0.proxyUser = "anna" }) == nil)
    }

    @Test func withoutATerminalTheOptionsAreNamed() throws {
        world.prompter.canAsk = false
        let credential = try credential(
            setup {
                $0.proxy = "http://proxy.test:3128"
                $0.proxyUser = "anna"
            })
        let found = failure { _ = try credential?.password() }
        #expect(found?.code == .inputNeeded)
        #expect(found?.message == "the password of 'anna' for the proxy is missing")
        #expect(found?.hint?.contains("'--proxy-password-file FILE'") == true)
    }

    /// Otherwise a refused password would be sent again by the next network of the command.
    @Test func aCommandHasOneCredentialForAProxyAndUser() throws {
        var made: [[String]: ProxyCredential] = [:]
        func credential(_ user: String, _ proxy: String) throws -> ProxyCredential? {
            let setup = try setup {
                $0.proxy = proxy
                $0.proxyUser = user
            }
            return try setup.credential(in: try world.context(), sharing: &made)
        }
        let first = try credential("anna", "http://proxy.test:1")
        #expect(try first === credential("anna", "http://proxy.test:1"))
        #expect(try first !== credential("bea", "http://proxy.test:1"))
        #expect(try first !== credential("anna", "http://proxy.test:2"))
    }
}
