/// How an identity was enrolled, so that it can be renewed: kept with it in the store. It holds no secret.
public struct EnrollmentRecord: Sendable, Hashable {
    /// The language that the server speaks.
    public enum Method: String, Sendable, CaseIterable {
        /// A Secure Login Server: login on `slc3`, certificate on `slc2`.
        case slc3
        /// Enrollment over Secure Transport (RFC 7030).
        case est
    }

    /// The profile of the configuration; nil: none.
    public var profile: String?
    /// What was spoken.
    public var method: Method
    /// The server's address.
    public var base: String
    /// The profile of the server (`slc3`) or its label (`est`); empty: none.
    public var code: String
    /// The user that was typed, where one was.
    public var user: String?
    /// Who was asked for: the subject of the request.
    public var subject: String
    /// The kind of key, by the name that a user writes.
    public var key: String
    /// The start of the certificate's validity, so that a part of its lifetime can be told without reading it.
    public var notBefore: Timestamp
    /// What was wished for and granted: a server that is not told again may not grant it again.
    public var wished: Wished
    /// The servers that options or profile named: what the identity is bound to beyond them was bound by hand.
    public var named: [Origin]

    /// How an identity was got.
    public init(
        profile: String? = nil, method: Method, base: String, code: String, user: String? = nil, subject: String,
        key: String, notBefore: Timestamp, wished: Wished = Wished(), named: [Origin] = []
    ) {
        self.profile = profile
        self.method = method
        self.base = base
        self.code = code
        self.user = user
        self.subject = subject
        self.key = key
        self.notBefore = notBefore
        self.wished = wished
        self.named = named
    }

    /// What an identity that is bound to `bound` is to be bound to when `named` are named now, and `before` were before.
    ///
    /// What was bound by hand stays. What was taken away by hand stays away, unless it `isTyped`: a server that somebody has
    /// excluded must not come to know the person again by a renewal. What is not named any more goes.
    public static func origins(
        _ bound: [Origin], naming named: [Origin], before: [Origin], isTyped: Bool
    ) -> [Origin] {
        guard !named.isEmpty else { return bound }
        let kept = bound.filter { named.contains($0) || !before.contains($0) }
        return kept + named.filter { !kept.contains($0) && (isTyped || !before.contains($0)) }
    }
}

extension EnrollmentRecord {
    /// Names that a user wished for.
    public struct Wished: Sendable, Hashable {
        /// Of the owner.
        public var subject: DistinguishedName?
        /// Others of the owner.
        public var names: [AlternativeName]

        /// Wishes; none unless told.
        public init(_ subject: DistinguishedName? = nil, _ names: [AlternativeName] = []) {
            self.subject = subject
            self.names = names
        }

        /// Those of `wished` that stand in the certificate.
        public init(_ wished: Wished, grantedBy certificate: IssuedCertificate) {
            let subject = try? DistinguishedName(parsing: certificate.subject)
            let names = Set(certificate.alternativeNames.map { $0.lowercased() })
            self.init(
                wished.subject.flatMap { $0 == subject ? $0 : nil },
                wished.names.filter { names.contains($0.description.lowercased()) })
        }
    }

    private enum Tag {
        static let profile: UInt8 = 1, method: UInt8 = 2, base: UInt8 = 3, code: UInt8 = 4, user: UInt8 = 5
        static let subject: UInt8 = 6, key: UInt8 = 7, notBefore: UInt8 = 8, wishedSubject: UInt8 = 9
        static let wishedName: UInt8 = 10, named: UInt8 = 11
    }

    /// The fields of an identity's entry that say it.
    var fields: FieldWriter {
        var writer = FieldWriter(capacity: 256)
        writer.put(Tag.profile, profile)
        writer.put(Tag.method, method.rawValue)
        writer.put(Tag.base, base)
        writer.put(Tag.code, code)
        writer.put(Tag.user, user)
        writer.put(Tag.subject, subject)
        writer.put(Tag.key, key)
        writer.put(Tag.notBefore, notBefore.seconds)
        writer.put(Tag.wishedSubject, wished.subject?.description)
        for name in wished.names { writer.put(Tag.wishedName, name.description) }
        for origin in named { writer.put(Tag.named, origin.description) }
        return writer
    }

    /// Nil for what this version does not understand: such an identity is used, and not renewed.
    init?(_ field: FieldReader.Field) {
        guard let fields = FieldReader.fields(field.bytes) else { return nil }
        func text(_ tag: UInt8) -> String? { fields.first { $0.tag == tag }?.validText }
        guard let method = text(Tag.method).flatMap(Method.init), let base = text(Tag.base),
            let notBefore = fields.first(where: { $0.tag == Tag.notBefore })?.number
        else { return nil }
        self.init(
            profile: text(Tag.profile), method: method, base: base, code: text(Tag.code) ?? "", user: text(Tag.user),
            subject: text(Tag.subject) ?? "", key: text(Tag.key) ?? "", notBefore: Timestamp(seconds: notBefore),
            wished: Wished(
                text(Tag.wishedSubject).flatMap { try? DistinguishedName(parsing: $0) },
                fields.filter { $0.tag == Tag.wishedName }.compactMap { try? AlternativeName($0.text) }),
            named: fields.filter { $0.tag == Tag.named }.compactMap { try? WebURL($0.text).origin })
    }
}
