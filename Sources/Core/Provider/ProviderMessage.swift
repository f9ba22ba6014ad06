public import Secrets

/// A certificate from a provider.
public struct ProvidedCertificate: Sendable {
    /// The source of its bytes.
    public enum Content: Sendable {
        /// PKCS#12.
        case bytes(SharedSecret)
        /// A file with PKCS#12 or PEM.
        case file(String)
    }

    /// The source of its bytes.
    public var content: Content
    /// The password; nil for none.
    public var password: SharedSecret?
}

/// One line of output of a credential provider.
enum ProviderMessage {
    /// A progress message.
    case progress(String)
    /// An identity.
    case certificate(ProvidedCertificate, isKept: Bool)
    /// Header fields for the following requests, and when they expire.
    case headers([Request.Header], isKept: Bool, expires: Timestamp?)
    /// The provider keeps the identity that it was given.
    case stored
    /// The provider has nothing for this server; other sources may.
    case nothing
    /// The user cancelled: nothing may be sent.
    case cancel
    /// The program cannot continue.
    case failure(code: String, message: String, hint: String?)
    /// A type that this version does not know.
    case unknown(String)

    private static let hint = "on stdout it may print messages only; 'fedauth help provider' describes them"

    /// The error codes that a program may use; any other becomes `provider-failed`.
    static let codes: [ErrorCode] = [
        .refused, .inputNeeded, .cancelled, .timedOut, .network, .notFound, .storeLocked, .wrongPassphrase,
    ]

    /// Reads a line; nil for an empty one. Throws `provider-failed` for a malformed message.
    ///
    /// - Parameter name: the name of the program.
    static func reading(_ line: SharedSecret, from name: String) throws(FedauthError) -> ProviderMessage? {
        guard !line.withBytes({ $0.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D } }) else { return nil }
        let shown = name.folded(to: 100)
        let message: JSONValue
        do throws(FedauthError) {
            message = try JSONReader.parse(line, of: "a line of '\(shown)'", failure: .providerFailed)
        } catch {
            throw error.hinting(hint)
        }
        func wrong(_ what: String) -> FedauthError {
            FedauthError(.providerFailed, "a line of '\(shown)' is not a message: \(what)", hint: hint)
        }
        guard message.members != nil else { throw wrong("it is not an object") }
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
                throw wrong("the 'password' of 'certificate' is not text")
            }
            return .certificate(
                ProvidedCertificate(content: found, password: message["password"]?.secret),
                isKept: try flag("keep") ?? true)
        case "headers":
            guard let pairs = message["headers"]?.elements else { throw wrong("'headers' has no list 'headers'") }
            var end: Timestamp?
            if let value = message["expires"], !value.isNull {
                guard let seconds = value.integer else {
                    throw wrong("the 'expires' of 'headers' is not a whole number")
                }
                end = Timestamp(seconds: seconds)
            }
            return .headers(
                try ProvidedFields(pairs, from: name).headers, isKept: try flag("keep") ?? true, expires: end)
        case "stored": return .stored
        case "none": return .nothing
        case "cancel": return .cancel
        case "error":
            return .failure(
                code: message["code"]?.text ?? "", message: message["message"]?.text ?? "",
                hint: message["hint"]?.text)
        default: return .unknown(type)
        }
    }

    /// Requires exactly one of the two forms.
    private static func certificate(_ message: JSONValue) -> ProvidedCertificate.Content? {
        switch (message["pkcs12"]?.secret, message["file"]?.text) {
        case (let text?, nil): Base64.decode(text).map { .bytes($0) }
        case (nil, let path?): path.isEmpty ? nil : .file(path)
        default: nil
        }
    }
}
