public import Secrets

/// Why filling forms is not enough for a page, and what a browser must provide.
public enum BrowserNeed: String, Sendable, CaseIterable {
    /// Scripts build the page.
    case scripts = "script-only"
    /// There is a form, but only a script can submit it.
    case scriptedForm = "scripted-form"
    /// A security key or a passkey.
    case webAuthn = "webauthn"
    /// A proof that the user is human.
    case captcha
    /// The account's password must be changed first.
    case newPassword = "new-password"
    /// A PIN must be made first.
    case newPIN = "new-pin"
    /// A device or program that makes codes must be added to the account first.
    case newFactor = "new-factor"
    /// A form encoding that only browsers support.
    case encoding = "form-encoding"
    /// The page consists of frames.
    case frames
    /// A form that uploads a file.
    case fileUpload = "file-upload"
    /// HTTP authentication, which a browser does automatically (Negotiate) or with a prompt.
    case authentication = "http-authentication"
    /// The server accepts only browsers that it knows.
    case knownBrowser = "unsupported-browser"
    /// A second factor on another site, or in a frame of the vendor.
    case secondFactor = "second-factor"
    /// Forms of unknown purpose, or a choice that no option made.
    case unknownStep = "unknown-step"

    /// Completes "the page needs …".
    public var text: String {
        switch self {
        case .scripts: "scripts"
        case .scriptedForm: "scripts to send its form"
        case .webAuthn: Page.Obstacle.webAuthn.rawValue
        case .captcha: Page.Obstacle.captcha.rawValue
        case .newPassword: "a new password to be chosen"
        case .newPIN: "a new PIN to be chosen"
        case .newFactor: "an authenticator to be set up"
        case .encoding: "its form to be sent in another encoding"
        case .frames: "frames"
        case .fileUpload: "a file to be sent"
        case .authentication: "HTTP authentication"
        case .knownBrowser: "a browser that its server supports"
        case .secondFactor: "a second factor that only a browser shows"
        case .unknownStep: "a step that is not known"
        }
    }

    /// Whether the page needs the user. The browser handles the others alone.
    var requiresUser: Bool {
        switch self {
        case .webAuthn, .captcha, .newPassword, .newPIN, .newFactor, .fileUpload, .authentication, .secondFactor,
            .unknownStep:
            true
        case .scripts, .scriptedForm, .frames, .knownBrowser, .encoding: false
        }
    }
}

/// A page left to a browser: what the page needs, and the state with which the browser continues.
public struct BrowserHandOver: Sendable {
    /// The reason.
    public var need: BrowserNeed
    /// The title of the page; may be empty.
    public var title: String
    /// The address of the page.
    public var url: WebURL
    /// Whether the page was requested with GET. The answer to a posted form cannot be requested again: the form may
    /// contain a secret and must be sent only once.
    public var isReachedByGET: Bool
    /// The cookies so far.
    public var jar: CookieJar
    /// The user name typed or given so far.
    public var user: String?
    /// The last SAML response so far.
    public var samlResponse: SAMLResponse?
    /// That response as it was posted (base64).
    public var samlMessage: SharedSecret?
    /// The last WS-Federation answer that was forwarded so far.
    public var federationAnswer: FinishAnswer?

    /// Returns where the browser continues: at the page itself if its address is enough to show it, otherwise at the
    /// start, with the cookies of the previous steps.
    func start(of request: PresentationRequest) -> AuthorizationEndpoint {
        isReachedByGET ? AuthorizationEndpoint(url) : request.start
    }

    /// The name of the page for messages: `'Sign in' at 'idp.example.org'`.
    var place: String { "'\(title.isEmpty ? url.withoutQuery : title)' at '\(url.origin.hostAndPort)'" }
}
