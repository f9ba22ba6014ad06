/// Finds the endpoint of a farm's security token service that accepts the available credential (WS-MetadataExchange).
struct TrustDiscovery {
    /// The address of the farm; only its origin is used.
    let farm: WebURL
    let reader: any SecurityTokenReader
    let requestStep: RequestStep

    private var address: WebURL { farm.with(path: "/adfs/services/trust/mex") }

    /// Returns the first endpoint for one of these credentials; 1.3 is preferred to 2005. Throws `bad-answer` when
    /// there is none, and `host-not-allowed` for an endpoint on another host, because a password is sent there.
    func endpoint(
        for credentials: [TrustEndpoint.Credential], version: TrustVersion?, deadline: Deadline
    ) throws(FedauthError) -> TrustPlace {
        var jar = CookieJar()
        let answer = try requestStep.send(Request("GET", address), by: "the farm", with: &jar, deadline: deadline)
        guard (200..<300).contains(answer.status) else {
            throw FedauthError(
                .badAnswer,
                "'\(address.withoutQuery)', which names the endpoints of WS-Trust, answered with status \(answer.status)",
                hint:
                    "WS-Trust may be switched off there: leave out '--active' to sign in by the pages, or name an endpoint "
                    + "by '--trust-endpoint'")
        }
        let all = try reader.trustEndpoints(metadata: answer.body)
        let fitting = all.filter { credentials.contains($0.credential) && (version == nil || $0.version == version) }
        guard let found = fitting.first else {
            throw FedauthError(
                .badAnswer,
                "'\(address.withoutQuery)' names no endpoint " + (version.map { "of WS-Trust \($0.rawValue) " } ?? "")
                    + "that takes \(credentials.contains(.userName) ? "a user name and a password" : "a certificate") over https",
                hint: "leave out '--active' to sign in by the pages, or name an endpoint by '--trust-endpoint'")
        }
        let url = try WebURL(found.url)
        // Certificates have a port of their own; a password stays at the farm's origin.
        let isOwn = found.credential == .userName ? url.origin == farm.origin : url.host == farm.host
        guard isOwn || requestStep.agent.policy.permits(url.origin) else {
            throw FedauthError(
                .refusedHost,
                "'\(farm.origin.hostAndPort)' names an endpoint at '\(url.origin.hostAndPort)', another server than its own",
                hint: "nothing was sent there; if it belongs to the farm, add '--allow-host \(url.host)'")
        }
        return TrustPlace(url: url, version: found.version, credential: found.credential)
    }
}

/// The endpoint for token requests, its version and its credential.
struct TrustPlace {
    let url: WebURL
    let version: TrustVersion
    let credential: TrustEndpoint.Credential
}
