internal import Core

/// Refuses requests with content, or with fields of a script, that a redirect takes to another origin (RFC 9110, 15.4.8 and 15.4.9), once something was
/// typed. What the content is does not count: pages encode, cut and trim what was typed. From a page that nobody sees, keeps
/// content away from services of this machine, too, as `PrivateNetworkAccess` does for forms.
final class ContentGuard {
    /// Whether something may have been typed for this server, or a passkey be used; nil: for any server.
    var hasTyped: (Origin?) -> Bool = { _ in true }
    /// Whether the user named a server; nil: the user sees the page, as in any other window of a browser.
    var isNamed: ((Origin) -> Bool)?
    /// The services of this machine and its link that documents led to before any server farther away did.
    private var near: Set<Origin> = []
    private var hasBeenFarther = false
    /// Why the last request to one of them was refused, for which its page may wait.
    private(set) var kept: FedauthError?
    /// Why the last request to a server that something was typed for was refused: its page may show that as a refusal of its
    /// own, or wait for an answer. The requests of others, such as advertisements, say nothing about the sign-in.
    var refusal: FedauthError?
    /// How many requests have had content, or a password in a field.
    private(set) var count = 0
    /// The origins of requests with content by their loads, and how often a redirect within the server has sent it again.
    private var origins: [String: (origin: Origin?, repeats: Int)] = [:]
    /// How often a server may do so (307, 308): it may count each time as an attempt.
    private static let mostRepeats = 2
    /// More than a sign-in has at a time. A redirect of a load that was dropped is refused.
    private static let maximumLoads = 10_000
    /// Methods whose requests have no content that matters.
    private static let emptyMethods: Set = ["GET", "HEAD", "OPTIONS"]

    /// Checks a request, once. Throws `host-not-allowed`.
    func check(_ request: PageRequest) throws(FedauthError) {
        let hasContent = !Self.emptyMethods.contains(request.method) || request.hasContent
        let origin = request.url?.origin
        if hasContent || request.reported["headers"]?["Authorization"] != nil { count += 1 }
        if let origin { try checkPlace(of: origin, request, hasContent) }
        guard hasContent || request.mayHaveFields else { return }
        let known = request.network.flatMap { origins[$0] }
        let before = known?.origin
        let repeats = hasContent ? known.map { $0.repeats + 1 } ?? 0 : 0
        if let load = request.network {
            if origins.count >= Self.maximumLoads { origins = [:] }
            origins[load] = (origin, repeats)
        }
        guard repeats <= Self.mostRepeats || before != origin || !hasTyped(before) else {
            throw FedauthError(
                .loop, "'\(origin?.hostAndPort ?? "a server")' passes what was sent to it on to itself again and again",
                hint: "servers lock accounts, so it was sent \(repeats) times only; tell its operator")
        }
        // An address that cannot be read may lead anywhere.
        guard known != nil || request.isRedirected, origin == nil || before != origin,
            hasTyped(hasContent ? nil : before)
        else { return }
        let sender = before.map { "'\($0.hostAndPort)'" } ?? "a server"
        let receiver = origin.map { "'\($0.hostAndPort)'" } ?? "an address that cannot be read"
        let error = FedauthError(
            .refusedHost, "\(sender) redirects what was sent to it on to \(receiver)",
            hint:
                "nothing was sent there: the content may include a password, a code or a passkey's answer; '--trace FILE' "
                + "shows the way up to it")
        if hasTyped(before) { refusal = error }
        throw error
    }

    /// A host's name does not tell where it is.
    private func checkPlace(of origin: Origin, _ request: PageRequest, _ hasContent: Bool) throws(FedauthError) {
        let space = origin.space ?? .world
        guard space < .site else {
            hasBeenFarther = hasBeenFarther || request.isDocument
            return
        }
        if hasBeenFarther, hasContent, let isNamed, !near.contains(origin), !isNamed(origin) {
            let error = space.refusal(of: origin)
            kept = error
            throw error
        }
        if request.isDocument, !hasBeenFarther { near.insert(origin) }
    }

    /// Checks the request for a part of a page, once. Returns false when it must be stopped.
    func permits(_ part: PageRequest) -> Bool {
        do throws(FedauthError) {
            try check(part)
            return true
        } catch { return false }
    }
}
