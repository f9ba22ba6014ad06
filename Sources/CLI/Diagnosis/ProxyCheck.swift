import Core
import HTTP

/// Reports the proxy and where it is set; never its user name and password.
struct ProxyCheck {
    let check: Check
    /// The error that a sign-in would report.
    let failure: FedauthError?

    private static let name = "network.proxy"

    init(_ context: CommandContext, _ settings: NetworkSettings) {
        let environment = context.environment
        let setup = ProxySetup(settings.options, environment)
        let exceptions = setup.noProxy.map {
            ", not for those that no_proxy lists: \($0.folded(to: 120))"
        }
        var configuration = TransportConfiguration()
        setup.set(&configuration)
        let source: String
        let purpose: String
        let shown: String
        if let proxy = setup.proxy {
            shown = proxy
            source = settings.source(of: "proxy")
            purpose = "every request"
        } else if let variable = setup.variable, let proxy = setup.shownEnvironmentProxy {
            shown = proxy
            source = variable
            purpose = "https to other machines; http goes directly"
        } else {
            failure = nil
            guard settings.failure == nil else {
                check = .absent(Self.name, "not known before the configuration file is right")
                return
            }
            let plain = environment["http_proxy"] != nil || environment["HTTP_PROXY"] != nil
            check = .ok(Self.name, "none" + (plain ? "; http_proxy is set, and not used" : ""))
            return
        }
        do throws(FedauthError) {
            // Reads the proxy as a sign-in does, and sends nothing.
            _ = try CurlTransport(
                configuration, clock: context.clock, proxyCredential: try setup.credential(in: context))
            failure = nil
            check = .ok(
                Self.name,
                "'\(shown.folded(to: 100))' for \(purpose)\(exceptions ?? ""); \(source) names it")
        } catch {
            failure = error
            check = .problem(Self.name, "\(error.message), which \(source) names", error.hint)
        }
    }
}
