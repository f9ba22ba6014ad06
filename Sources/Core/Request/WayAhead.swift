/// A look at where an address leads, as a browser would come there. Nothing of it is kept.
struct WayAhead {
    private let requestStep: RequestStep
    /// The number of steps on which a login is looked for.
    private static let maximumSteps = 5

    init(_ requestStep: RequestStep) { self.requestStep = requestStep }

    /// Returns whether a browser would come to a login, as with mod_auth_mellon, whose own address starts the sign-in,
    /// or with a service that answers programs by 401. A way that comes back to `wanted` has been a sign-in without a
    /// question; a redirect to a server that may not be asked is content.
    func leadsToSignIn(
        from start: WebURL, to wanted: WebURL, _ jar: CookieJar, _ deadline: Deadline,
        permits: (Origin) throws(FedauthError) -> Bool
    ) throws(FedauthError) -> Bool {
        var (target, jar) = (start, jar)
        for _ in 0..<Self.maximumSteps {
            guard try permits(target.origin) else { return false }
            let answer: Response
            do throws(FedauthError) {
                answer = try requestStep.send(
                    Request("GET", target, headers: [Request.Header("Accept", "text/html")]), by: "the address",
                    with: &jar, deadline: deadline, streams: ContentStreams(sink: PageReading()))
            } catch {
                guard error.code != .timedOut else { throw error }
                // Content that is longer than a page, or a server that has nothing to do with this.
                return false
            }
            let page = try requestStep.page(answer, deadline: deadline)
            switch AnswerMeaning(answer, page: page, expecting: .content()) {
            case .content:
                // What it shows may be in a frame of its own.
                guard let frame = page?.ownFrames(at: target).first else { return false }
                target = frame
            case .failure: return false
            // What another server, or a login, draws by scripts is no data.
            case .unjudged: return target.origin != wanted.origin || SignInAddress.isLikely(target.path)
            case .step(nil): return true
            case .step(let next?):
                if next == wanted { return true }
                target = next
            case .demands(let demands): return demands.contains(where: \.isMetByPages)
            }
        }
        return false
    }
}
