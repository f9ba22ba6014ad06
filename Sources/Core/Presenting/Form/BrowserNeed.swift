public import Secrets

/// Why a page cannot be answered by filling forms: what whoever shows it in a browser has to bring.
public enum BrowserNeed: String, Sendable, CaseIterable {
    /// The page is made by its scripts.
    case scripts = "script-only"
    /// There is a form, but only a script can send it.
    case scriptedForm = "scripted-form"
    /// A security key or a passkey.
    case webAuthn = "webauthn"
    /// Proof that a person is there.
    case captcha
    /// The account's password must be changed first.
    case newPassword = "new-password"
    /// A form that is sent in a way that only browsers have.
    case encoding = "form-encoding"
    /// The page is put together from others.
    case frames
    /// A form that sends a file.
    case fileUpload = "file-upload"
    /// HTTP's own authentication, which a browser does by itself (Negotiate) or asks for.
    case authentication = "http-authentication"
    /// The server wants one of the browsers that it knows.
    case knownBrowser = "unsupported-browser"
    /// A second factor whose vendor's page leads off the site, or is in a frame of the vendor's.
    case secondFactor = "second-factor"
    /// Forms whose purpose is not known, or a choice that nobody has made.
    case unknownStep = "unknown-step"

    /// Completes "the page needs …".
    public var words: String {
        switch self {
        case .scripts: "scripts"
        case .scriptedForm: "scripts to send its form"
        case .webAuthn: Page.Obstacle.webAuthn.rawValue
        case .captcha: Page.Obstacle.captcha.rawValue
        case .newPassword: "a new password to be chosen"
        case .encoding: "its form to be sent in another encoding"
        case .frames: "frames"
        case .fileUpload: "a file to be sent"
        case .authentication: "HTTP authentication"
        case .knownBrowser: "a browser that its server supports"
        case .secondFactor: "a second factor that only a browser shows"
        case .unknownStep: "a step that is not known"
        }
    }

    /// Whether somebody has to look at the page. The others are done by the browser, whoever sits before it.
    var isForPerson: Bool {
        switch self {
        case .webAuthn, .captcha, .newPassword, .fileUpload, .encoding, .authentication, .secondFactor,
            .unknownStep:
            true
        case .scripts, .scriptedForm, .frames, .knownBrowser: false
        }
    }
}

/// A page that was left to a browser: what it needs, and all that a browser must be given to go on from there.
public struct BrowserHandOver: Sendable {
    /// Why.
    public var need: BrowserNeed
    /// The page's title; may be empty.
    public var title: String
    /// The page's address.
    public var url: WebURL
    /// Whether the page was asked for by GET. One that answers a posted form cannot be asked for again: what was posted
    /// may hold a secret, and counts once.
    public var isReachedByGET: Bool
    /// The cookies so far.
    public var jar: CookieJar
    /// The user name that was typed or given so far.
    public var user: String?
    /// The last SAML response that passed so far.
    public var samlResponse: SAMLResponse?
    /// The same as it was posted (base64).
    public var samlMessage: SharedSecret?
    /// The last answer of WS-Federation that was handed on so far.
    public var federationAnswer: FinishAnswer?

    /// Where a browser goes on: at the page itself, where its address alone shows it, else at the beginning, with the
    /// cookies of whatever was answered already.
    func start(of request: PresentationRequest) -> AuthorizationEndpoint {
        isReachedByGET ? AuthorizationEndpoint(url) : request.start
    }

    /// What the page is called in messages: `'Sign in' at 'idp.example.org'`.
    var place: String { "'\(title.isEmpty ? url.withoutQuery : title)' at '\(url.origin.hostAndPort)'" }
}
