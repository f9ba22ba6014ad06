import Core

/// Reports the proxy and where it is set; never its user name and password.
struct ProxyCheck {
    let check: Check
    /// The error that a sign-in would report.
    let failure: FedauthError?

    private static let name = "network.proxy"

    init(_ settings: NetworkInspection, _ environment: Environment) {
        guard let proxy = settings.proxy else {
            failure = nil
            let plain = environment["http_proxy"] != nil || environment["HTTP_PROXY"] != nil
            check =
                settings.failure != nil
                ? .absent(Self.name, "not known before the configuration file is right")
                : .ok(Self.name, "none" + (plain ? "; http_proxy is set, and not used" : ""))
            return
        }
        let (shown, source) = proxy.shown
        let purpose = proxy.isForEveryRequest ? "every request" : "https to other machines; http goes directly"
        let exceptions = proxy.exceptions.map { ", not for those that no_proxy lists: \($0.folded(to: 120))" } ?? ""
        do throws(FedauthError) {
            try settings.readProxy()
            failure = nil
            check = .ok(Self.name, "'\(shown.folded(to: 100))' for \(purpose)\(exceptions); \(source) names it")
        } catch {
            failure = error
            check = .problem(Self.name, "\(error.message), which \(source) names", error.hint)
        }
    }
}
