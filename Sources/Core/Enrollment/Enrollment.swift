public import Secrets

/// An enrolment. Asks the server for its offer, signing in on the way; creates key and request; submits the request;
/// finds the certificate in the answer, orders its chain and checks it.
public struct Enrollment {
    private let server: any EnrollmentServer
    private let cryptography: any EnrollmentCryptography
    private let clock: any WallClock

    /// Creates an enrolment at `server`.
    public init(server: any EnrollmentServer, cryptography: any EnrollmentCryptography, clock: any WallClock) {
        (self.server, self.cryptography, self.clock) = (server, cryptography, clock)
    }

    /// The result of an enrolment.
    public struct Outcome: Sendable {
        /// The private key, PKCS#8.
        public var key: SharedSecret
        /// The kind of key; nil for a key of the user whose kind fedauth cannot generate.
        public var keyKind: KeyKind?
        /// The certificate and its chain.
        public var certificate: IssuedCertificate
    }

    /// Returns what would be requested, for `--dry-run`. Throws when rules and wishes contradict each other.
    public func template(_ wishes: EnrollmentWishes, deadline: Deadline) throws(FedauthError) -> CertificateTemplate {
        try merged(try server.offer(deadline: deadline), wishes)
    }

    /// Enrols. `renews`: the client certificate of the transport is to be renewed. `requests` stores those that wait
    /// for approval, unless the request is stored elsewhere.
    public func run(
        _ wishes: EnrollmentWishes, key: EnrollmentKey, renews: Bool = false,
        requests: (any PendingRequestStore)? = nil, deadline: Deadline
    ) throws(FedauthError) -> Outcome {
        let offer = try server.offer(deadline: deadline)
        let request: EnrollmentRequest
        var from: Timestamp?
        if case .ownRequest(let own, let made) = key {
            request = EnrollmentRequest(key: own, der: made)
        } else {
            let terms = try merged(offer, EnrollmentWishes()).terms
            if let waiting = try requests?.waiting(for: terms) {
                (request, from) = waiting
            } else {
                request = try self.request(offer, wishes, key, terms)
            }
        }
        let answers = try server.certificates(for: request.der, renews: renews, from: from, deadline: deadline) {
            (next) throws(FedauthError) in try requests?.keep(request, until: next)
        }
        var certificates: [[UInt8]] = []
        for body in answers { certificates += try cryptography.certificates(in: body, of: "the server's answer") }
        let issued = try cryptography.issued(among: certificates, key: request.key, at: clock.now)
        try server.approveCredentials()
        return Outcome(key: request.key, keyKind: try? cryptography.kind(ofKey: request.key), certificate: issued)
    }

    /// Creates a new request, with the user's key or a new one.
    private func request(
        _ offer: EnrollmentOffer, _ wishes: EnrollmentWishes, _ key: EnrollmentKey, _ terms: String
    ) throws(FedauthError) -> EnrollmentRequest {
        var wishes = wishes
        if case .own(let own) = key { wishes.key = try cryptography.kind(ofKey: own) }
        let template = try merged(offer, wishes)
        let privateKey: SharedSecret
        if case .own(let own) = key { privateKey = own } else { privateKey = try cryptography.makeKey(template.key) }
        return EnrollmentRequest(
            key: privateKey, der: try signed(template, by: privateKey, isServers: offer.subject != nil),
            subject: template.namesake == nil ? template.subject.description : "", terms: terms)
    }

    /// `isServers`: the server prescribed the subject, so that it is at fault when no certificate can hold it.
    private func signed(
        _ template: CertificateTemplate, by key: SharedSecret, isServers: Bool
    ) throws(FedauthError) -> [UInt8] {
        do throws(FedauthError) {
            return try cryptography.request(template, key: key)
        } catch  where isServers && error.code == .usage {
            throw FedauthError(
                .badAnswer, "the server prescribes a subject that cannot be: \(error.message)",
                hint: "the fault is the server's: tell its administrator", causes: error.causes)
        }
    }

    /// Combines the server's rules with the wishes for what they leave open.
    private func merged(
        _ offer: EnrollmentOffer, _ wishes: EnrollmentWishes
    ) throws(FedauthError) -> CertificateTemplate {
        if let unsupported = offer.unsupportedKey { throw unsupported }
        var template = CertificateTemplate()
        var prescribed = offer.key ?? offer.rsaBits.map { .rsa(bits: $0) }
        if let attributes = offer.attributes {
            // A key kind that replaces both of two different kinds was set by the server.
            let set = try cryptography.template(CertificateTemplate(key: .usual), settingAttributes: attributes)
            let other = try cryptography.template(CertificateTemplate(key: .ed25519), settingAttributes: attributes)
            if set.key == other.key { prescribed = set.key }
            template.signature = set.signature
        }
        if let subject = offer.subject {
            template.subject = subject
        } else if let namesake = wishes.namesake {
            template.namesake = namesake
        } else if let subject = wishes.subject ?? offer.usualSubject {
            template.subject = subject
        }
        template.alternativeNames = offer.alternativeNames.isEmpty ? wishes.alternativeNames : offer.alternativeNames
        // A size without a kind is a minimum for RSA, and does not exclude other kinds.
        func forbids(_ kind: KeyKind) -> Bool {
            guard let prescribed, !kind.satisfies(prescribed) else { return false }
            return offer.key != nil || Self.isRSA(kind) || offer.rsaBits == nil
        }
        if let wanted = wishes.key {
            if let prescribed, forbids(wanted) {
                throw FedauthError(
                    .unsupportedKey, "the server requires a key of the kind '\(prescribed)', not '\(wanted)'",
                    hint:
                        "leave out the option that asks for it ('--key-type', '--key', '--reuse-key'), or name a stronger one"
                )
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

    private static func isRSA(_ kind: KeyKind) -> Bool { if case .rsa = kind { true } else { false } }
}
