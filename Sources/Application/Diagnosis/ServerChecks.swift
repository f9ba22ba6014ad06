import Core
import System

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
                    do throws(FedauthError) { checks += try Self.ask(address, network, clock) } catch { fail(error) }
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

/// Checks which certificates are trusted: the file of `--cacert`, else the system's.
struct TrustChecks {
    let settings: NetworkInspection
    let authorities: any TrustedAuthorities
    let environment: Environment

    var checks: [Check] { [trusted] + variables }

    private var trusted: Check {
        let name = "network.ca"
        if let file = settings.authorities {
            let fault: String
            do throws(FedauthError) {
                let count = try authorities.count(inFile: file.value)
                if count > 0 {
                    return .ok(name, "\(Self.text(file.value, count)) and no others; \(file.source) names it")
                }
                fault = "'\(file.value)' holds no certificate"
            } catch { fault = error.message }
            return .problem(name, "\(fault); \(file.source) names it", "'--cacert' takes a file of PEM certificates")
        }
        if settings.failure != nil { return .absent(name, "not known before the configuration file is right") }
        guard let found = authorities.ofSystem, found.count > 0 else {
            let places = authorities.systemDirectories.map { "'\($0)'" }.joined(separator: " or ")
            return .problem(
                name, "no certificates in \(places): no server can be trusted",
                Distribution.current.install(.authorityFiles))
        }
        return .ok(name, Self.text(found.location, found.count))
    }

    private static func text(_ location: String, _ count: Int) -> String {
        "'\(location)', \(count) certificate\(count == 1 ? "" : "s")"
    }

    /// Other programs read these variables; users may expect the same of fedauth.
    private var variables: [Check] {
        let names = ["SSL_CERT_FILE", "SSL_CERT_DIR", "CURL_CA_BUNDLE"].filter { environment[$0] != nil }
        let finding = "\(names.joined(separator: ", ")): set, and not used"
        let advice = "'--cacert FILE' names a file, also as a setting"
        return names.isEmpty ? [] : [.warning("network.ca-variable", finding, advice)]
    }
}
