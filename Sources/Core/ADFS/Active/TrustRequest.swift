import Secrets

/// A request for a token (WS-Trust 1.3 section 3.1, and that of February 2005) in its SOAP 1.2 envelope, for an
/// endpoint over TLS: the message contains user name and password (WS-Security UsernameToken profile 1.0).
struct TrustRequest {
    let endpoint: WebURL
    let version: TrustVersion
    /// The relying party.
    let realm: String
    /// The wanted token type; nil: the server's default for the relying party.
    let tokenType: String?
    /// The proof of the sender in the message.
    let credential: Credential
    let messageID: String
    let now: Timestamp

    /// The proof of the sender in a message.
    enum Credential {
        /// A user name and a password.
        case login(user: SharedSecret, password: SharedSecret)
        /// A signature.
        case signature(any MessageSigner)
        /// None: the connection's client certificate is the proof.
        case none

        /// The user name, if there is one.
        var user: String? {
            guard case .login(let user, _) = self else { return nil }
            return user.withBytes { String(decoding: $0, as: UTF8.self) }
        }
    }

    /// How long the server accepts a request; its clock may differ.
    private static let lifetimeSeconds: Int64 = 300
    private static let security = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-"

    /// The Action, which some clients repeat as SOAPAction.
    var action: String { version.namespace + "/RST/Issue" }

    /// Returns the message. Throws the signer's errors.
    func body() throws(FedauthError) -> SharedSecret {
        let timestamp = TimestampSignature.timestamp(from: now, to: now.adding(seconds: Self.lifetimeSeconds))
        var out = Secret(capacity: 8192)
        out.append(
            "<s:Envelope xmlns:s=\"http://www.w3.org/2003/05/soap-envelope\" "
                + "xmlns:a=\"http://www.w3.org/2005/08/addressing\" "
                + "xmlns:u=\"\(Self.security)wssecurity-utility-1.0.xsd\"><s:Header>"
                + "<a:Action s:mustUnderstand=\"1\">\(action)</a:Action><a:MessageID>urn:uuid:\(messageID)</a:MessageID>"
                + "<a:ReplyTo><a:Address>http://www.w3.org/2005/08/addressing/anonymous</a:Address></a:ReplyTo>"
                + "<a:To s:mustUnderstand=\"1\">\(XMLText.escaped(endpoint.description))</a:To>"
                + "<o:Security s:mustUnderstand=\"1\" xmlns:o=\"\(Self.security)wssecurity-secext-1.0.xsd\">"
                + timestamp)
        switch credential {
        case .login(let user, let password):
            out.append("<o:UsernameToken u:Id=\"user\"><o:Username>")
            user.withBytes { XMLText.escape($0, to: &out) }
            out.append("</o:Username><o:Password Type=\"\(Self.security)username-token-profile-1.0#PasswordText\">")
            password.withBytes { XMLText.escape($0, to: &out) }
            out.append("</o:Password></o:UsernameToken>")
        case .signature(let signer): out.append(try TimestampSignature(signer: signer).elements(for: timestamp))
        case .none: break
        }
        out.append(
            "</o:Security></s:Header><s:Body><t:RequestSecurityToken xmlns:t=\"\(version.namespace)\">"
                + "<p:AppliesTo xmlns:p=\"http://schemas.xmlsoap.org/ws/2004/09/policy\"><a:EndpointReference><a:Address>"
                + XMLText.escaped(realm) + "</a:Address></a:EndpointReference></p:AppliesTo>"
                + "<t:KeyType>\(version.bearerKeyType)</t:KeyType>"
                + "<t:RequestType>\(version.namespace)/Issue</t:RequestType>")
        if let tokenType { out.append("<t:TokenType>\(XMLText.escaped(tokenType))</t:TokenType>") }
        out.append("</t:RequestSecurityToken></s:Body></s:Envelope>")
        return SharedSecret(out)
    }
}

extension TrustVersion {
    /// The key type of a bearer token: any holder of the token may use it.
    var bearerKeyType: String {
        switch self {
        case .february2005: "http://schemas.xmlsoap.org/ws/2005/05/identity/NoProofKey"
        case .version13: namespace + "/Bearer"
        }
    }

    /// Reads the version from the path that AD FS gives an endpoint; 1.3 when the path names none.
    public init(ofEndpoint url: WebURL) {
        self = url.path.lowercased().split(separator: "/").contains("2005") ? .february2005 : .version13
    }
}
