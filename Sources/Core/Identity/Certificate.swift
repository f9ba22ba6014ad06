/// An X.509 certificate (RFC 5280): its bytes and its main fields.
public struct Certificate: Sendable, Equatable {
    /// The certificate in DER.
    public let der: [UInt8]
    /// The subject in the form of RFC 4514, such as `CN=Ada,O=Example`; untrusted text.
    public let subject: String
    /// The issuer, in the same form.
    public let issuer: String
    /// The subject's last common name; nil when it has none.
    public let commonName: String?
    /// The serial number in hexadecimal.
    public let serial: String
    /// The start of validity.
    public let notBefore: Timestamp
    /// The end of validity.
    public let notAfter: Timestamp
    /// Subject alternative names, such as `email:ada@example.org`, `dns:…`, `uri:…`, `ip:…`, `upn:…`.
    public let alternativeNames: [String]
    /// The allowed uses of the key, by their names in RFC 5280 (`digitalSignature`); empty without the extension.
    public let keyUsages: [String]
    /// The allowed purposes (`clientAuth`, `serverAuth`, …); empty when the extension is missing.
    public let extendedKeyUsages: [String]
    /// Whether it may sign other certificates.
    public let isAuthority: Bool
    /// Whether subject and issuer are the same.
    public let isSelfIssued: Bool
    /// The kind of key and its size, such as `RSA 2048`, `EC prime256v1`.
    public let keyDescription: String
    /// The SHA-256 hash of the certificate, in hexadecimal.
    public let fingerprint: String

    /// Creates a certificate from its fields.
    public init(
        der: [UInt8], subject: String, issuer: String, commonName: String?, serial: String, notBefore: Timestamp,
        notAfter: Timestamp, alternativeNames: [String], keyUsages: [String], extendedKeyUsages: [String],
        isAuthority: Bool, isSelfIssued: Bool, keyDescription: String, fingerprint: String
    ) {
        self.der = der
        (self.subject, self.issuer, self.commonName, self.serial) = (subject, issuer, commonName, serial)
        (self.notBefore, self.notAfter, self.alternativeNames) = (notBefore, notAfter, alternativeNames)
        (self.keyUsages, self.extendedKeyUsages, self.isAuthority) = (keyUsages, extendedKeyUsages, isAuthority)
        (self.isSelfIssued, self.keyDescription, self.fingerprint) = (isSelfIssued, keyDescription, fingerprint)
    }

    /// A short name of its owner for messages.
    public var title: String { commonName ?? (subject.isEmpty ? "serial \(serial)" : subject) }

    /// Returns whether `now` is within the validity dates.
    public func isValid(at now: Timestamp) -> Bool { notBefore <= now && now <= notAfter }

    /// Whether it may be used as a client certificate: its purposes are free, or include that.
    public var isForClients: Bool {
        extendedKeyUsages.isEmpty || !Set(extendedKeyUsages).isDisjoint(with: ["clientAuth", "anyExtendedKeyUsage"])
    }
}
