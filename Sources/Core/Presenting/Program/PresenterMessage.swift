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
    case failure(code: String, message: String, hint: String?)
    /// The user cancelled.
    case cancel
    /// A type that this version does not know.
    case unknown(String)

    /// Reads a line; nil for an empty one. Throws `presenter-failed` for a malformed message.
    /// - Parameter name: the name of the program.
    public static func reading(_ line: SharedSecret, from name: String) throws(FedauthError) -> PresenterMessage? {
        guard !line.withBytes({ $0.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D } }) else { return nil }
        let shown = name.folded(to: 100)
        let message: JSONValue
        do throws(FedauthError) {
            message = try JSONReader.parse(line, of: "a line of '\(shown)'", failure: .presenterFailed)
        } catch {
            throw FedauthError(error.code, error.message, hint: hint)
        }
        func wrong(_ what: String) -> FedauthError {
            FedauthError(.presenterFailed, "a line of '\(shown)' is not a message: \(what)", hint: hint)
        }
        guard message.members != nil else { throw wrong("it is not an object") }
        guard let type = message["type"]?.text else { throw wrong("it has no 'type'") }
        func text(_ member: String) throws(FedauthError) -> String {
            guard let text = message[member]?.text else { throw wrong("'\(type)' has no text '\(member)'") }
            return text
        }
        switch type {
        case "progress": return .progress(try text("message"))
        case "cookies":
            guard let cookies = message["cookies"]?.elements else { throw wrong("'cookies' has no list 'cookies'") }
            return .cookies(cookies)
        case "finish":
            if let form = message["form"], !form.isNull, form.secret == nil {
                throw wrong("the 'form' of 'finish' is not text")
            }
            return .finish(url: try text("url"), form: message["form"]?.secret, user: message["user"]?.text)
        case "error":
            return .failure(
                code: message["code"]?.text ?? "", message: message["message"]?.text ?? "",
                hint: message["hint"]?.text)
        case "cancel": return .cancel
        default: return .unknown(type)
        }
    }

    private static let hint = "on stdout it may print messages only; 'fedauth help presenters' describes them"

    /// The error codes that a program may use; any other becomes `no-presenter`.
    public static let codes: [ErrorCode] = [
        .refused, .refusedHost, .inputNeeded, .cancelled, .timedOut, .network, .tls, .insecureAddress, .badAnswer,
        .noPresenter,
    ]
}
