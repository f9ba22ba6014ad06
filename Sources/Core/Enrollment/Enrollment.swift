public import Secrets

/// One enrolment: ask the server what it offers, signing in on the way; make key and request; hand that in; find our
/// certificate in what comes back, put its chain in order and check it.
public struct Enrollment {
    private let server: any EnrollmentServer
    private let cryptography: any EnrollmentCryptography
    private let clock: any WallClock

    /// An enrolment at `server`.
    public init(server: any EnrollmentServer, cryptography: any EnrollmentCryptography, clock: any WallClock) {
        self.server = server
        self.cryptography = cryptography
        self.clock = clock
    }

    /// What an enrolment gave.
    public struct Outcome: Sendable {
        /// The private key, PKCS#8.
        public var key: SharedSecret
        /// The kind of key.
        public var keyKind: KeyKind
        /// The certificate and its chain.
        public var certificate: IssuedCertificate
    }

    /// What would be asked for: `--dry-run`. Throws what the server and the wishes make impossible.
    public func template(_ wishes: EnrollmentWishes, deadline: Deadline) throws(FedauthError) -> CertificateTemplate {
        try settled(try server.offer(deadline: deadline), wishes)
    }

    /// Enrols.
    ///
    /// - Parameters:
    ///   - issuers: certificates, DER, out of which a chain may be made beside those that the server sends.
    ///   - renews: the identity that the transport shows is the one to be renewed.
    public func run(
        _ wishes: EnrollmentWishes, key: EnrollmentKey, issuers: [[UInt8]] = [], renews: Bool = false,
        deadline: Deadline
    ) throws(FedauthError) -> Outcome {
        let offer = try server.offer(deadline: deadline)
        let privateKey: SharedSecret
        let request: [UInt8]
        switch key {
        case .ownRequest(let own, let made):
            privateKey = own
            request = made
        case .own(let own):
            privateKey = own
            var template = try settled(offer, EnrollmentWishes(wishes, key: try cryptography.kind(ofKey: own)))
            template.key = try cryptography.kind(ofKey: own)
            request = try cryptography.request(template, key: own)
        case .new:
            let template = try settled(offer, wishes)
            privateKey = try cryptography.makeKey(template.key)
            request = try cryptography.request(template, key: privateKey)
        }
        var certificates: [[UInt8]] = []
        for body in try server.certificates(for: request, renews: renews, deadline: deadline) {
            certificates += try cryptography.certificates(in: body, of: "the server's answer")
        }
        let issued = try cryptography.issued(among: certificates + issuers, key: privateKey, at: clock.now)
        try server.enrollmentSucceeded()
        return Outcome(key: privateKey, keyKind: try cryptography.kind(ofKey: privateKey), certificate: issued)
    }

    /// What the server prescribes, and the wishes where it leaves room.
    private func settled(
        _ offer: EnrollmentOffer, _ wishes: EnrollmentWishes
    ) throws(FedauthError) -> CertificateTemplate {
        var template = CertificateTemplate()
        var prescribed = offer.key ?? offer.rsaBits.map { .rsa(bits: $0) }
        if let attributes = offer.attributes {
            // What comes out the same over two kinds is the server's word.
            let set = try cryptography.template(CertificateTemplate(key: .usual), settingAttributes: attributes)
            let other = try cryptography.template(CertificateTemplate(key: .ed25519), settingAttributes: attributes)
            if set.key == other.key { prescribed = set.key }
            template.signature = set.signature
        }
        template.subject = offer.subject ?? wishes.subject ?? DistinguishedName([])
        template.alternativeNames = offer.alternativeNames.isEmpty ? wishes.alternativeNames : offer.alternativeNames
        if offer.subject == nil { template.namesake = wishes.namesake }
        // A size alone is a least size for RSA, and forbids no other kind.
        func forbids(_ kind: KeyKind) -> Bool {
            guard let prescribed, !kind.satisfies(prescribed) else { return false }
            return offer.key != nil || Self.isRSA(kind) || offer.rsaBits == nil
        }
        if let wanted = wishes.key {
            if let prescribed, forbids(wanted) {
                throw FedauthError(
                    .unsupportedKey, "the server wants a key of the kind '\(prescribed)', and '\(wanted)' does not do",
                    hint: "leave out '--key-type', or name a stronger one of the same kind")
            }
            template.key = wanted
        } else if let former = wishes.formerKey, !forbids(former) {
            template.key = former
        } else {
            template.key = prescribed ?? .usual
        }
        template.signature = offer.signature ?? template.signature
        template.extendedKeyUsages = offer.extendedKeyUsages ?? template.extendedKeyUsages
        if let usages = offer.keyUsages {
            template.keyUsages = usages
        } else if Self.isRSA(template.key) {
            template.keyUsages = ["digitalSignature", "keyEncipherment"]
        }
        return template
    }

    private static func isRSA(_ kind: KeyKind) -> Bool {
        if case .rsa = kind { true } else { false }
    }
}

extension EnrollmentWishes {
    /// The same wishes with another kind of key.
    fileprivate init(_ wishes: EnrollmentWishes, key: KeyKind) {
        self = wishes
        self.key = key
    }
}
