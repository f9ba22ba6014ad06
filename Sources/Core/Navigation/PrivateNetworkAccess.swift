/// Keeps content away from servers that are nearer to this machine than the page that sends it (Private Network Access): a
/// service of this machine or of a private network takes what comes from there for the user's own. Addresses without content
/// lead anywhere, as in a browser's window.
struct PrivateNetworkAccess {
    /// The servers that the user named.
    private let named: Set<Origin>
    /// Where those servers are that the user named, or to which no server farther away has led.
    private var reached: [Origin: AddressSpace] = [:]
    private var farthest = AddressSpace.machine
    private var last = AddressSpace.machine
    /// The farthest server of the page that sends a request, and of the redirects since then.
    private var sender = AddressSpace.machine

    init(named: Set<Origin>) { self.named = named }

    /// Begins a request by the page that was answered last.
    mutating func begin() { sender = last }

    /// Records an answer. A server of unknown place is taken for the farthest.
    mutating func record(_ response: Response) {
        let origin = response.url.origin
        let space = origin.space ?? response.space ?? .world
        if farthest <= space || named.contains(origin) { reached[origin] = min(reached[origin] ?? space, space) }
        farthest = max(farthest, space)
        sender = max(sender, space)
        last = space
    }

    /// Limits a request with content to servers that are not nearer than its sender. This machine gets nothing after
    /// any server farther away, because a page of this machine may have been loaded only for its form. A server that
    /// was reached may not move to this machine (DNS rebinding), and not nearer at all where neither a certificate nor
    /// the user says that it is still the same. Throws `host-not-allowed` for a host that is nearer by its name.
    /// `isMessage`: whether the content is a protocol message. Providers in a private network are brokers of those
    /// outside; what else listens there, such as a printer, has no certificate for its name.
    func limit(_ request: inout Request, isMessage: Bool, _ policy: NavigationPolicy) throws(FedauthError) {
        let origin = request.url.origin
        request.nearest = nil
        guard request.method != "GET", request.method != "HEAD" else { return }
        if named.contains(origin) || reached[origin] != nil || policy.permits(origin) {
            let isKnown = origin.scheme == .https || named.contains(origin) || policy.permits(origin)
            request.nearest = reached[origin].map { isKnown ? min($0, .site) : $0 }
        } else {
            let nearest = max(sender, min(farthest, .site))
            request.nearest = isMessage && request.url.scheme == .https ? min(nearest, .site) : nearest
        }
        if let space = origin.space, let nearest = request.nearest, space < nearest { throw space.refusal(of: origin) }
    }
}
