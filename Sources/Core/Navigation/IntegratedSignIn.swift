/// Integrated Windows Authentication: AD FS accepts a Kerberos ticket from a user inside the company's network whose
/// browser has a known User-Agent; others get the form.
///
/// The ticket is sent only over https, and only to AD FS's address for tickets to which its own origin redirects.
public struct IntegratedSignIn: Sendable {
    /// When to send a ticket.
    public enum Wish: String, Sendable, CaseIterable {
        /// To the server at which the sign-in begins, if a ticket may exist; if that fails, its form is filled.
        case auto
        /// To every AD FS on the way; the sign-in fails when it refuses the ticket.
        case always
        /// Never.
        case never
    }

    /// When to send a ticket.
    public var wish: Wish
    /// Whether a ticket may exist: the cache exists but may be empty.
    public var mayHaveTicket: Bool

    /// Creates the settings; by default no ticket is sent.
    public init(_ wish: Wish = .never, mayHaveTicket: Bool = false) {
        self.wish = wish
        self.mayHaveTicket = mayHaveTicket
    }

    /// Contains names of AD FS's default list (`WiaSupportedUserAgents`).
    static let knownAgent = "Mozilla/5.0 (Windows NT 10.0; Trident/7.0; rv:11.0) MSAuthHost/1.0/In-Domain"
}

/// The progress of the method during one sign-in.
struct IntegratedAttempt {
    private let integrated: IntegratedSignIn
    /// The origin at which the sign-in begins.
    private let home: Origin?
    /// The origins at which the method has ended and forms are filled.
    private var isOver: Set<Origin> = []
    /// The request that was redirected to the address for tickets, by origin.
    private var before: [Origin: Request] = [:]

    init(_ integrated: IntegratedSignIn, home: Origin?) {
        self.integrated = integrated
        self.home = home
    }

    /// Whether the sign-in fails without a ticket.
    var isDemanded: Bool { integrated.wish == .always }

    /// Returns whether to send a User-Agent that AD FS knows to `url`.
    func isWanted(at url: WebURL) -> Bool {
        guard url.scheme == .https, url.path.lowercased().hasPrefix("/adfs/"), !isOver.contains(url.origin) else {
            return false
        }
        switch integrated.wish {
        case .never: return false
        case .always: return true
        case .auto: return integrated.mayHaveTicket && url.origin == home
        }
    }

    /// Records a redirect to an address for tickets.
    mutating func note(_ request: Request, leadsTo target: WebURL) {
        guard Self.isForTickets(target), !Self.isForTickets(request.url), request.url.origin == target.origin else {
            return
        }
        before[target.origin] = request
    }

    /// Returns whether `response` asks for a ticket that may be sent: only at an address to which the origin itself
    /// redirected.
    func answers(_ response: Response) -> Bool {
        response.status == 401 && Self.isForTickets(response.url) && isWanted(at: response.url)
            && (before[response.url.origin] != nil || response.url.origin == home)
            && response.challenges.contains { AuthenticationScheme($0) == .negotiate }
    }

    /// Returns the request that gets the form instead; nil when it is unknown.
    mutating func wayBack(from origin: Origin) -> Request? {
        isOver.insert(origin)
        return before[origin]
    }

    /// Returns whether it is an address for tickets: `/adfs/ls/wia` since 2012 R2, `/adfs/ls/auth/integrated/` earlier,
    /// and `…/wia` of other endpoints.
    private static func isForTickets(_ url: WebURL) -> Bool {
        let path = url.path.lowercased()
        return path.hasPrefix("/adfs/") && (path.hasSuffix("/wia") || path.contains("/auth/integrated"))
    }
}
