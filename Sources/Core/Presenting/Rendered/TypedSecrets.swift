public import Secrets

/// The secrets that were typed into pages of a browser, each with the servers that it is for. A form may name another server
/// in its button, or a server may redirect what was posted; scripts can change both at the last moment.
public struct TypedSecrets {
    private var typed: [(secret: SharedSecret, role: LoginQuestion.Role, places: Set<Origin>)] = []

    mutating func add(_ secret: SharedSecret, _ role: LoginQuestion.Role, for places: Set<Origin>) {
        if !secret.isEmpty { typed.append((secret, role, places)) }
    }

    /// Returns whether a secret of this role was typed.
    func contains(_ role: LoginQuestion.Role) -> Bool { typed.contains { $0.role == role } }

    /// Checks a document that a page is about to request. Throws `refused-host` when a form takes a secret to another server, and
    /// `bad-answer` when it puts one into an address, where histories and logs keep it.
    ///
    /// - Parameter content: the posted content; nil when there is none.
    public func check(_ url: WebURL, content: SharedSecret?) throws(FedauthError) {
        guard !typed.isEmpty else { return }
        let query = url.query.map { FormBody(SharedSecret(text: $0)).fields.map(\.value) } ?? []
        let fields = content.map { FormBody($0).fields.map(\.value) } ?? []
        for (secret, role, places) in typed {
            guard !query.contains(secret) else {
                throw FedauthError(
                    .badAnswer, "a form would put the \(role.rawValue) into the address of '\(url.origin.hostAndPort)'",
                    hint: "nothing was sent; this page is broken or not what it claims to be")
            }
            guard !places.contains(url.origin), fields.contains(secret) || content?.carries(secret) == true else {
                continue
            }
            throw FedauthError(
                .refusedHost, "a form would take the \(role.rawValue) on to '\(url.origin.hostAndPort)'",
                hint: "nothing was sent there; '--trace FILE' shows the way up to it")
        }
    }

    /// Checks a document whose posted content the browser does not tell. Throws `refused-host` for a server that a typed secret
    /// is not for.
    public func checkUnseen(_ url: WebURL) throws(FedauthError) {
        guard let (_, role, _) = typed.first(where: { !$0.places.contains(url.origin) }) else { return }
        throw FedauthError(
            .refusedHost,
            "a form goes to '\(url.origin.hostAndPort)', and the browser does not tell whether it has the \(role.rawValue)",
            hint: "nothing was sent there; '--trace FILE' shows the way up to it")
    }
}

extension SharedSecret {
    /// Whether it contains `secret` as it is, for content in parts (multipart/form-data) or as plain text. Not for short ones,
    /// which other values may contain.
    fileprivate func carries(_ secret: SharedSecret) -> Bool {
        guard secret.count >= 6, secret.count <= count else { return false }
        return withBytes { all in
            secret.withBytes { wanted in
                (0...(all.count - wanted.count)).contains { all[$0] == wanted[0] && all[$0...].starts(with: wanted) }
            }
        }
    }
}
