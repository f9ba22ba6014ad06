internal import Core

/// The windows of a browser that shows a sign-in: what `FinishWatch` needs of them. `BrowserWindow` are those of Chromium,
/// `FirefoxWindow` those of Firefox.
protocol SignInWindow: AnyObject {
    /// The open pages, by session.
    var pages: [String: BrowserWindow.Page] { get }
    /// The loads whose answers are reported, by session.
    var awaited: [String: String] { get set }
    /// Sends the requests to servers with a bound identity.
    var relay: IdentityRelay? { get }
    /// Judges requests with content.
    var content: ContentGuard { get }
    /// Has the passkeys of the store.
    var passkeys: PasskeyAuthenticator? { get }

    /// Waits up to `milliseconds` for the next event; nil when nothing relevant happens.
    func event(within milliseconds: Int64) throws(FedauthError) -> PageEvent?
    /// Navigates a window to an address. Events report the progress; each request is paused until fedauth answers.
    func navigate(_ session: String, to url: WebURL) throws(FedauthError)
    /// Requests the page of a window again, with the form that was posted for it.
    func reload(_ session: String) throws(FedauthError)
    func cookies(now: Timestamp) throws(FedauthError) -> CookieJar
    /// Returns the means to type and click in a page; nil when it does not answer in time.
    func input(_ session: String) throws(FedauthError) -> (any PageInput)?
    /// Removes the marks on fields that have been shown for this time.
    func removeMarks(after milliseconds: Int64) throws(FedauthError)
    /// Takes passkeys away before a document is requested, except those for pages of `url`.
    func withholdPasskeys(from session: String, for url: WebURL?) throws(FedauthError)
    /// Makes the passkeys for the document that a window shows available, or takes them away. `isAllowed`: whether it
    /// is to have them; nil: it was not judged yet.
    func offerPasskeys(to session: String, isAllowed: Bool?) throws(FedauthError)

    /// Whether a page has frames that may be another server's.
    func hasFrames(_ session: String) -> Bool

    /// Returns the origin of the document that sends a paused request; nil when it is not known.
    func sender(of request: PageRequest) throws(FedauthError) -> String?

    // Answers to paused requests.
    func letGoOn(_ request: PageRequest) throws(FedauthError)
    /// `reason` is a value of `Network.ErrorReason` of DevTools.
    func stop(_ request: PageRequest, _ reason: String) throws(FedauthError)
    /// Answers with a server's response. Returns false when the browser rejects it.
    func answer(_ request: PageRequest, _ response: Response) throws(FedauthError) -> Bool
    /// Lets the browser's own dialog ask the user.
    func askInBrowser(_ request: PageRequest) throws(FedauthError)
    /// Cancels the authentication, so that the page shows the server's answer without a password.
    func refusePassword(_ request: PageRequest) throws(FedauthError)
    /// Lets the browser answer by the server's scheme.
    func provide(_ answer: HTTPCredentials.Answer, to request: PageRequest) throws(FedauthError)
}

extension BrowserWindow: SignInWindow {}
