/// What holds for the requests of a presenter of the user's own, which sends them by itself: what the user's options say
/// of the network, of questions and of the user.
public struct PresenterSurroundings: Sendable {
    /// A PEM file with the only certificates to be trusted; an absolute path.
    public var caFile: String?
    /// Certificates are not checked.
    public var isInsecure = false
    /// The only public keys to be accepted, as `sha256//BASE64`.
    public var pins: [String] = []
    /// Where requests go through.
    public var proxy: String?
    /// Addresses of hosts, as `HOST:PORT:ADDRESS`.
    public var resolve: [String] = []
    /// Whether somebody may be asked.
    public var isInteractive = true
    /// Who is to be signed in.
    public var user: String?

    /// The usual ones.
    public init() {}
}
