import Secrets

/// Sends a request until the server returns the wanted answer. It fulfils the server's demands, each kind once by a new
/// sign-in, and sends the request again with its content. Data of one origin does not reach another: cookies follow
/// their own rules, credentials and tokens go only to the origin that asked for them, the user's own fields only to the
/// first origin.
public struct RequestFlow {
    /// The caller's options.
    public struct Options {
        /// Whether to follow redirects.
        public var followsRedirects = false
        /// The expected media type; a page instead of it is a login.
        public var expected: MediaType?
        /// Whether to fulfil demands; otherwise the answer with the demand is returned.
        public var signsIn = true
        /// Called before a demand is fulfilled.
        public var signInBegins: () -> Void = {}
        /// The largest answer without a sink, in bytes.
        public var maximumBodyBytes = 16 << 20

        /// Creates the defaults: no redirects, any media type, signing in.
        public init() {}
    }

    private let requestStep: RequestStep
    private let answerers: [any DemandAnswerer]
    private let options: Options
    private let reporter: any Reporter
    /// The number of demands of one address; more are a loop that no sign-in ends.
    private static let maximumDemands = 8
    /// Fields that describe the wanted answer and not the user.
    private static let neutral: Set<String> = ["accept", "accept-encoding", "accept-language", "content-type", "range"]

    /// The answerers are asked in this order.
    public init(
        _ agent: UserAgent, answerers: [any DemandAnswerer], options: Options, reporter: any Reporter
    ) {
        requestStep = RequestStep(agent: agent, confinesCookies: true)
        self.answerers = answerers
        self.options = options
        self.reporter = reporter
    }

    /// What an answer without a media type may be, where another one was asked for (RFC 9110 section 8.3).
    private var assumedType: String { options.expected == nil ? "" : "text/html" }

    /// Returns whether an answer is final, as far as its head tells: then a sink receives its content.
    public func isFinal(_ head: Response) -> Bool {
        if options.followsRedirects, head.redirect != nil { return false }
        guard options.signsIn else { return true }
        // The forms of a page can be a demand, which the head does not show.
        let isPage = MediaType(head.header("content-type") ?? assumedType).isHTML
        guard !isPage else { return false }
        switch AnswerMeaning(head, page: nil, expecting: .init(options.expected)) {
        case .content, .failure, .unjudged: return true
        case .demands, .step: return false
        }
    }

    /// Throws `unexpected-content` for a success that is surely not of the expected type: many services tell of an error, or of a
    /// session that has ended, by status 200.
    private func requireExpected(_ head: Response, to request: Request) throws(FedauthError) {
        guard let expected = options.expected, (200..<300).contains(head.status), request.method == "GET" else {
            return
        }
        let type = MediaType(head.header("content-type") ?? "")
        let isEmpty = head.status == 204 || head.status == 205
        guard isEmpty || type.isOther(than: expected) else { return }
        throw FedauthError(
            .unexpectedContent,
            "'\(request.url.withoutQuery)' answered \(isEmpty ? "without content" : "with '\(type.essence.folded(to: 60))'"), "
                + "and '\(expected.essence.folded(to: 60))' was asked for",
            hint: "nothing was written; without '--expect' it is taken as it is")
    }

    /// Sends `request` and returns the final answer; content that a sink received is not in its body. `jar` has the
    /// initial cookies, and receives those of the answers. `limit` returns the deadline of one request: a user needs
    /// time to sign in that a transfer does not.
    public func run(
        _ first: Request, jar: inout CookieJar, streams content: ContentStreams, limit: () -> Deadline
    ) throws(FedauthError) -> Response {
        var request = first
        var streams = content
        var isRepeated = false
        for _ in 0...NavigationPolicy.maximumRedirects {
            let (response, page, isMet) = try admitted(request, of: first, &jar, streams, limit)
            if isMet, options.followsRedirects, let target = try response.redirectTarget {
                request = try next(request, target, of: response, &streams)
                continue
            }
            let isLogin = if isMet { try self.isLogin(response, page, insteadOf: first, at: request) } else { true }
            if isLogin {
                let isElsewhere = request.url.origin != first.url.origin
                // Where the login of another server begins, only a profile says.
                let isKnown = if isElsewhere { try isSignedIn(at: first.url, isElsewhere: true) } else { true }
                guard isKnown, try hasOnlyMetLogin(first, jar, limit()),
                    let answerer = answerers.first(where: { $0.answers(.loginPage) })
                else { throw Self.login(at: response.url, insteadOf: first) }
                guard !isRepeated else {
                    throw FedauthError(
                        .refused, "'\(first.url.withoutQuery)' leads to a login again, although you are signed in",
                        hint: "'--trace FILE' shows where; leave out '-L' to see the redirect itself")
                }
                isRepeated = true
                options.signInBegins()
                try answerer.answer(
                    .loginPage, in: Response(status: 200, url: first.url), to: first, jar: &jar, limit: limit)
                (request, streams) = (first, content)
            } else {
                return response
            }
        }
        throw NavigationPolicy.tooManyRedirects(request.url, hint: "'--trace FILE' shows them")
    }

