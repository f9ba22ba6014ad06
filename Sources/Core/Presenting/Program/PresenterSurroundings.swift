/// The user's options for network, prompts and user name, for an external presenter, which sends its own requests.
public struct PresenterSurroundings: Sendable {
    /// A PEM file with the only trusted certificates; an absolute path.
    public var caFile: String?
    /// Whether certificates are not checked.
    public var isInsecure = false
    /// The only accepted public keys, as `sha256//BASE64`.
    public var pins: [String] = []
    /// The proxy for requests.
    public var proxy: String?
    /// Fixed addresses of hosts, as `HOST:PORT:ADDRESS`.
    public var resolve: [String] = []
    /// Whether the user may be asked.
    public var isInteractive = true
    /// The user to sign in.
    public var user: String?

    /// Creates the defaults.
    public init() {}
}
