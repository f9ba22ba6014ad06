/// What SAP mobile services derive from a backend's address (`SAMLAuthenticationParameters` of SAP's SDK).
public struct SAPEndpoints: Sendable, Equatable {
    /// `SAMLAuthLauncher` below the backend: where the sign-in begins.
    public let authorization: AuthorizationEndpoint
    /// The same with `finishEndpointParam`, whose value does not count.
    public let finish: FinishEndpoint
    /// POST with an empty body ends the session on the server.
    public let logout: WebURL

    /// Derives them from the backend's address; its query and fragment are dropped.
    public init(backend: WebURL) {
        let base = backend.path.hasSuffix("/") ? String(backend.path.dropLast()) : backend.path
        let launcher = base + "/SAMLAuthLauncher"
        authorization = AuthorizationEndpoint(backend.with(path: launcher))
        finish = FinishEndpoint(backend.with(path: launcher, query: "finishEndpointParam=someUnusedValue"))
        logout = backend.with(path: base + "/mobileservices/sessions/logout")
    }
}
