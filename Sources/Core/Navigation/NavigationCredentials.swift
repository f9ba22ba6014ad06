/// Answers HTTP authentication with user name and password on the way of a sign-in, by the rules of `CredentialAnswerer`:
/// the strongest scheme, for one origin and one realm, each password once.
final class NavigationCredentials {
    private let hashing: any DigestHashing
    private let reporter: any Reporter
    private let makeCredentials: (Origin) throws(FedauthError) -> HTTPCredentials
    private var answerers: [Origin: CredentialAnswerer] = [:]
    private var sources: [HTTPCredentials] = []

    /// `makeCredentials` creates the source of user name and password for an origin.
    init(
        hashing: any DigestHashing, reporter: any Reporter,
        makeCredentials: @escaping (Origin) throws(FedauthError) -> HTTPCredentials
    ) { (self.hashing, self.reporter, self.makeCredentials) = (hashing, reporter, makeCredentials) }

    /// Whether a server accepted a user name and a password.
    var isAccepted: Bool { sources.contains { $0.approvedUser != nil } }
    /// The user name that a server accepted last; nil when there is none.
    var user: String? { sources.compactMap(\.approvedUser).last { !$0.isEmpty } }

    /// Returns whether a challenge of the answer can be answered, and the page does not lead on itself: by a login form,
    /// which the provider made for this sign-in, to another sign-in, or, where a ticket is offered first, in any other way.
    func answers(_ response: Response, page: Page?) -> Bool {
        guard response.status == 401, !challenges(of: response).isEmpty else { return false }
        if case .login? = page?.meaning { return false }
        if response.offersNegotiate, Document(response: response, page: page).leadsOn { return false }
        return !AnswerMeaning(response, page: page).asksForPages
    }

    /// Adds the answer to an earlier challenge of the same origin.
    func prepare(_ request: inout Request) throws(FedauthError) {
        var jar = CookieJar()
        try answerers[request.url.origin]?.prepare(&request, jar: &jar)
    }

    /// Finds an answer, which `prepare` adds. Throws `refused` when the last one was refused and there is no other, and
    /// `input-needed`, naming what is missing, when the user cannot be asked.
    func answer(_ response: Response, to request: Request, _ deadline: Deadline) throws(FedauthError) {
        let origin = response.url.origin
        let answerer = answerers[origin] ?? newAnswerer()
        answerers[origin] = answerer
        var jar = CookieJar()
        try answerer.answer(
            .credentials(challenges(of: response)), in: response, to: request, jar: &jar, limit: { deadline })
    }

    /// Takes what the response says about the last answer.
    func approve(_ response: Response) throws(FedauthError) {
        try answerers[response.url.origin]?.heard(response, isFinal: !response.redirectsWithin)
    }

    /// The challenges that a user name and a password answer.
    private func challenges(of response: Response) -> [Challenge] {
        response.challenges.filter { challenge in
            guard let known = AnswerableChallenge(challenge, at: response.url.origin) else { return false }
            return known.scheme != .negotiate
        }
    }

    private func newAnswerer() -> CredentialAnswerer {
        CredentialAnswerer(options: BasicSignIn.Options(), hashing: hashing, reporter: reporter) {
            [weak self, makeCredentials] (origin) throws(FedauthError) in
            let source = try makeCredentials(origin)
            self?.sources.append(source)
            return source
        }
    }
}
