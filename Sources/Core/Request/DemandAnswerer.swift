/// Fulfils one kind of demand that servers make before they answer a request.
public protocol DemandAnswerer: AnyObject {
    /// The purpose, for messages: "a sign-in by SAML".
    var purpose: String { get }

    /// Adds what is already known to a request, each time before it is sent, also after redirects.
    func prepare(_ request: inout Request, jar: inout CookieJar) throws(FedauthError)

    /// Returns whether the requests to this address are those of a user who is signed in, or could be: then a login is
    /// never the data. `isElsewhere`: it is another server's, to which nothing but a redirect leads.
    func isSignedIn(at url: WebURL, isElsewhere: Bool) throws(FedauthError) -> Bool

    /// Returns whether a redirect there, from an address of this user, leads to a server that has signed the user in, or that
    /// is still to do so.
    func leadsToProvider(_ target: WebURL, from url: WebURL) throws(FedauthError) -> Bool

    /// Returns whether a new session may help where a server refuses, in a way that is not a demand, what is at an
    /// address; `isTold`: the answer itself says that the session has ended.
    func isSessionOver(at url: WebURL, isTold: Bool) throws(FedauthError) -> Bool

    /// Returns whether the session for an address holds for sure: with these cookies its server shows what nobody else sees.
    func holdsSession(at url: WebURL, _ jar: CookieJar) throws(FedauthError) -> Bool

    /// Returns whether it can fulfil this demand.
    func answers(_ demand: SignInDemand) -> Bool

    /// Fulfils a demand of `response`, from the request's origin, so that `prepare` can add the result; `limit` returns
    /// the deadline of one request. Throws `refused` when an earlier result was refused and there is no other.
    func answer(
        _ demand: SignInDemand, in response: Response, to request: Request, jar: inout CookieJar, limit: () -> Deadline
    ) throws(FedauthError)

    /// Called when a prepared request could not be sent. Returns whether to send it again with another answer.
    func recover(from error: FedauthError) throws(FedauthError) -> Bool

    /// Called with the head of an answer to a prepared request; a final one demands nothing.
    func heard(_ head: Response, isFinal: Bool) throws(FedauthError)

    /// Called when a login, which another one is to answer, is the answer to a prepared request, or where that leads;
    /// nil: it could not be answered. Throws `refused` when that is how the server refuses a user name and a password.
    func metLogin(_ response: Response?) throws(FedauthError)
}

extension DemandAnswerer {
    /// Does nothing.
    public func answer(
        _ demand: SignInDemand, in response: Response, to request: Request, jar: inout CookieJar, limit: () -> Deadline
    ) throws(FedauthError) {}

    /// Returns false.
    public func isSignedIn(at url: WebURL, isElsewhere: Bool) throws(FedauthError) -> Bool { false }

    /// Returns false.
    public func leadsToProvider(_ target: WebURL, from url: WebURL) throws(FedauthError) -> Bool { false }

    /// Returns false.
    public func isSessionOver(at url: WebURL, isTold: Bool) throws(FedauthError) -> Bool { false }

    /// Returns false.
    public func holdsSession(at url: WebURL, _ jar: CookieJar) throws(FedauthError) -> Bool { false }

    /// Adds nothing.
    public func prepare(_ request: inout Request, jar: inout CookieJar) throws(FedauthError) {}

    /// Returns false.
    public func recover(from error: FedauthError) throws(FedauthError) -> Bool { false }

    /// Stores nothing.
    public func heard(_ head: Response, isFinal: Bool) throws(FedauthError) {}

    /// Does nothing.
    public func metLogin(_ response: Response?) throws(FedauthError) {}
}
