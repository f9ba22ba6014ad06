import Core

/// Finds reasons for which a server may reject an identity.
struct IdentityWarnings {
    private let identity: Identity
    private let check: TrustCheck
    private let roots: [String]
    private let now: Timestamp

    /// - Parameter roots: the subjects of the given roots.
    init(_ identity: Identity, _ check: TrustCheck, roots: [String] = [], now: Timestamp) {
        self.identity = identity
        self.check = check
        self.roots = roots
        self.now = now
    }

    func say(to reporter: any Reporter) {
        let leaf = check.chain.leaf
        if leaf.notAfter < now {
            reporter.warning(
                "the certificate of '\(identity.name)' expired on \(reporter.shown(leaf.notAfter))")
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
