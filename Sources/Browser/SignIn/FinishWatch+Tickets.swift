internal import Core

/// The servers that get the user's Kerberos ticket. The browser sends it by itself, to servers that are named at its start; for
/// another one, it has to start again.
struct TicketServers {
    /// The servers that are named.
    var origins: Set<Origin>
    /// Whether the sign-in fails when one of them gets no ticket, or refuses it.
    var isDemanded: Bool
    /// A server that is not among them, and may get the ticket.
    var missing: Origin?
    /// Whether one of them has asked. A browser loads its library for tickets at the first demand, and does not answer that one.
    var haveAsked = false
    /// Whether the page that the window is about to show is to be requested again.
    var isRepeated = false
    /// The request for it; nil when none is under progress.
    var reload: Reload?

    /// A page that is requested again.
    struct Reload {
        var session: String
        var since: Int64
        var isSent = false
    }
}

/// Kerberos tickets (RFC 4559): for servers that a step of the sign-in has named, over https.
extension FinishWatch {
    /// Has the answer to a request reported, if it may demand a ticket.
    mutating func awaitChallenge(to document: PageRequest) {
        quiet.unanswered = nil
        tickets?.reload?.isSent = true
        guard isUnseen || tickets != nil && document.url?.scheme == .https, let load = document.network else { return }
        window.awaited[document.session] = load
    }

    /// Handles the answer of a server to the request for the document of a window.
    mutating func take(_ response: Response, to network: String) throws(FedauthError) {
        if let session = window.awaited.first(where: { $0.value == network })?.key {
            progress.answers[session] = response
        }
        try authentication.take(response, to: network)
        let origin = response.url.origin
        let host = origin.hostAndPort
        guard response.offersNegotiate else {
            quiet.unanswered = response.otherScheme.map { scheme in
                response.tokenDemand
                    ?? FedauthError(
                        .noPresenter,
                        "'\(host)' asks for HTTP authentication ('\(scheme.folded(to: 30))') in place of a login page",
                        hint: "no login answers that; check the address of the authorization endpoint")
            }
            return
        }
        guard !wantsTicket(for: origin), !isRepeated(for: origin) else { return }
        if tickets?.isDemanded == true, getsTicket(origin) {
            throw FedauthError(
                .refused, "'\(host)' got no Kerberos ticket from the browser, or refused it",
                hint: "'klist' shows whose it is; '--integrated auto' fills the form in its place")
        }
        quiet.unanswered = FedauthError(
            .noPresenter, "'\(host)' asks for HTTP authentication ('Negotiate') in place of a login page",
            hint: "'kinit' gets a Kerberos ticket; the browser sends it only without '--user'")
    }

    /// Records a server that asks, if the browser can start again for it: nothing was typed yet.
    mutating func wantsTicket(for origin: Origin) -> Bool {
        guard let tickets, let typing, !typing.isBegun, view == nil, origin.scheme == .https, named.contains(origin),
            tickets.missing == nil, !getsTicket(origin)
        else { return false }
        self.tickets?.missing = origin
        return true
    }

    /// Records that the page of a server is to be requested again, if the server is the first that asks.
    mutating func isRepeated(for origin: Origin) -> Bool {
        guard let tickets, getsTicket(origin), typing?.isBegun == false else { return false }
        guard !tickets.haveAsked else { return tickets.isRepeated }
        self.tickets?.haveAsked = true
        self.tickets?.isRepeated = true
        return true
    }

    /// Requests the page that a window shows again, also with its form. Returns false when that is not necessary.
    mutating func repeats(_ session: String) throws(FedauthError) -> Bool {
        tickets?.reload = nil
        guard tickets?.isRepeated == true else { return false }
        tickets?.isRepeated = false
        try reload(session)
        return true
    }

    /// Whether a page is requested again. The browser may forget that while it is still showing the page.
    mutating func isReloading() throws(FedauthError) -> Bool {
        guard let begun = tickets?.reload else { return false }
        if !begun.isSent, clock.monotonicMilliseconds - begun.since > Self.reloadMilliseconds {
            try reload(begun.session)
        }
        return true
    }

    private static var reloadMilliseconds: Int64 { 1_000 }

    private mutating func reload(_ session: String) throws(FedauthError) {
        let begun = TicketServers.Reload(session: session, since: clock.monotonicMilliseconds)
        tickets?.reload = begun
        try window.reload(session)
    }

    private func getsTicket(_ origin: Origin) -> Bool {
        guard let tickets, origin.scheme == .https else { return false }
        return tickets.origins.contains(origin)
            || !request.policy.allowedHosts.isEmpty && request.policy.permits(origin)
    }
}