    /// Returns false for a login in place of what redirects of `first` lead to: `first` is what a sign-in helps.
    private func admitted(
        _ request: Request, of first: Request, _ jar: inout CookieJar, _ content: ContentStreams,
        _ limit: () -> Deadline
    ) throws(FedauthError) -> (Response, Page?, isMet: Bool) {
        var streams = content
        // The content may take long, and other commands may wait for the answer.
        let sink = content.sink.map { sink in
            ListeningSink(sink) { (head) throws(FedauthError) in
                guard isFinal(head) else { return false }
                for answerer in answerers { try answerer.heard(head, isFinal: false) }
                try requireExpected(head, to: request)
                guard options.signsIn, head.status < 300, head.mayBeSniffed else { return false }
                return try isSignedIn(at: request.url, isElsewhere: false)
            }
        }
        streams.sink = sink
        // A page in a coding that was asked for, or not: its judge reads it once more, decoded.
        var coded: Response?
        var isAnswered = false
        for _ in 0...Self.maximumDemands {
            let deadline = limit()
            var prepared = request
            for answerer in answerers { try answerer.prepare(&prepared, jar: &jar) }
            if coded != nil { prepared.headers.removeAll { $0.name.lowercased() == "accept-encoding" } }
            var response: Response
            do throws(FedauthError) {
                response = try requestStep.send(
                    prepared, by: "the address", with: &jar, deadline: deadline,
                    maximumBodyBytes: options.maximumBodyBytes, streams: streams)
            } catch {
                guard try recovered(from: error) else { throw error }
                continue
            }
            sink?.giveBack(to: &response)
            guard options.signsIn else { return (response, nil, true) }
            if coded == nil, prepared.isSafe, prepared.has(["accept-encoding"]), response.isCodedPage {
                coded = response
                continue
            }
            let page: Page?
            do throws(FedauthError) {
                page = try requestStep.page(response, assuming: assumedType, deadline: deadline)
            } catch  where error.code == .badAnswer {
                throw error.hinting("if this page is what is wanted, '--no-sign-in' gets it")
            }
            let demands = try demands(of: response, page, to: prepared, jar, deadline)
            guard let (demand, answerer) = try chosen(among: demands, of: response) else {
                let isFinal = !options.followsRedirects || !response.redirectsWithin
                for answerer in answerers { try answerer.heard(response, isFinal: isFinal) }
                try requireExpected(coded ?? response, to: request)
                return (coded ?? response, page, true)
            }
            for other in answerers where other !== answerer {
                if demand == .loginPage { try other.metLogin(response) }
                try other.heard(response, isFinal: false)
            }
            reporter.detail("'\(response.url.withoutQuery)' demands \(answerer.purpose)")
            options.signInBegins()
            if demand == .loginPage, request.url != first.url, request.url.origin == first.url.origin {
                return (response, page, false)
            }
            // Only its type made it a login.
            if demand == .loginPage, isAnswered, let type = options.expected,
                case .content = AnswerMeaning(response, page: page, expecting: .content())
            {
                throw FedauthError(
                    .unexpectedContent,
                    "signed in, but '\(request.url.withoutQuery)' answers with a page in place of '\(type.essence)'"
                        + (page.map { "; it says: \($0.text.folded(to: 160))" } ?? ""),
                    hint: "nothing was written; without '--expect' the page is the answer")
            }
            isAnswered = isAnswered || demand == .loginPage
            do throws(FedauthError) {
                try answerer.answer(demand, in: response, to: request, jar: &jar, limit: limit)
            } catch {
                if demand == .loginPage {
                    for other in answerers where other !== answerer { try other.metLogin(nil) }
                }
                throw error
            }
            coded = nil
        }
        throw FedauthError(
            .refused, "'\(request.url.withoutQuery)' demands one sign-in after the other",
            hint: "'--trace FILE' shows what it says")
    }

