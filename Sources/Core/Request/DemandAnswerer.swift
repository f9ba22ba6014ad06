/// Does what servers demand before they give what they were asked for: one for each kind of demand.
public protocol DemandAnswerer: AnyObject {
    /// What it does, as messages name it: "a sign-in by SAML".
    var purpose: String { get }

    /// Adds to a request what is known already: each time that it goes out, also to another origin on the way.
    func prepare(_ request: inout Request, jar: inout CookieJar) throws(FedauthError)

    /// Whether it can do what is demanded.
    func answers(_ demand: SignInDemand) -> Bool

    /// Does it, so that `prepare` has what the server wants. `response` is what demanded it, of the request's origin.
    ///
    /// Throws `refused` when it did so before for this origin, and has nothing better to give.
    ///
    /// - Parameter limit: makes the deadline of one sending.
    func answer(
        _ demand: SignInDemand, in response: Response, to request: Request, jar: inout CookieJar,
        limit: () -> Deadline
    ) throws(FedauthError)

    /// The server took what was answered.
    func wasAccepted() throws(FedauthError)
}

extension DemandAnswerer {
    /// It answers nothing.
    public func answer(
        _ demand: SignInDemand, in response: Response, to request: Request, jar: inout CookieJar,
        limit: () -> Deadline
    ) throws(FedauthError) {}

    /// Nothing is known beforehand.
    public func prepare(_ request: inout Request, jar: inout CookieJar) throws(FedauthError) {}

    /// Nothing is to be kept.
    public func wasAccepted() throws(FedauthError) {}
}
