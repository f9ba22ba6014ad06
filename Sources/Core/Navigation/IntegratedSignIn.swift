/// A Kerberos ticket on the way of a sign-in (RFC 4559): a server that offers Negotiate with status 401 gets it, only
/// over https. AD FS asks only browsers with a known User-Agent, which it takes for those of users inside the company's
/// network; it redirects them to an address for tickets, and others get the form.
public struct IntegratedSignIn: Sendable {
    /// When to send a ticket.
    public enum Wish: String, Sendable, CaseIterable {
        /// To each server that asks, if a ticket may exist; if that fails, another scheme is answered, or the form is
        /// filled. An AD FS is made to ask only if the sign-in begins there.
        case auto
        /// To each server that asks, and to each AD FS; the sign-in fails without a ticket, or when it is refused.
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

    /// Returns whether a browser may send a ticket to the servers that the sign-in names; not for a certain user, because a
    /// browser cannot choose whose ticket it sends.
    public func permitsTicket(of user: String?) -> Bool { user == nil && sendsTicket }

    /// Whether a server that asks gets a ticket.
    var sendsTicket: Bool {
        switch wish {
        case .never: false
        case .always: true
        case .auto: mayHaveTicket
        }
    }

    /// Contains names of AD FS's default list (`WiaSupportedUserAgents`).
    static let knownAgent = "Mozilla/5.0 (Windows NT 10.0; Trident/7.0; rv:11.0) MSAuthHost/1.0/In-Domain"
}

/// The progress of the method during one sign-in.
struct IntegratedAttempt {
    private let integrated: IntegratedSignIn
    /// The user whose ticket is sent; nil for any.
    let user: String?
    /// The origin at which the sign-in begins.
    private let home: Origin?
    /// The origins at which the method has ended and forms are filled.
    private var isOver: Set<Origin> = []
    /// The origins that accepted the ticket.
    private var accepted: Set<Origin> = []
    /// The request that was redirected to the address for tickets, by origin.
    private var before: [Origin: Request] = [:]

    init(_ integrated: IntegratedSignIn, home: Origin?, user: String? = nil) {
        (self.integrated, self.home, self.user) = (integrated, home, user)
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

    /// Whether a server accepted the ticket.
    var isAccepted: Bool { !accepted.isEmpty }

    /// Returns whether `response` asks for a ticket that may be sent.
    func answers(_ response: Response) -> Bool {
        guard response.offersNegotiate, response.url.scheme == .https, !isOver.contains(response.url.origin) else {
            return false
        }
        return integrated.sendsTicket
    }

    /// Adds the ticket to a request with content for a server that accepted it, because the content is sent only once.
    /// AD FS wants the ticket at its address for tickets only.
    func prepare(_ request: inout Request) {
        guard request.body != nil, accepted.contains(request.url.origin), before[request.url.origin] == nil,
            !Self.isForTickets(request.url)
        else { return }
        add(to: &request)
    }

    /// Adds the ticket to a request.
    func add(to request: inout Request) {
        request.negotiates = true
        request.ticketUser = user
    }

    /// Records that a server accepted the ticket.
    mutating func approve(_ origin: Origin) { accepted.insert(origin) }

    /// Ends the method at a server. Returns the request that gets the form instead; nil when it is unknown.
    mutating func wayBack(from origin: Origin) -> Request? {
        accepted.remove(origin)
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
