import Core

/// Looks for what a profile's sign-in by OAuth needs, step by step, and sends nothing of the user's.
struct OAuthInspection {
    private(set) var checks: [Check] = []

    /// Asks the servers of a profile; does nothing for another method.
    init(_ profile: Profile, over network: Network) {
        guard profile.signInMethod == .oauth else { return }
        var steps: [String] = []
        let discovery = OAuthDiscovery(network.agent, deadline: network.deadline) { steps.append($0) }
        var name = "oauth.resource"
        do throws(FedauthError) {
            var issuers = profile.text("issuer").map { [OAuthSettings.issuer($0)] } ?? []
            if issuers.isEmpty, let url = try WebURL.argument(ifAny: profile.text("resource")) {
                issuers = try discovery.resource(for: url, at: nil)?.issuers ?? []
                checks =
                    issuers.isEmpty
                    ? [
                        .absent(
                            name, "'\(url.withoutQuery)' names no server where fedauth looks first", "give 'issuer'")
                    ]
                    : issuers.map { Check.ok(name, "'\(url.withoutQuery)' names '\($0.folded(to: 120))'") }
            }
            name = "oauth.issuer"
            for issuer in issuers {
                steps = []
                let found = try discovery.offers(of: issuer)
                checks += (steps + [found.text]).map { Check.ok(name, $0) }
                checks.append(Self.client(profile.text("client-id"), isRegistered: found.registers))
            }
        } catch {
            checks += steps.map { Check.absent(name, $0) }
            checks.append(.failure(name, error))
        }
    }

    private static func client(_ named: String?, isRegistered: Bool) -> Check {
        let name = "oauth.client"
        if let named { return .ok(name, "the profile names '\(named.folded(to: 60))'") }
        return isRegistered
            ? .ok(name, "the server registers fedauth at the first sign-in")
            : .problem(name, "the server registers no clients, and none is named", "give 'client-id'")
    }
}
