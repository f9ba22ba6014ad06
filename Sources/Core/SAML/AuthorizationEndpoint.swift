/// The address at which a sign-in begins: the service's own (which redirects to its identity provider), or the identity
/// provider's for an unsolicited response.
public struct AuthorizationEndpoint: Sendable, Equatable {
    /// The address that is opened first.
    public let url: WebURL

    /// Creates the endpoint at this address.
    public init(_ url: WebURL) { self.url = url }

    /// Whether the address contains `{state}`, the placeholder for the state (RFC 6749 section 10.12).
    public var hasState: Bool { Self.spellings("state").contains { url.description.contains($0) } }
    /// Whether the address contains `{finish}`, the placeholder for the finish address.
    public var hasFinish: Bool { Self.spellings("finish").contains { url.description.contains($0) } }

    /// Returns the address with both placeholders replaced, percent-encoded; one whose value is nil stays.
    public func filled(finish: WebURL?, state: String?) throws(FedauthError) -> AuthorizationEndpoint {
        var text = url.description + (url.fragment.map { "#" + $0 } ?? "")
        for (name, value) in [("finish", finish?.description), ("state", state)] {
            guard let value else { continue }
            for spelling in Self.spellings(name) {
                text = text.components(separatedBy: spelling).joined(
                    separator: PercentEncoding.unreserved.encode(value))
            }
        }
        return AuthorizationEndpoint(try WebURL(text))
    }

    /// Returns the placeholder as typed, and percent-encoded.
    private static func spellings(_ name: String) -> [String] { ["{\(name)}", "%7B\(name)%7D", "%7b\(name)%7d"] }
}
