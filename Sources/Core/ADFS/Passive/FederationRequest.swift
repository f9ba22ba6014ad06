/// A request for a sign-in by WS-Federation's passive profile (MS-MWBF; WS-Federation 1.2, section 13.2.1): an address that
/// a browser is led to.
public struct FederationRequest: Sendable, Equatable {
    /// The address of the security token service: `https://HOST/adfs/ls/`.
    public var endpoint: WebURL
    /// `wtrealm`: the relying party, by the very text under which the service knows it.
    public var realm: String
    /// `wreply`: where the answer goes, as it was written; nil: where the service has it from its own configuration.
    public var reply: String?
    /// `wctx`: comes back unchanged, and tells our sign-in from others.
    public var context: String
    /// `whr`: the identity provider that the user belongs to; it spares the question.
    public var homeRealm: String?
    /// `wauth`: the wanted method of authentication.
    public var authentication: String?
    /// `wfresh`: how old a sign-in may be, in minutes; 0: sign in again.
    public var freshMinutes: Int64?
    /// `client-request-id`: a GUID, by which the service's log knows the sign-in.
    public var requestID: String
    /// `username`: fills the page's field, where the service can do that.
    public var user: String?

    /// A request with what each must have.
    public init(endpoint: WebURL, realm: String, reply: String? = nil, context: String, requestID: String) {
        self.endpoint = endpoint
        self.realm = realm
        self.reply = reply
        self.context = context
        self.requestID = requestID
    }

    /// Stands for the reply's address, where that is not known before somebody listens there.
    public static let finishPlace = "{finish}"

    /// The address, with every value percent-encoded.
    ///
    /// - Parameter now: goes along as `wct`.
    public func start(at now: Timestamp) -> AuthorizationEndpoint {
        let parameters: [(name: String, value: String?)] = [
            ("wa", "wsignin1.0"), ("wtrealm", realm), ("wreply", reply), ("wctx", context), ("wct", now.iso8601),
            ("whr", homeRealm), ("wauth", authentication), ("wfresh", freshMinutes.map(String.init)),
            ("client-request-id", requestID), ("username", user),
        ]
        return AuthorizationEndpoint(Self.address(endpoint, parameters))
    }

    /// The address that ends the session at the service (`wsignout1.0`), and at all relying parties that it knows of.
    ///
    /// - Parameter reply: where it sends who is signed out.
    public static func signOut(at endpoint: WebURL, reply: String?) -> WebURL {
        address(endpoint, [("wa", "wsignout1.0"), ("wreply", reply)])
    }

    /// Where the platform's own page has the answer sent to: its metadata address, and this path behind it.
    public static func reply(metadataURL text: String) -> String {
        (text.hasSuffix("/") ? String(text.dropLast()) : text) + "/adfs/token"
    }

    private static let encoding = PercentEncoding { $0.isLetter || $0.isDigit || "-._~".utf8.contains($0) }

    /// Behind the parameters that the address has already.
    private static func address(_ endpoint: WebURL, _ parameters: [(name: String, value: String?)]) -> WebURL {
        let own = parameters.compactMap { parameter in
            parameter.value.map { "\(parameter.name)=\(encoding.encode($0))" }
        }
        let before = endpoint.query.flatMap { $0.isEmpty ? nil : $0 }
        return endpoint.with(path: endpoint.path, query: ([before].compactMap { $0 } + own).joined(separator: "&"))
    }
}
