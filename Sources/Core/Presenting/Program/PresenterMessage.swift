public import Secrets

/// One line of output of an external presenter program.
public enum PresenterMessage: Sendable {
    /// A progress message.
    case progress(String)
    /// Cookies, to be checked by `CookieJSONReader`.
    case cookies([JSONValue])
    /// The finish was reached.
    case finish(url: String, form: SharedSecret?, user: String?)
    /// The program cannot continue.
    case failure(ProgramMessage.Failure)
    /// The user cancelled.
    case cancel
    /// A type that this version does not know.
    case unknown(String)

    /// Reads a line of the program `name`; nil for an empty one. Throws `presenter-failed` for a malformed message.
    public static func reading(_ line: SharedSecret, from name: String) throws(FedauthError) -> PresenterMessage? {
        guard let line = try ProgramMessage(line, from: name, .presenter) else { return nil }
        let (message, wrong) = (line.content, line.wrong)
        switch line.type {
        case "progress": return .progress(try line.text("message"))
        case "cookies":
            guard let cookies = message["cookies"]?.elements else { throw wrong("'cookies' has no list 'cookies'") }
            return .cookies(cookies)
        case "finish":
            if let form = message["form"], !form.isNull, form.secret == nil {
                throw wrong("the 'form' of 'finish' is not text")
            }
            return .finish(url: try line.text("url"), form: message["form"]?.secret, user: message["user"]?.text)
        case "error": return .failure(line.failure)
        case "cancel": return .cancel
        default: return .unknown(line.type)
        }
    }

    /// The error codes that a program may use; any other becomes `no-presenter`.
    public static let codes: [ErrorCode] = [
        .refused, .refusedHost, .inputNeeded, .cancelled, .timedOut, .network, .tls, .insecureAddress, .badAnswer,
        .noPresenter,
    ]
}
