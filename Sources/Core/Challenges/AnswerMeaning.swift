/// What an answer means to the one who asked for it. It is decided here and nowhere else: for `request`, for the check of a
/// session, for the pages of a sign-in and for HTTP authentication.
public enum AnswerMeaning: Sendable, Equatable {
    /// What was asked for, or another answer that asks for nothing; its status is the caller's business.
    case content
    /// The server wants these first, in the order in which they should be fulfilled.
    case demands([SignInDemand])
    /// A redirect that is no demand by itself; what it leads to may be one.
    case step(WebURL)

    /// What is known about the request.
    public struct Expectation: Sendable {
        /// The expected media type; nil for any.
        public var type: MediaType?
        /// Whether the request showed a session, or a profile says how to get one: then a login is never the data.
        public var isSignedIn: Bool

        /// Whether content is expected: then a page that only leads on is a step.
        var isContent = false

        /// Creates an expectation; by default of any answer.
        public init(_ type: MediaType? = nil, isSignedIn: Bool = false) {
            self.type = type
            self.isSignedIn = isSignedIn
        }

        /// The content of a service that knows the user.
        static func content(_ type: MediaType? = nil) -> Expectation {
            var expected = Expectation(type, isSignedIn: true)
            expected.isContent = true
            return expected
        }

        /// Any page of a service after a sign-in.
        static let signedIn = Expectation(isSignedIn: true)
    }

    /// - Parameter page: the content of the answer, if it is a page and was read.
    public init(_ response: Response, page: Page?, expecting expected: Expectation = Expectation()) {
        let onward = expected.isContent ? page?.onward(at: response.url) : nil
        let target = response.redirect.flatMap { try? response.url.resolving($0) } ?? onward
        let demands = Self.demands(in: response, page: page, target, expected)
        self = demands.isEmpty ? target.map { .step($0) } ?? .content : .demands(demands)
    }

    /// The demands; empty when there is none.
    public var demands: [SignInDemand] {
        guard case .demands(let demands) = self else { return [] }
        return demands
    }

    /// Whether a sign-in with pages is demanded.
    public var asksForPages: Bool { demands.contains(where: \.isMetByPages) }

    private static func demands(
        in response: Response, page: Page?, _ target: WebURL?, _ expected: Expectation
    ) -> [SignInDemand] {
        var demands: [SignInDemand] = []
        if response.status == 407 {
            demands.append(.proxyCredentials(response.challenges(in: "proxy-authenticate")))
        }
        demands += protocols(in: response, page, target)
        // A login form beside a challenge that names no scheme is what the challenge means.
        let isLogin = demands.isEmpty && isLogin(response, page, target, expected)
        if response.status == 401, !isLogin || !response.challenges.isEmpty {
            demands.append(.credentials(response.challenges))
        }
        // In other answers this field is not a demand: some servers add it to data.
        if response.header("x-csrf-token")?.lowercased() == "required" { demands.append(.csrfToken) }
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
        guard let page else { return found }
        for form in page.forms {
            let address = page.baseAddress(at: response.url)
            guard let target = form.action.map({ try? address.resolving($0) }) ?? response.url else { continue }
            add(SignInDemand(form, to: target, from: response.url.origin))
        }
        return found
    }

    private static func isLogin(
        _ response: Response, _ page: Page?, _ target: WebURL?, _ expected: Expectation
    ) -> Bool {
        let isHTML = MediaType(response.header("content-type") ?? "").isHTML
        if let type = expected.type, !type.isHTML, isHTML, (200..<300).contains(response.status) { return true }
        guard let page else { return false }
        if expected.isSignedIn, response.redirect == nil {
            if page.asksForLogin { return true }
            if expected.isContent, target == nil, page.onlyLeadsOn(at: response.url) { return true }
        }
        return [401, 403].contains(response.status)
            && page.forms.contains { $0.action.map(SignInAddress.isLikely) ?? false }
    }
}

extension Page {
    /// Whether it has a field for a password or a code, and is not the page of a user who is signed in and may change the
    /// password there. Other fields may belong to the service itself. So may one whose name only speaks of a code, unless the page
    /// has little else.
    fileprivate var asksForLogin: Bool {
        forms.contains { form in
            let codes = zip(form.fields, form.roles).filter { $1 == .oneTimeCode && $0.mayTakeSignInCode }.map(\.0)
            let isShort = text.utf8.count <= 600 && form.fields.count(where: \.isTyped) == 1 && !offersToLeave
            let asksForCode =
                codes.contains(where: \.surelyTakesCode) || !codes.isEmpty && (isShort || form.secondFactor != nil)
            guard asksForCode || form.fields.contains(where: \.takesProof) else { return false }
            return !(form.wantsNewPassword && offersToLeave)
        }
    }

    /// Whether it has a link or a button that ends a session.
    private var offersToLeave: Bool {
        Words.occur(Words.leaving, in: links.map(\.text) + forms.flatMap { $0.submitButtons.map(\.label) })
    }
}

extension FormField {
    fileprivate var takesProof: Bool {
        isTyped && (kind == .password || autocomplete.contains("one-time-code")) || role == .password
    }
}
