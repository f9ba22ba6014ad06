/// What an answer means to the one who asked for it. It is decided here and nowhere else: for `request`, for the check of a
/// session, for the end of a sign-in by forms and by a browser, and for HTTP authentication. Which step a page of a sign-in
/// wants next is `Page.meaning`.
public enum AnswerMeaning: Sendable, Equatable {
    /// What was asked for.
    case content
    /// The server wants these first, in the order in which they should be fulfilled.
    case demands([SignInDemand])
    /// It leads on, to this address: by a redirect, or by a page that only refreshes; nil: by a script, a form or a link of a
    /// page that has nothing else. What it leads to may be a demand.
    case step(WebURL?)
    /// Its status says that the request has failed.
    case failure(Failure)
    /// A page without content of its own: what its scripts will show is not known.
    case unjudged

    /// What a failure status says (RFC 9110 sections 15.5 and 15.6).
    public enum Failure: Sendable {
        /// The user may not have it: 401, which is a demand as well, and 403.
        case refusal
        /// The session has ended: 419 and 440, which are not in RFC 9110, but what Laravel and IIS answer then.
        case endedSession
        /// Nothing is there: 404, 410.
        case missing
        /// The server is busy or has failed: 408, 429, 5xx. It tells nothing about the user.
        case fault
        /// Another one.
        case other

        /// - Parameter status: 400 and more; nil for the others.
        init?(status: Int) {
            switch status {
            case ..<400: return nil
            case 401, 403: self = .refusal
            case 419, 440: self = .endedSession
            case 404, 410: self = .missing
            case 408, 429, 500...: self = .fault
            default: self = .other
            }
        }
    }

    /// What is known about the request.
    public struct Expectation: Sendable {
        /// The expected media type; nil for any.
        public var type: MediaType?
        /// Whether the request showed a session, or a profile says how to get one: then a login is never the data.
        public var isSignedIn: Bool

        /// Whether content is expected: then a page that only leads on is a step.
        var isContent = false
        /// Whether a form was posted for it: then a question is no content, but a step on the way.
        var isPosted = false

        /// Creates an expectation; by default of any answer.
        public init(_ type: MediaType? = nil, isSignedIn: Bool = false) {
            self.type = type
            self.isSignedIn = isSignedIn
        }

        /// The content of a service that knows the user.
        public static func content(_ type: MediaType? = nil, isPosted: Bool = false) -> Expectation {
            var expected = Expectation(type, isSignedIn: true)
            expected.isContent = true
            expected.isPosted = isPosted
            return expected
        }
    }

    /// - Parameter page: the content of the answer, if it is a page and was read.
    public init(_ response: Response, page: Page?, expecting expected: Expectation = Expectation()) {
        let failure = Failure(status: response.status)
        // A page of a server that has failed may load itself, or another one, again.
        let isOwn = expected.isContent && failure != .fault && failure != .missing
        let step = expected.isContent ? page?.meaning : nil
        if expected.isContent, response.status < 300, page?.tellsOfMaintenance == true {
            self = .failure(.fault)
            return
        }
        let onward = isOwn ? step.flatMap { page?.onward(at: response.url, as: $0) } : nil
        let target = response.redirect.flatMap { try? response.url.resolving($0) } ?? onward
        let demands = Self.demands(in: response, page: page, step, target, expected)
        if !demands.isEmpty {
            self = .demands(demands)
        } else if let target {
            self = .step(target)
        } else if isOwn, let page, let step,
            page.onlyLeadsOn(at: response.url, as: step) || expected.isPosted && step.isQuestion
        {
            self = .step(nil)
        } else if let failure {
            self = .failure(failure)
        } else if expected.isContent, page?.closesAccount == true {
            self = .failure(.refusal)
        } else if case .needsBrowser(.scripts)? = step {
            self = .unjudged
        } else {
            self = .content
        }
    }

    /// The demands; empty when there is none.
    public var demands: [SignInDemand] {
        guard case .demands(let demands) = self else { return [] }
        return demands
    }

    /// Whether a sign-in with pages is demanded.
    public var asksForPages: Bool { demands.contains(where: \.isMetByPages) }

    private static func demands(
        in response: Response, page: Page?, _ step: PageClassifier?, _ target: WebURL?, _ expected: Expectation
    ) -> [SignInDemand] {
        var demands: [SignInDemand] = []
        if response.status == 407 {
            demands.append(.proxyCredentials(response.challenges(in: "proxy-authenticate")))
        }
        demands += protocols(in: response, page, target)
        // A login form beside a challenge that names no scheme is what the challenge means.
        let isLogin = demands.isEmpty && isLogin(response, page, step, expected)
        if response.status == 401, !isLogin || !response.challenges.isEmpty {
            demands.append(.credentials(response.challenges))
        }
        if let scope = response.insufficientScope { demands.append(.scope(scope)) }
        // In other answers this field is not a demand: some servers add it to data.
        let needsToken = response.status >= 400 && response.header("x-csrf-token")?.lowercased() == "required"
        if needsToken { demands.append(.csrfToken) }
        if demands.isEmpty, isLogin { demands.append(.loginPage) }
        return demands
    }

