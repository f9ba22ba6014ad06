public import Secrets

/// The secrets that were typed into pages of a browser, each with the servers that it is for. A form may name another server
/// in its button, and scripts can change both at the last moment. What a redirect takes on is decided without a look at
/// the content, by whoever sees the requests.
public struct TypedSecrets {
    private var typed: [Typed] = []

    private struct Typed {
        let secret: SharedSecret
        let role: LoginQuestion.Role
        /// The name of the field that it was typed into; empty when the field has none.
        let field: String
        let places: Set<Origin>
    }

    /// Names that a response to a sign-in has, too (OAuth 2.0 Form Post Response Mode): a field of such a name says nothing.
    private static let protocolNames: Set = ["code", "state", "token"]

    /// Names of what an identity provider sends to a service: SAML 2.0 bindings, WS-Federation, OpenID Connect, CAS.
    private static let answerNames: Set = [
        "SAMLResponse", "SAMLRequest", "SAMLart", "RelayState", "SigAlg", "Signature", "TARGET", "wa", "wresult",
        "wctx", "wtrealm", "code", "state", "id_token", "access_token", "token_type", "expires_in", "scope",
        "session_state", "iss", "ticket", "error", "error_description", "error_uri", "response", "client_info", "nonce",
        "correlation_id",
    ]

    mutating func add(
        _ secret: SharedSecret, _ role: LoginQuestion.Role, named field: String, for places: Set<Origin>
    ) {
        guard !secret.isEmpty else { return }
        typed.append(Typed(secret: secret, role: role, field: field, places: places))
    }

    /// Whether nothing was typed.
    public var isEmpty: Bool { typed.isEmpty }

    /// Returns the error for a form that puts a secret into an address.
    public static func inAddress(_ what: String, of origin: Origin) -> FedauthError {
        FedauthError(
            .badAnswer, "a form would put \(what) into the address of '\(origin.hostAndPort)'",
            hint: "nothing was sent; this page is broken or not what it claims to be")
    }

    /// Returns whether something was typed that is for this server.
    public func isFor(_ origin: Origin) -> Bool { typed.contains { $0.places.contains(origin) } }

    /// Returns whether a secret of this role was typed.
    func contains(_ role: LoginQuestion.Role) -> Bool { typed.contains { $0.role == role } }

    /// Checks a document that a page of `sender`, nil when unknown, is about to request. Throws `host-not-allowed` when
    /// a form takes a secret to another server, or may take it there, and `bad-answer` when it puts one into an
    /// address, where histories and logs keep it. The field of a secret is known by its name as well as by its value: a
    /// page in another encoding, a limit of length and a script change the bytes. That is so for what is sent by a page
    /// of another server than the one that gets it: what a page of that server itself sends was typed there.
    /// `isHidden`: there is content that the browser does not tell. `isTypedInto`: the page that sends it is the
    /// document that a secret was typed into. Its form was judged before; to other servers it sends nothing but a
    /// protocol message, whatever the names and the bytes of its fields are.
    public func check(
        _ url: WebURL, by sender: Origin? = nil, content: SharedSecret?, isHidden: Bool = false,
        isTypedInto: Bool = false
    ) throws(FedauthError) {
        guard !typed.isEmpty else { return }
        let query = url.query.map { FormBody(SharedSecret(text: $0)).fields } ?? []
        let posted = content.map { FormBody($0).fields } ?? []
        let fields = query + posted
        // A form of another type (multipart/form-data, text/plain) has line breaks, which are encoded in the usual one.
        let isForeign = sender != url.origin
        let isStray =
            isTypedInto && isForeign
            && posted.contains { field in
                !Self.answerNames.contains(field.name)
                    || !Self.protocolNames.contains(field.name) && typed.contains { $0.field == field.name }
            }
        let isOpaque = isForeign && (isHidden || content?.hasLineBreak == true)
        for entry in typed {
            let isOwnField = isTypedInto && !entry.field.isEmpty && !Self.protocolNames.contains(entry.field)
            guard
                !query.contains(where: {
                    $0.value == entry.secret || isOwnField && $0.name == entry.field && !$0.value.isEmpty
                })
            else { throw Self.inAddress("the \(entry.role.rawValue)", of: url.origin) }
            guard !entry.places.contains(url.origin) else { continue }
            let isNamed = isForeign && !entry.field.isEmpty && !Self.protocolNames.contains(entry.field)
            if fields.contains(where: {
                $0.value == entry.secret || isNamed && $0.name == entry.field && !$0.value.isEmpty
            }) {
                throw FedauthError(
                    .refusedHost, "a form would take the \(entry.role.rawValue) on to '\(url.origin.hostAndPort)'",
                    hint: "nothing was sent there; '--trace FILE' shows the way up to it")
            }
            if isStray {
                throw FedauthError(
                    .refusedHost,
                    "the page into which the \(entry.role.rawValue) was typed sends a form to '\(url.origin.hostAndPort)'",
                    hint: "nothing was sent there; '--trace FILE' shows the way up to it")
            }
            if isOpaque {
                throw FedauthError(
                    .refusedHost,
                    "a form goes to '\(url.origin.hostAndPort)', and fedauth cannot see whether it has the \(entry.role.rawValue)",
                    hint: "nothing was sent there; '--trace FILE' shows the way up to it")
            }
        }
    }
}

extension SharedSecret {
    fileprivate var hasLineBreak: Bool { withBytes { $0.contains(0x0A) } }
}
