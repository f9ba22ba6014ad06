internal import Secrets

/// A sign-in request of WS-Federation's passive profile (MS-MWBF; WS-Federation 1.2, section 13.2.1): an address.
public struct FederationRequest: Sendable, Equatable {
    /// The address of the security token service: `https://HOST/adfs/ls/`.
    public var endpoint: WebURL
    /// `wtrealm`: the relying party, in exactly the spelling that the service knows.
    public var realm: String
    /// `wreply`: the address for the answer, as written; nil: the service uses its own configuration.
    public var reply: String?
    /// `wctx`: returned unchanged; identifies this sign-in.
    public var context: String
    /// `whr`: the user's identity provider; the service then does not ask for it.
    public var homeRealm: String?
    /// `wauth`: the wanted authentication method.
    public var authentication: String?
    /// `wfresh`: the maximum age of a sign-in in minutes; 0: sign in again.
    public var freshMinutes: Int64?
    /// `client-request-id`: a GUID that identifies the sign-in in the service's log.
    public var requestID: String
    /// `username`: prefills the field of the page, when the service supports it.
    public var user: String?

    /// Creates a request with the required values.
    public init(endpoint: WebURL, realm: String, reply: String? = nil, context: String, requestID: String) {
        (self.endpoint, self.realm, self.reply) = (endpoint, realm, reply)
        (self.context, self.requestID) = (context, requestID)
    }

    /// The placeholder of the reply's address, which is unknown until the listener runs.
    public static let finishPlace = "{finish}"

    /// Returns the address, with every value percent-encoded, and `now` as `wct`.
    public func start(at now: Timestamp) -> AuthorizationEndpoint {
        let parameters: [(name: String, value: String?)] = [
            ("wa", "wsignin1.0"), ("wtrealm", realm), ("wreply", reply), ("wctx", context), ("wct", now.iso8601),
            ("whr", homeRealm), ("wauth", authentication), ("wfresh", freshMinutes.map(String.init)),
            ("client-request-id", requestID), ("username", user),
        ]
        return AuthorizationEndpoint(Self.address(endpoint, parameters))
    }

    /// Returns the address that ends the session at the service (`wsignout1.0`) and at all relying parties that it
    /// knows, and then redirects to `reply`.
    public static func signOut(at endpoint: WebURL, reply: String?) -> WebURL {
        address(endpoint, [("wa", "wsignout1.0"), ("wreply", reply)])
    }

    /// Returns the address to which the platform's own page has the answer sent: its metadata address and this path.
    public static func reply(metadataURL text: String) -> String {
        (text.hasSuffix("/") ? String(text.dropLast()) : text) + "/adfs/token"
    }

    /// Appends parameters to those of the address.
    private static func address(_ endpoint: WebURL, _ parameters: [(name: String, value: String?)]) -> WebURL {
        let own = parameters.compactMap { parameter in
            parameter.value.map { "\(parameter.name)=\(PercentEncoding.unreserved.encode($0))" }
        }
        let before = endpoint.query.flatMap { $0.isEmpty ? nil : $0 }
        return endpoint.with(path: endpoint.path, query: ([before].compactMap { $0 } + own).joined(separator: "&"))
    }
}

/// Recognises the answer to a WS-Federation request among the forms that a sign-in posts. A home realm's answer to the
/// service is such a form too, but does not end the sign-in.
public struct FederationMessage: Sendable, Equatable {
    /// The requested address for the answer (`wreply`); nil: the service decides.
    public let consumer: WebURL?
    /// The context that the answer must repeat (`wctx`).
    public let context: String
    /// The service: an answer posted to it is an intermediate step.
    public let issuer: Origin

    /// Describes the answer to the request with that context.
    public init(consumer: WebURL?, context: String, issuer: Origin) {
        (self.consumer, self.context, self.issuer) = (consumer, context, issuer)
    }

    /// The answer: a `RequestSecurityTokenResponse`, or a fault.
    public static let parameter = "wresult"
    /// The request's context.
    public static let contextParameter = "wctx"

    /// Returns whether a form that is posted to `url` is the answer. At the consumer any context counts, so that the
    /// answer to another request is detected; elsewhere the context decides.
    func isAnswer(_ url: WebURL, _ form: SharedSecret) -> Bool {
        let body = FormBody(form)
        guard body.value(of: Self.parameter) != nil else { return false }
        if let consumer, url.origin == consumer.origin, url.path == consumer.path { return true }
        guard let context = body.value(of: Self.contextParameter), context.count > 0 else {
            return url.origin != issuer
        }
        return context.equals(self.context)
    }

    /// Returns whether an answer repeats the context.
    func isAnswered(by form: SharedSecret) -> Bool {
        FormBody(form).value(of: Self.contextParameter)?.equals(context) ?? false
    }
}