    /// Returns whether one of the answerers prepares another answer after a request that could not be sent.
    private func recovered(from error: FedauthError) throws(FedauthError) -> Bool {
        try any { (answerer) throws(FedauthError) in try answerer.recover(from: error) }
    }

    private func any(_ holds: (any DemandAnswerer) throws(FedauthError) -> Bool) throws(FedauthError) -> Bool {
        for answerer in answerers where try holds(answerer) { return true }
        return false
    }

    /// Returns the demands of an answer, also those that only show when one looks where it leads.
    private func demands(
        of response: Response, _ page: Page?, to request: Request, _ jar: CookieJar, _ deadline: Deadline
    ) throws(FedauthError) -> [SignInDemand] {
        let isSignedIn = try isSignedIn(at: request.url, isElsewhere: false)
        let meaning = AnswerMeaning(
            response, page: page,
            expecting: isSignedIn ? .content(options.expected) : .init(options.expected))
        requestStep.agent.trace?.write(meaning, of: response)
        let mayHaveActed = response.status < 300 && !request.isSafe
        // It cannot be read, and the request must not be sent again for that.
        if mayHaveActed, isSignedIn, response.isCodedPage {
            if try hasOnlyMetLogin(request, jar, deadline) { return [.loginPage] }
            guard try isSessionOver(at: request.url, isTold: false) else { return [] }
            throw Self.login(at: response.url, insteadOf: request)
        }
        switch meaning {
        // A page with a password field, or one that only leads on, may be the answer to what was done.
        case .step(let target) where mayHaveActed:
            if try hasOnlyMetLogin(request, jar, deadline) { return [.loginPage] }
            guard isSignedIn, response.redirect == nil, let target, SignInAddress.isLikely(target.path) else {
                return []
            }
            throw Self.login(at: target, insteadOf: request)
        // The settings of who is signed in.
        case .demands([.loginPage]) where mayHaveActed && options.expected == nil && page?.onlySetsPasswords == true:
            return []
        case .demands([.loginPage]) where mayHaveActed:
            if try hasOnlyMetLogin(request, jar, deadline) { return [.loginPage] }
            guard isSignedIn else { return [] }
            throw Self.login(at: response.url, insteadOf: request)
        case .failure(.refusal) where response.status < 300:
            throw FedauthError(
                .refused,
                "'\(response.url.hostAndPath)' lets the user not in: \((page?.ownText ?? "").folded(to: 160))",
                hint: "if this page is what is wanted, '--no-sign-in' gets it")
        case .failure(.fault) where response.status < 300:
            guard let error = Document(response: response, page: page).failure() else { return [] }
            throw error.hinting("nothing was written; if this page is what is wanted, '--no-sign-in' gets it")
        case .failure(let failure) where failure == .refusal || failure == .endedSession:
            return try isSessionOver(at: request.url, isTold: failure == .endedSession) ? [.loginPage] : []
        // Some services deny to strangers that anything is there, or stumble over a session that has ended.
        case .failure(.missing) where isSignedIn,
            .failure(.fault) where isSignedIn && response.status == 500 && request.isSafe:
            return try isSessionOver(at: request.url, isTold: false) ? [.loginPage] : []
        case .content:
            // The content is what the page's frames show.
            guard isSignedIn, request.isSafe else { return [] }
            for frame in page?.ownFrames(at: response.url) ?? []
            where try leadsToSignIn(frame, instead: request.url, jar, deadline) { return [.loginPage] }
            return []
        case .failure, .unjudged: return []
        case .step(nil):
            // What another user has written on a page may be a link to a login, too.
            guard let page, !page.isForwarding, let target = page.leadingTarget(at: response.url),
                target.origin != response.url.origin
            else { return [.loginPage] }
            return try leadsToProvider(target, from: request.url) ? [.loginPage] : []
        case .step(let target?):
            // An address with a query that names no login, or behind a request that changes something, may be valid once; a browser that shows the
            // page of a refresh requests it in any case.
            let isNear =
                isSignedIn && !options.followsRedirects && target.query == nil && request.isSafe
            let isOfSignIn =
                SignInAddress.isLikely(target.path) || SignInAddress.leadsBack(target, to: request.url)
            if !isNear, response.redirect != nil, !isOfSignIn {
                // The session's own address says whether it is over, and does nothing.
                if isSignedIn, !options.followsRedirects, request.isSafe, target.origin == request.url.origin {
                    return try isSessionOver(at: request.url, isTold: false) ? [.loginPage] : []
                }
                guard request.isSafe, try leadsToProvider(target, from: request.url) else { return [] }
            }
            // A page that only leads on is no content, wherever it leads.
            if response.redirect == nil { try requestStep.agent.policy.check(target, by: "the page in its place") }
            return try leadsToSignIn(target, instead: request.url, jar, deadline) ? [.loginPage] : []
        case .demands(let demands)
        where demands == [.credentials([])] && !request.has(["authorization"]):
            // Against RFC 9110 section 15.5.2, but usual where programs ask for what is meant for browsers.
            if try leadsToSignIn(request.url, instead: request.url, jar, deadline) { return [.loginPage] }
            return try isSessionOver(at: request.url, isTold: true) ? [.loginPage] : demands
        case .demands(let demands)
        where demands.allSatisfy(\.isForNoPassword)
            && !request.has(["authorization"]):
            return try isSessionOver(at: request.url, isTold: true) ? [.loginPage] : demands
        case .demands(let demands): return demands
        }
    }

