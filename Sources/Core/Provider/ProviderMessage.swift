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
    case failure(ProgramMessage.Failure)
    /// A type that this version does not know.
    case unknown(String)

    /// The error codes that a program may use; any other becomes `provider-failed`.
    static let codes: [ErrorCode] = [
        .refused, .inputNeeded, .cancelled, .timedOut, .network, .notFound, .storeLocked, .wrongPassphrase,
    ]

    /// Reads a line of the program `name`; nil for an empty one. Throws `provider-failed` for a malformed message.
    static func reading(_ line: SharedSecret, from name: String) throws(FedauthError) -> ProviderMessage? {
        guard let line = try ProgramMessage(line, from: name, .provider) else { return nil }
        let (message, type, wrong) = (line.content, line.type, line.wrong)
        func flag(_ member: String) throws(FedauthError) -> Bool? {
            guard let value = message[member], !value.isNull else { return nil }
            guard let flag = value.bool else { throw wrong("the '\(member)' of '\(type)' is neither true nor false") }
            return flag
        }
        switch type {
        case "progress": return .progress(try line.text("message"))
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
        case "error": return .failure(line.failure)
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
