import Core
import HTTP

/// Which proxy requests go through, and who says so; never its user name and password.
struct ProxyCheck {
    let check: Check
    /// What a sign-in would end with.
    let failure: FedauthError?

    private static let name = "network.proxy"
    /// Those that are read, in this order: see `Network`.
    private static let variables = ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]

    init(_ context: CommandContext, _ settings: NetworkSettings) {
        let environment = context.environment
        let variable = Self.variables.first { environment[$0] != nil }
        let exceptions = (environment["no_proxy"] ?? environment["NO_PROXY"]).map {
            ", not for those that no_proxy lists: \($0.folded(to: 120))"
        }
        var configuration = TransportConfiguration()
        let source: String
        let purpose: String
        if let proxy = settings.options.proxy {
            configuration.proxy = proxy
            source = settings.source(of: "proxy")
            purpose = "every request"
        } else if let variable {
            configuration.proxy = environment[variable]
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
            // Reads it as a sign-in does, and sends nothing.
            _ = try CurlTransport(configuration, clock: context.clock)
            failure = nil
            check = .ok(
                Self.name,
                "'\(Self.shown(configuration.proxy ?? ""))' for \(purpose)\(exceptions ?? ""); \(source) names it")
        } catch {
            failure = error
            check = .problem(Self.name, "\(error.message), which \(source) names", error.hint)
        }
    }

    /// Without what stands in front of '@'.
    private static func shown(_ proxy: String) -> String {
        guard let at = proxy.lastIndex(of: "@") else { return proxy.folded(to: 100) }
        let scheme = proxy.firstRange(of: "://").map { String(proxy[..<$0.upperBound]) } ?? ""
        return (scheme + "…@" + proxy[proxy.index(after: at)...]).folded(to: 100)
    }
}
