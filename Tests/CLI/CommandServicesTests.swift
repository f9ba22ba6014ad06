import Application
import Core
import Support
import Testing

@testable import CLI

/// Tests what the real services of a flow take from its settings.
struct CommandServicesTests {
    /// `fedauth request` finds its profile, or that of a sign-in, by an origin: the command's clock does not know its limit.
    @Test(arguments: [(nil, nil, nil), (9, nil, 9), (nil, 7, 7), (3, 7, 3), (9, 7, 7)] as [(Int64?, Int64?, Int64?)])
    func theTimeLimitOfTheSettingsShortensThatOfTheCommand(_ command: Int64?, _ own: Int64?, _ told: Int64?) throws {
        let context = try CommandContext(
            environment: Environment(values: ["HOME": "/nonexistent"]), global: GlobalOptions(),
            clock: LimitedClock(TestClock(), seconds: command))
        var network = NetworkSettings()
        network.timeout = own.flatMap { TimeLength(argument: "\($0)s") }
        let services = context.services(network, StoreSettings())
        #expect(services.clock.limit?.limitSeconds == told)
        #expect(try services.network(nil).agent.clock.deadline().limitSeconds == told ?? 300)
    }
}
