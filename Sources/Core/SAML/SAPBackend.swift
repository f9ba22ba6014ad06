/// Finds the backend of SAP mobile services for an address: the place of a `SAMLAuthLauncher`.
public struct SAPBackend {
    /// The field with which these services request a sign-in.
    public static let challengeField = "com.sap.cloud.security.login"
    private let agent: UserAgent
    private let deadline: Deadline
    /// The number of folders to try, starting at the root of the origin.
    private static let maximumFolders = 4

    /// Sends no request yet.
    public init(_ agent: UserAgent, deadline: Deadline) { (self.agent, self.deadline) = (agent, deadline) }

    /// Returns the backend: the origin, or a folder of its path; nil when none has a launcher. Sends no user data.
    public func find(for url: WebURL) throws(FedauthError) -> WebURL? {
        var folders = [""]
        for part in url.path.split(separator: "/").dropLast() { folders.append((folders.last ?? "") + "/" + part) }
        for folder in folders.prefix(Self.maximumFolders) {
            let backend = url.with(path: folder.isEmpty ? "/" : folder)
            let launcher = SAPEndpoints(backend: backend).authorization.url
            try agent.policy.check(launcher, by: "the challenge")
            let answer = try agent.transport.send(
                Request("GET", launcher), maximumBodyBytes: NavigationPolicy.maximumPageBytes, deadline: deadline)
            if (200..<400).contains(answer.status) { return backend }
        }
        return nil
    }
}

/// The addresses that SAP mobile services derive from a backend (`SAMLAuthenticationParameters` of SAP's SDK).
public struct SAPEndpoints: Sendable, Equatable {
    /// `SAMLAuthLauncher` below the backend, where the sign-in begins.
    public let authorization: AuthorizationEndpoint
    /// The same address with `finishEndpointParam`, whose value is ignored.
    public let finish: FinishEndpoint
    /// A POST with an empty body ends the session on the server.
    public let logout: WebURL

    /// Derives the addresses from the backend's address, ignoring its query and fragment.
    public init(backend: WebURL) {
        let base = backend.path.hasSuffix("/") ? String(backend.path.dropLast()) : backend.path
        let launcher = base + "/SAMLAuthLauncher"
        authorization = AuthorizationEndpoint(backend.with(path: launcher))
        finish = FinishEndpoint(backend.with(path: launcher, query: "finishEndpointParam=someUnusedValue"))
        logout = backend.with(path: base + "/mobileservices/sessions/logout")
    }
}