    private func isSessionOver(at url: WebURL, isTold: Bool) throws(FedauthError) -> Bool {
        try any { (answerer) throws(FedauthError) in try answerer.isSessionOver(at: url, isTold: isTold) }
    }

    private func leadsToProvider(_ target: WebURL, from url: WebURL) throws(FedauthError) -> Bool {
        try any { (answerer) throws(FedauthError) in try answerer.leadsToProvider(target, from: url) }
    }

    private func isSignedIn(at url: WebURL, isElsewhere: Bool) throws(FedauthError) -> Bool {
        try any { (answerer) throws(FedauthError) in try answerer.isSignedIn(at: url, isElsewhere: isElsewhere) }
    }

    /// Returns whether redirects have led a request that a user who is signed in has sent to a login.
    private func isLogin(
        _ response: Response, _ page: Page?, insteadOf first: Request, at last: Request
    ) throws(FedauthError) -> Bool {
        guard options.signsIn, last.url != first.url else { return false }
        let meaning = AnswerMeaning(response, page: page, expecting: .content())
        let isElsewhere = last.url.origin != first.url.origin
        // What another server, to which a session leads, shows by scripts or at the next address is no data.
        let isPageElsewhere = isElsewhere && response.status < 300
        let isLogin =
            switch meaning {
            case .demands: meaning.asksForPages
            case .step(let target): isPageElsewhere || target == nil && first.isSafe
            case .unjudged: isPageElsewhere
            case .content, .failure: false
            }
        guard isLogin else { return false }
        return try isSignedIn(
            at: first.url, isElsewhere: isElsewhere && !isPageElsewhere && !meaning.asksForPages)
    }

    /// Returns whether a request that was answered by a login has done nothing: one that changes something only if its address
    /// shows a login to a browser, too, and the session does not hold.
    private func hasOnlyMetLogin(
        _ request: Request, _ jar: CookieJar, _ deadline: Deadline
    ) throws(FedauthError) -> Bool {
        guard !request.isSafe else { return true }
        guard try leadsToSignIn(request.url, instead: request.url, jar, deadline) else { return false }
        for answerer in answerers where try answerer.holdsSession(at: request.url, jar) { return false }
        return true
    }

    private static func login(at place: WebURL, insteadOf first: Request) -> FedauthError {
        let what = first.isSafe ? "leads to" : "answers the \(first.method.folded(to: 20)) with"
        return FedauthError(
            .refused,
            "'\(first.url.withoutQuery)' \(what) the login '\(place.withoutQuery)': "
                + (first.isSafe ? "the session may have ended" : "it may not have been done"),
            hint: "sign in again, and see; a profile lets 'request' sign in by itself; if this page is what is wanted, "
                + "'--no-sign-in' gets it")
    }

