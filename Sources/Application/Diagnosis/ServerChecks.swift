import Core

/// Checks whether servers answer, and whether their clocks agree with this machine's.
struct ServerChecks {
    let checks: [Check]
    /// Why the first server that failed did not answer.
    let failure: FedauthError?

    /// The time limit; long enough for a handshake over a slow line.
    private static let answerSeconds: Int64 = 15

    /// Requests the header of each address, unless the network settings are invalid.
    init(_ target: DoctorTarget, _ settings: NetworkInspection, _ clock: any WallClock) {
        let name = "server.answer"
        var checks: [Check] = []
        var failure: FedauthError?
        func fail(_ error: FedauthError) {
            checks.append(.failure(name, error))
            failure = failure ?? error
        }
        do throws(FedauthError) {
            if settings.failure != nil, target.isNamed {
                let finding = "no server was asked: the configuration file may name a proxy and certificates"
                checks = [.absent(name, finding, "correct the file first")]
            } else {
                let network = try settings.network()
                for address in target.addresses {
                    do throws(FedauthError) {
                        checks += try Self.ask(address, network, clock)
                    } catch { fail(error) }
                }
                if let profile = target.profile { checks += OAuthInspection(profile, over: network).checks }
            }
        } catch { fail(error) }
        (self.checks, self.failure) = (checks, failure)
    }

    private static func ask(
        _ address: WebURL, _ network: Network, _ clock: any WallClock
    ) throws(FedauthError) -> [Check] {
        let began = clock.monotonicMilliseconds
        let response = try network.agent.transport.send(
            Request("HEAD", address), maximumBodyBytes: 1 << 20,
            deadline: network.agent.clock.deadline(usually: Self.answerSeconds))
        let milliseconds = clock.monotonicMilliseconds - began
        let answer = Check.ok(
            "server.answer", "'\(address.withoutQuery)' answered in \(milliseconds) ms with status \(response.status)")
        return [answer, ClockCheck(response, milliseconds: milliseconds, now: clock.now).check]
    }
}
