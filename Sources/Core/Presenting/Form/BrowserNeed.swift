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
    /// The page is put together from others.
    case frames
    /// A form that sends a file.
    case fileUpload = "file-upload"
    /// The server wants one of the browsers that it knows.
    case knownBrowser = "unsupported-browser"
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
        case .frames: "frames"
        case .fileUpload: "a file to be sent"
        case .knownBrowser: "a browser that its server supports"
        case .unknownStep: "a step that is not known"
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
    /// The cookies so far.
    public var jar: CookieJar
}