    private func leadsToSignIn(
        _ target: WebURL, instead wanted: WebURL, _ jar: CookieJar, _ deadline: Deadline
    ) throws(FedauthError) -> Bool {
        try WayAhead(requestStep).leadsToSignIn(from: target, to: wanted, jar, deadline) {
            (next) throws(FedauthError) in
            if next == wanted.origin { return true }
            return try isSignedIn(at: wanted, isElsewhere: true)
        }
    }

    /// Returns the first demand and its answerer; nil when there is no demand. Throws `refused` when no answerer can
    /// fulfil it.
    private func chosen(
        among demands: [SignInDemand], of response: Response
    ) throws(FedauthError) -> (SignInDemand, any DemandAnswerer)? {
        for demand in demands {
            if let answerer = answerers.first(where: { $0.answers(demand) }) { return (demand, answerer) }
        }
        guard case .proxyCredentials? = demands.first else { return nil }
        throw CredentialExchange.proxySignIn(on: response.url)
    }

    /// Returns the next request of a redirect (RFC 9110 section 15.4).
    private func next(
        _ request: Request, _ target: WebURL, of response: Response, _ streams: inout ContentStreams
    ) throws(FedauthError) -> Request {
        var following = request
        following.url = target
        let isOther = target.origin != request.url.origin
        if response.status == 303 && request.method != "HEAD"
            || [301, 302].contains(response.status) && request.method == "POST"
        {
            following.method = "GET"
            following.body = nil
            streams.source = nil
            following.headers.removeAll { $0.name.lowercased().hasPrefix("content-") }
        } else if isOther && (!request.isSafe || request.body != nil || streams.source != nil) {
            // A request that changes data was meant for one server; the user may be signed in at another one, too.
            throw FedauthError(
                .refusedHost,
                "'\(response.url.hostAndPath)' wants the \(request.method.folded(to: 20)) passed on to "
                    + "'\(target.origin.hostAndPort)'",
                hint: "nothing was sent there; if it is meant for that server, send it to "
                    + target.withoutQuery.shellQuoted.quotedCommand)
        }
        if isOther { following.headers.removeAll { !Self.neutral.contains($0.name.lowercased()) } }
        return following
    }
}

extension Response {
    /// Whether an answer without a demand confirms the previous credential: a server that forbids access or has failed
    /// may not have checked it.
    var tellsOfAdmission: Bool { status < 500 && ![401, 403, 407, 408, 423, 429].contains(status) }

    /// Whether it is a page that cannot be read, since its content is still coded (RFC 9110 section 8.4).
    fileprivate var isCodedPage: Bool {
        let coding = header("content-encoding")?.lowercased() ?? "identity"
        return coding != "identity" && MediaType(header("content-type") ?? "").isHTML
            && !body.withBytes(Response.beginsLikePage)
    }
}

extension WebURL {
    /// Host and path, for messages in which the scheme does not matter.
    fileprivate var hostAndPath: String { origin.hostAndPort + path.folded(to: 120) }
}

/// Tells of the head before a sink gets the content, and keeps content that may be a page although no field says so.
private final class ListeningSink: ContentSink {
    private let inner: any ContentSink
    private let mayBePage: (Response) throws(FedauthError) -> Bool
    /// The head of the content that is kept.
    private var head: Response?
    private var kept = Secret()

    /// `mayBePage` hears of the head, and returns whether its content may be a page in place of what was asked for.
    init(_ inner: any ContentSink, _ mayBePage: @escaping (Response) throws(FedauthError) -> Bool) {
        self.inner = inner
        self.mayBePage = mayBePage
    }

    func wants(_ head: Response) throws(FedauthError) -> Bool {
        kept.truncate(to: 0)
        self.head = try mayBePage(head) ? head : nil
        return try self.head != nil ? true : inner.wants(head)
    }

    func take(_ bytes: UnsafeRawBufferPointer) throws(FedauthError) {
        guard let head else { return try inner.take(bytes) }
        kept.append(bytes)
        let isPage = kept.count <= NavigationPolicy.maximumPageBytes && kept.withBytes(Response.beginsLikePage)
        guard !isPage, try inner.wants(head) else { return }
        self.head = nil
        try kept.withBytes { (bytes) throws(FedauthError) in try inner.take(bytes) }
        kept.truncate(to: 0)
    }

    /// Puts content that was kept into its response.
    func giveBack(to response: inout Response) {
        guard head != nil else { return }
        head = nil
        response.body = kept.withBytes(SharedSecret.init(copying:))
        kept.truncate(to: 0)
    }
}
