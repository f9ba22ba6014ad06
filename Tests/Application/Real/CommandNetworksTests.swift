import Core
import Fakes
import Support
import Testing

@testable import Application

/// Tests what is checked before the first request, and what the networks of a command share.
struct CommandNetworksTests {
    private final class NoLimit: CallTimeLimit {
        func begin(milliseconds: Int64, _ error: FedauthError) {}
        func lift() {}
    }

    /// The contexts have to live as long as their networks.
    private final class Contexts {
        var all: [Context] = []
    }

    let world = FakeWorld()
    private let contexts = Contexts()
    private func networks() throws -> CommandNetworks {
        let context = try world.context()
        contexts.all.append(context)
        return CommandNetworks(context, userAgent: "test", callLimit: NoLimit())
    }

    private func failure(_ change: (inout NetworkSettings) -> Void) -> FedauthError? {
        var settings = NetworkSettings()
        change(&settings)
        return Support.failure { _ = try networks().network(settings, store: { world.store }) }
    }

    @Test func settingsThatContradictAreRefused() throws {
        #expect(
            failure {
                $0.isInsecure = true
                $0.revocationLists = ["/crl"]
            }?.message == "'--crl' and '--insecure' exclude each other")
        #expect(
            failure {
                $0.isInsecure = true
                $0.requiresOCSP = true
            }?.message == "'--require-ocsp' and '--insecure' exclude each other")
        #expect(world.reporter.said.isEmpty)
    }

    @Test func wrongSettingsAreRefused() throws {
        #expect(failure { $0.allowedHosts = ["https://x/"] }?.code == .usage)
        #expect(failure { $0.pins = ["x"] }?.code == .usage)
        #expect(failure { $0.proxy = "gopher://x" }?.code == .usage)
        #expect(failure { $0.providerOrigins = ["ftp://x"] }?.code == .usage)
    }

    @Test func aNetworkHasItsSettings() throws {
        var settings = NetworkSettings()
        settings.timeout = TimeLength(argument: "7s")
        settings.allowedHosts = ["idp.test"]
        settings.allowsPlainHTTP = true
        let network = try networks().network(settings)
        #expect(network.agent.clock.limit?.limitSeconds == 7)
        #expect(network.agent.policy.allowedHosts == ["idp.test"])
        #expect(network.identities == nil)
        #expect(try networks().network(settings, store: { world.store }).identities is StoredIdentities)
    }

    @Test func uncheckedCertificatesAreWarnedOf() throws {
        var settings = NetworkSettings()
        _ = try networks().network(settings, skipsVerification: true)
        #expect(world.reporter.said.isEmpty)
        settings.isInsecure = true
        _ = try networks().network(settings)
        #expect(world.reporter.said.count == 1 && world.reporter.said[0].hasPrefix("warning: '--insecure'"))
    }

    @Test func aProviderIsAskedOnlyWhereTheCommandUsesOne() throws {
        var settings = NetworkSettings()
        settings.provider = "/bin/false"
        let use = ProviderUse(named: try [WebURL("https://service.test/")], user: nil)
        let networks = try networks()
        #expect(try networks.network(settings, provider: use).identities == nil)
        #expect(try networks.network(settings, store: { world.store }).identities is StoredIdentities)
        #expect(
            try networks.network(settings, store: { world.store }, provider: use).identities is ProvidedIdentities)
        settings.provider = ""
        #expect(
            Support.failure { _ = try networks.network(settings, store: { world.store }, provider: use) }?.message
                == "'--provider' names no program")
    }

    @Test func aProxyIsCheckedAlone() throws {
        var settings = NetworkSettings()
        settings.pins = ["wrong"]
        try networks().checkProxy(settings)
        settings.proxyPassword.file = "/secret"
        #expect(
            Support.failure { try networks().checkProxy(settings) }?.message
                == "there is a proxy's password, and no user")
        settings = NetworkSettings()
        settings.proxy = "gopher://x"
        #expect(Support.failure { try networks().checkProxy(settings) }?.code == .usage)
    }
}