    /// The requests for a sign-in that a redirect or a form brings to an identity provider.
    private static func protocols(in response: Response, _ page: Page?, _ target: WebURL?) -> [SignInDemand] {
        var found: [SignInDemand] = []
        func add(_ demand: SignInDemand?) {
            if let demand, !found.contains(demand) { found.append(demand) }
        }
        if response.header(SAPBackend.challengeField) != nil { add(.saml) }
        if let target { add(SignInDemand(target, from: response.url.origin)) }
        // Content may have any form: one that a person presses is none of the service's demands.
        guard let page, page.isForwarding else { return found }
        for form in page.forms {
            let address = page.baseAddress(at: response.url)
            guard let target = form.action.map({ try? address.resolving($0) }) ?? response.url,
                target.origin != response.url.origin || SignInAddress.isLikely(target.path)
            else { continue }
            add(SignInDemand(form, to: target, from: response.url.origin))
        }
        return found
    }

    private static func isLogin(
        _ response: Response, _ page: Page?, _ step: PageClassifier?, _ expected: Expectation
    ) -> Bool {
        let isHTML = MediaType(response.header("content-type") ?? "").isHTML
        if let type = expected.type, !type.isHTML, isHTML, (200..<300).contains(response.status) { return true }
        guard let page else { return false }
        // The page of a server that has failed may offer a login to its operators.
        let isOwn = response.redirect == nil && Failure(status: response.status) != .fault
        if expected.isSignedIn, isOwn, page.asksForLogin || page.asksForName { return true }
        // A short page that says that the session has ended is in the place of the content.
        if page.isBrief, case .expired? = step { return true }
        return Failure(status: response.status) == .refusal
            && page.forms.contains { $0.action.map(SignInAddress.isLikely) ?? false }
    }
}

extension Page {
    /// Whether it sends its form itself, as far as that can be told: it has nothing else. The script of a page with content may send
    /// another form, and what is in the content is not the service's word. Any script may send the form of a page without text.
    var isForwarding: Bool {
        guard submitsItself || hasScripts, forms.count == 1, links.isEmpty else { return false }
        // A browser with scripts does not show the sentence for those without.
        return text.utf8.count <= (submitsItself || Words.asksForScripts(text) ? 300 : 80)
    }

    /// Whether it has a field for a password or a code, and is not the page of a user who is signed in and may change the
    /// password there. Other fields may belong to the service itself. So may one whose name only speaks of a code, unless the page
    /// has little else.
    fileprivate var asksForLogin: Bool {
        forms.contains { form in
            let codes = zip(form.fields, form.roles).filter { $1 == .oneTimeCode && $0.mayTakeSignInCode }.map(\.0)
            let isShort = text.utf8.count <= 600 && form.fields.count(where: \.isTyped) == 1 && !offersToLeave
            let asksForCode =
                codes.contains(where: \.surelyTakesCode) || !codes.isEmpty && (isShort || form.secondFactor != nil)
                || isShort && form.loginRank > 0 && announced.contains(where: Words.askForCode)
            let asksByScript = form.sendsPasswordByScript && !offersToLeave
            guard asksForCode || asksByScript || form.fields.contains(where: \.takesProof) else { return false }
            guard offersToLeave, !asksForCode else { return true }
            // The user is signed in: settings have passwords of other servers, and only a button that leads on asks for the user's.
            return !form.wantsNewPassword
                && (form.submitButtons.isEmpty
                    || form.submitButtons.contains { Words.leadsIn($0.label) || $0.saysYes })
        }
    }

    /// Whether each password that it asks for is one to change, and need not be changed first.
    var onlySetsPasswords: Bool {
        let asking = forms.filter { $0.roles.contains(.password) }
        return !asking.isEmpty && asking.allSatisfy(\.wantsNewPassword)
            && !Words.occur(Words.expiredPassword, in: [title, text])
    }

    /// Whether it is the first page of a login, which asks only for the name, and has little else.
    fileprivate var asksForName: Bool {
        guard text.utf8.count <= 600, !offersToLeave else { return false }
        return forms.contains { form in
            form.loginRank >= 4 && form.roles.compactMap(\.self) == [.userName]
                && form.submitButtons.contains(where: \.goesOn)
                && (form.fields.contains { $0.autocomplete.contains("username") }
                    || form.submitButtons.contains { $0.onlyGoesOn || Words.stand(["next"], in: [$0.label]) }
                    || [title, text].contains(where: Words.leadsIn))
        }
    }

    /// Whether it has a link or a button that ends a session.
    var offersToLeave: Bool {
        Words.occur(Words.leaving, in: links.map(\.text) + forms.flatMap { $0.submitButtons.map(\.label) })
    }
}

extension PageClassifier {
    /// Whether only an answer to what the page asks leads on.
    fileprivate var isQuestion: Bool {
        switch self {
        case .consent, .keepSignedIn, .homeRealm, .choice: true
        default: false
        }
    }
}

extension FormField {
    fileprivate var takesProof: Bool {
        isTyped && (kind == .password || autocomplete.contains("one-time-code")) || role == .password
    }
}
