public import Core
public import Secrets

extension LibXMLReader: SecurityTokenReader {
    /// Reads the answer of a security token service. Throws `bad-answer` when it is not one, is not well-formed, has a
    /// DOCTYPE, or is too long.
    public func securityTokenAnswer(_ bytes: SharedSecret) throws(FedauthError) -> SecurityTokenAnswer {
        let text = Self.withoutMarks(bytes)
        guard text.withBytes({ $0.first }) != UInt8(ascii: "<") else {
            return try message(text, what: "security token response") { (bytes, root) throws(FedauthError) in
                try SecurityTokenAnswer(root, bytes)
            }
        }
        guard !text.isEmpty else { throw FedauthError(.badAnswer, "the security token response is empty") }
        guard text.count <= Self.maximumMessageBytes, let token = IssuedToken(compact: text) else {
            throw FedauthError(
                .badAnswer, "what came is not a security token: neither XML nor a JSON Web Token",
                hint: "look at it with '--trace FILE'")
        }
        return .response(SecurityTokenResponse(bytes: text, token: token))
    }

    /// Removes byte order marks and white space at both ends: servers add up to two marks.
    private static func withoutMarks(_ bytes: SharedSecret) -> SharedSecret {
        bytes.withBytes { all in
            var rest = all[...]
            while true {
                if rest.starts(with: [0xEF, 0xBB, 0xBF]) {
                    rest = rest.dropFirst(3)
                } else if let first = rest.first, first.isMarkupBlank {
                    rest = rest.dropFirst()
                } else {
                    break
                }
            }
            while let last = rest.last, last.isMarkupBlank { rest = rest.dropLast() }
            return rest.count == all.count ? bytes : SharedSecret(copying: UnsafeRawBufferPointer(rebasing: rest))
        }
    }

    /// Reads a WSDL of a security token service; throws `bad-answer` as `securityTokenAnswer` does.
    public func trustEndpoints(metadata: SharedSecret) throws(FedauthError) -> [TrustEndpoint] {
        try message(metadata, what: "metadata of the security token service") { (_, root) throws(FedauthError) in
            try TrustMetadata(root).endpoints
        }
    }

    /// Reads a server's federation metadata; throws `bad-answer` as `securityTokenAnswer` does.
    public func signingCertificates(metadata: SharedSecret) throws(FedauthError) -> [SharedSecret] {
        try message(metadata, what: "federation metadata") { (_, root) throws(FedauthError) in
            guard root.isElement("EntityDescriptor", Namespace.metadata) else {
                throw FedauthError(.badAnswer, "'\(root.name.folded(to: 40))' is not metadata of one server")
            }
            let roles = root.elements.filter {
                $0.isElement("RoleDescriptor", Namespace.metadata)
                    || $0.isElement("IDPSSODescriptor", Namespace.metadata)
            }
            return roles.flatMap { $0.children(named: "KeyDescriptor") }
                .filter { ($0.attribute("use") ?? "signing") == "signing" }
                .flatMap { $0.descendants("KeyInfo", "X509Data", "X509Certificate") }
                .compactMap { Base64.decode(SharedSecret($0.secretText)) }
        }
    }
}
