/// How an identity was enrolled, so that it can be renewed. It is stored with the identity and contains no secrets.
public struct EnrollmentRecord: Sendable, Hashable {
    /// The protocol of the server.
    public enum Method: String, Sendable, CaseIterable {
        /// A Secure Login Server: login at `slc3`, certificate at `slc2`.
        case slc3
        /// Enrollment over Secure Transport (RFC 7030).
        case est
    }

    /// The configuration profile; nil for none.
    public var profile: String?
    /// The protocol.
    public var method: Method
    /// The server's address.
    public var base: String
    /// The profile of the server (`slc3`) or its label (`est`); empty for none.
    public var code: String
    /// The user name that was typed, if any.
    public var user: String?
    /// The subject of the request.
    public var subject: String
    /// The kind of key, by its option value.
    public var key: String
    /// The start of the certificate's validity, which is needed to compute the renewal time.
    public var notBefore: Timestamp
    /// The names that were requested and granted. The server may grant them again only if they are requested again.
    public var wished: Wished
    /// The absolute path of the file of certificates that the enrolment trusted (`--cacert`); nil: the system's.
    public var authorities: String?
    /// The servers that options or profile named. All other bindings of the identity were made by hand.
    public var named: [Origin]
    /// Whether `--post-hook` failed for this certificate.
    public var hookFailed = false

    /// Creates a record.
    public init(
        profile: String? = nil, method: Method, base: String, code: String, user: String? = nil, subject: String,
        key: String, notBefore: Timestamp, wished: Wished = Wished(), named: [Origin] = [], authorities: String? = nil
    ) {
        (self.authorities, self.profile, self.method) = (authorities, profile, method)
        (self.base, self.code, self.user, self.subject) = (base, code, user, subject)
        (self.key, self.notBefore, self.wished, self.named) = (key, notBefore, wished, named)
    }

    /// Returns the new bindings of an identity bound to `bound`, when options now name `named`, and named `before`
    /// earlier. Bindings made by hand stay. Those removed by hand stay removed, unless the server `isTyped`: a renewal
    /// must not reveal the user to one that is excluded. Servers that are no longer named are removed.
    public static func origins(_ bound: [Origin], naming named: [Origin], before: [Origin], isTyped: Bool) -> [Origin] {
        guard !named.isEmpty else { return bound }
        let kept = bound.filter { named.contains($0) || !before.contains($0) }
        return kept + named.filter { !kept.contains($0) && (isTyped || !before.contains($0)) }
    }

    /// The names that the user requested.
    public struct Wished: Sendable, Hashable {
        /// The requested subject.
        public var subject: DistinguishedName?
        /// The requested alternative names.
        public var names: [AlternativeName]

        /// Creates the names; by default none.
        public init(_ subject: DistinguishedName? = nil, _ names: [AlternativeName] = []) {
            self.subject = subject
            self.names = names
        }

        /// Keeps the names in `wished` that the certificate contains.
        public init(_ wished: Wished, grantedBy certificate: IssuedCertificate) {
            let subject = try? DistinguishedName(parsing: certificate.subject)
            let names = Set(certificate.alternativeNames.map { $0.lowercased() })
            self.init(
                wished.subject.flatMap { $0 == subject ? $0 : nil },
                wished.names.filter { names.contains($0.description.lowercased()) })
        }
    }
}

/// Its fields in the entry of an identity. An identity whose record this version cannot read can be used, but not renewed.
extension EnrollmentRecord: FieldCoded {
    static func coded(_ record: EnrollmentRecord?, by coder: inout FieldCoder) -> EnrollmentRecord? {
        let profile = coder.text(1, record?.profile)
        guard let method = coder.word(2, record?.method), let base = coder.text(3, record?.base) else { return nil }
        let (code, user) = (coder.text(4, record?.code), coder.text(5, record?.user))
        let (subject, key) = (coder.text(6, record?.subject), coder.text(7, record?.key))
        guard let notBefore = coder.time(8, record?.notBefore) else { return nil }
        let wished = coder.text(9, record?.wished.subject?.description)
        let names = coder.texts(10, record?.wished.names) { try? AlternativeName($0) }
        let authorities = coder.text(12, record?.authorities)
        var read = EnrollmentRecord(
            profile: profile, method: method, base: base, code: code ?? "", user: user, subject: subject ?? "",
            key: key ?? "", notBefore: notBefore,
            wished: Wished(wished.flatMap { try? DistinguishedName(parsing: $0) }, names.compactMap(\.self)),
            named: coder.origins(11, record?.named).compactMap(\.self), authorities: authorities)
        read.hookFailed = coder.flag(13, record?.hookFailed)
        return read
    }
}
