/// Integrated Windows Authentication: AD FS lets somebody in by a Kerberos ticket who is in the company's network and has a
/// browser that it knows by its User-Agent; everybody else gets the form.
///
/// The ticket is shown over https only, and to an address of AD FS for it that its own origin leads to.
public struct IntegratedSignIn: Sendable {
    /// When a ticket is shown.
    public enum Wish: String, Sendable, CaseIterable {
        /// To the server at which the sign-in begins, when there may be a ticket; its form is filled when that leads nowhere.
        case auto
        /// To whichever AD FS is on the way; the sign-in fails when it does not take it.
        case always
        /// To none.
        case never
    }

    /// When a ticket is shown.
    public var wish: Wish
    /// Whether there may be a ticket: a cache that is there may be empty.
    public var mayHaveTicket: Bool

    /// Shows no ticket unless told.
    public init(_ wish: Wish = .never, mayHaveTicket: Bool = false) {
        self.wish = wish
        self.mayHaveTicket = mayHaveTicket
    }

    /// Names that stand in the list that AD FS comes with (`WiaSupportedUserAgents`).
    static let knownAgent = "Mozilla/5.0 (Windows NT 10.0; Trident/7.0; rv:11.0) MSAuthHost/1.0/In-Domain"
}

/// How far one sign-in has come with it.
struct IntegratedAttempt {
    private let integrated: IntegratedSignIn
    /// Where the sign-in begins.
    private let home: Origin?
    /// Origins at which the forms are to be filled.
    private var isOver: Set<Origin> = []
    /// The request that was answered by the way to the ticket, by its origin.
    private var before: [Origin: Request] = [:]

    init(_ integrated: IntegratedSignIn, home: Origin?) {
        self.integrated = integrated
        self.home = home
    }

    /// Whether the sign-in fails without it.
    var isDemanded: Bool { integrated.wish == .always }

    /// Whether a server of AD FS at `url` is to see a browser that it knows.
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

    /// Notes what leads to an address for tickets.
    mutating func note(_ request: Request, leadsTo target: WebURL) {
        guard Self.isForTickets(target), !Self.isForTickets(request.url), request.url.origin == target.origin else {
            return
        }
        before[target.origin] = request
    }

    /// Whether `response` asks for a ticket where one is to be shown: only on the way that the origin itself has led.
    func answers(_ response: Response) -> Bool {
        response.status == 401 && Self.isForTickets(response.url) && isWanted(at: response.url)
            && (before[response.url.origin] != nil || response.url.origin == home)
            && response.challenges.contains { AuthenticationScheme($0) == .negotiate }
    }

    /// The request that brings the form in place of the ticket; nil where none is known.
    mutating func wayBack(from origin: Origin) -> Request? {
        isOver.insert(origin)
        return before[origin]
    }

    /// `/adfs/ls/wia` since 2012 R2, `/adfs/ls/auth/integrated/` before, and `…/wia` of other endpoints.
    private static func isForTickets(_ url: WebURL) -> Bool {
        let path = url.path.lowercased()
        return path.hasPrefix("/adfs/") && (path.hasSuffix("/wia") || path.contains("/auth/integrated"))
    }
}
