public import Core

/// An identity, as far as its entry in the store tells.
public struct IdentitySummary: Equatable, Sendable {
    /// The name.
    public let name: String
    /// The subject of the certificate.
    public let subject: String
    /// The servers that it is bound to.
    public let origins: [Origin]
    /// The end of the certificate.
    public let expires: Timestamp?
    /// Whether that end has passed.
    public let isExpired: Bool
    /// When the certificate begins to be valid; nil: it has begun.
    public let begins: Timestamp?
}

/// Reads identities in the store; never their keys.
public struct IdentityInspection {
    private let services: any Services
    private let reader: any IdentityReader

    /// Creates the flow.
    public init(_ services: any Services, _ reader: any IdentityReader) {
        self.services = services
        self.reader = reader
    }

    /// Returns all identities, in the order of the store. Reads no certificate.
    public func all() throws(FedauthError) -> [IdentitySummary] {
        let now = services.clock.now
        return try IdentityStore(services.store()).entries().map { entry in
            IdentitySummary(
                name: IdentityEntry.identityName(entry) ?? entry.name, subject: IdentityEntry.subject(entry),
                origins: IdentityEntry.origins(entry), expires: entry.expires, isExpired: entry.isExpired(at: now),
                begins: IdentityEntry.begins(entry).flatMap { $0 > now ? $0 : nil })
        }
    }

    /// Returns the certificates of an identity, the owner's first. Throws `not-found`.
    public func certificates(of name: String) throws(FedauthError) -> [[UInt8]] {
        try services.identity(name).certificates
    }

    /// Returns an identity, and whether it is trusted by `authorities`, a file; nil: those of the system. Throws
    /// `not-found`, and `store-damaged` for a certificate that cannot be read.
    public func checked(_ name: String, authorities: String?) throws(FedauthError) -> (Identity, TrustCheck) {
        let identity = try services.identity(name)
        return (identity, try reader.check(try reader.chain(of: identity), authorities: authorities))
    }
}

extension IdentityReader {
    /// Reads the chain that the store holds. Throws `store-damaged` for a certificate that cannot be read.
    func chain(of identity: Identity) throws(FedauthError) -> CertificateChain {
        let certificates = identity.certificates.compactMap(certificate)
        guard let leaf = certificates.first, certificates.count == identity.certificates.count else {
            throw FedauthError(
                .storeDamaged, "the identity '\(identity.name)' holds a certificate that cannot be read",
                hint: "import it again by 'fedauth identity import FILE --name \(identity.name.shellWord) --force'")
        }
        return chain(leaf, from: Array(certificates.dropFirst()))
    }
}

/// Finds reasons for which a server may reject an identity.
struct IdentityWarnings {
    let identity: Identity
    let check: TrustCheck
    let roots: [String]
    let now: Timestamp

    func say(to reporter: any Reporter) {
        let leaf = check.chain.leaf
        if leaf.notAfter < now {
            reporter.warning("the certificate of '\(identity.name)' expired on \(reporter.shown(leaf.notAfter))")
        } else if leaf.notBefore > now {
            reporter.warning(
                "the certificate of '\(identity.name)' is not valid before \(reporter.shown(leaf.notBefore)); from then on it "
                    + "takes the place of others at its servers")
        }
        if !leaf.isForClients {
            reporter.warning(
                "the certificate of '\(identity.name)' is not made for clients, but for "
                    + leaf.extendedKeyUsages.joined(separator: ", "))
        }
        if let missing {
            // Only the issuer's own certificate shows whether it is a root.
            reporter.note(
                "the issuer '\(missing)' is not in the file; unless it is a root, which servers have, add its "
                    + "certificate by '--chain FILE'")
        }
        if identity.origins.isEmpty { reporter.note(IdentityAdvice.unbound(identity)) }
    }

    /// The first issuer that the chain lacks; nil when it is complete, or lacks only the root, which is not sent.
    private var missing: String? {
        guard case .untrusted(_, let ends) = check.verdict, let last = check.chain.certificates.last,
            !last.isSelfIssued, check.chain.issuers.isEmpty, !roots.contains(last.issuer)
        else { return nil }
        return ends
    }
}
