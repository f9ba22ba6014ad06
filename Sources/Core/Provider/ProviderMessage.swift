public import Secrets

/// A certificate as a provider gives it.
public struct ProvidedCertificate: Sendable {
    /// Where its bytes are.
    public enum Content: Sendable {
        /// PKCS#12.
        case bytes(SharedSecret)
        /// A file of it, or of PEM.
        case file(String)
    }

    /// Where its bytes are.
    public var content: Content
    /// What opens it; nil: nothing is needed.
    public var password: SharedSecret?
}

/// One line of a credential provider.
enum ProviderMessage {
    /// Something worth knowing.
    case progress(String)
    /// Who to be.
    case certificate(ProvidedCertificate, isKept: Bool)
    /// Fields of the requests that follow, and when they are of no more use.
    case headers([Request.Header], isKept: Bool, expires: Timestamp?)
    /// It has nothing for this; others may have.
    case nothing
    /// The person gave up: nothing is to be sent.
    case cancel
    /// It cannot go on.
    case failure(code: String, message: String, hint: String?)
    /// A type that a later version may know.
    case unknown(String)

    private static let hint = "on stdout it may print messages only; 'fedauth help provider' describes them"

    /// The codes that a program may give an error; any other name becomes `provider-failed`.
    static let codes: [ErrorCode] = [
        .refused, .inputNeeded, .cancelled, .timedOut, .network, .notFound, .storeLocked, .wrongPassphrase,
    ]

    /// Reads a line; nil for an empty one. Throws `provider-failed` for what is no message.
    ///
    /// - Parameter name: of the program.
    static func reading(_ line: SharedSecret, from name: String) throws(FedauthError) -> ProviderMessage? {
        guard !line.withBytes({ $0.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D } }) else { return nil }
        let shown = name.folded(to: 100)
        let message: JSONValue
        do throws(FedauthError) {
            message = try JSONReader.parse(line, of: "a line of '\(shown)'", failure: .providerFailed)
        } catch {
            throw FedauthError(error.code, error.message, hint: hint)
        }
        func wrong(_ what: String) -> FedauthError {
            FedauthError(.providerFailed, "a line of '\(shown)' is no message: \(what)", hint: hint)
        }
        guard message.members != nil else { throw wrong("it is no object") }
        guard let type = message["type"]?.text else { throw wrong("it has no 'type'") }
        func flag(_ member: String) throws(FedauthError) -> Bool? {
            guard let value = message[member], !value.isNull else { return nil }
            guard let flag = value.bool else { throw wrong("the '\(member)' of '\(type)' is neither true nor false") }
            return flag
        }
        switch type {
        case "progress":
            guard let text = message["message"]?.text else { throw wrong("'progress' has no text 'message'") }
            return .progress(text)
        case "certificate":
            guard let found = certificate(message) else {
                throw wrong("'certificate' has neither a text 'pkcs12', in base64, nor a text 'file'")
            }
            if let password = message["password"], !password.isNull, password.secret == nil {
                throw wrong("the 'password' of 'certificate' is no text")
            }
            return .certificate(
                ProvidedCertificate(content: found, password: message["password"]?.secret),
                isKept: try flag("keep") ?? true)
        case "headers":
            guard let pairs = message["headers"]?.elements else { throw wrong("'headers' has no list 'headers'") }
            var end: Timestamp?
            if let value = message["expires"], !value.isNull {
                guard let seconds = value.integer else { throw wrong("the 'expires' of 'headers' is no whole number") }
                end = Timestamp(seconds: seconds)
            }
            return .headers(
                try ProvidedFields(pairs, from: name).headers, isKept: try flag("keep") ?? true, expires: end)
        case "none": return .nothing
        case "cancel": return .cancel
        case "error":
            return .failure(
                code: message["code"]?.text ?? "", message: message["message"]?.text ?? "",
                hint: message["hint"]?.text)
        default: return .unknown(type)
        }
    }

    /// Exactly one of the two ways to give it.
    private static func certificate(_ message: JSONValue) -> ProvidedCertificate.Content? {
        switch (message["pkcs12"]?.secret, message["file"]?.text) {
        case (let text?, nil): Base64.decode(text).map { .bytes($0) }
        case (nil, let path?): path.isEmpty ? nil : .file(path)
        default: nil
        }
    }
}
