/// The addresses that SAP mobile services derive from a backend's address (`SAMLAuthenticationParameters` of SAP's
/// SDK).
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
