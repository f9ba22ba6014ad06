internal import COpenSSL
internal import Core
internal import Secrets

/// Forms of keys that libcrypto does not read by itself.
enum OtherKeyForms {
    /// A limit for scrypt above that of the rounds, which counts the same blocks.
    private static let memoryCap: UInt64 = 1 << 30

    /// Returns a key of the second version of PKCS#8 (RFC 5958 section 2) as one of the first: without the public key that follows
    /// it. Nil for anything else.
    static func firstVersion(ofKey der: SharedSecret) -> SharedSecret? {
        der.withBytes { bytes in
            guard bytes.first == 0x30, let whole = DERElement(firstOf: bytes)?.content,
                let version = DERElement(firstOf: whole)?.whole, version.elementsEqual([2, 1, 1] as [UInt8])
            else { return nil }
            let rest = UnsafeRawBufferPointer(rebasing: whole.dropFirst(version.count))
            guard let algorithm = DERElement(firstOf: rest)?.whole,
                let key = DERElement(firstOf: UnsafeRawBufferPointer(rebasing: rest.dropFirst(algorithm.count)))?.whole,
                key.first == 0x04
            else { return nil }
            let count = 3 + algorithm.count + key.count
            guard count <= 0xFFFF else { return nil }
            let (high, low) = (UInt8(count >> 8), UInt8(count & 0xFF))
            let length = count > 0xFF ? [0x82, high, low] : count > 0x7F ? [0x81, low] : [low]
            var plain = Secret(capacity: count + 4)
            for byte in [0x30] + length + [2, 1, 0] { plain.append(byte) }
            plain.append(algorithm)
            plain.append(key)
            return SharedSecret(plain)
        }
    }

    /// Returns the key of an encrypted one under scrypt, which libcrypto opens only within 32 MiB of memory; nil when it is encrypted
    /// in another way. Throws `wrong-passphrase`, as `failure` says, and `other` for too much memory.
    static func open(
        _ key: OpaquePointer, _ passphrase: UnsafeRawBufferPointer, or failure: FedauthError
    ) throws(FedauthError) -> SharedSecret? {
        var found = copenssl_scrypt()
        var sealed: UnsafePointer<ASN1_OCTET_STRING>?
        X509_SIG_get0(key, nil, &sealed)
        guard copenssl_scrypt(key, &found), let sealed, found.cost.nonzeroBitCount == 1 else { return nil }
        let scrypt = Scrypt(
            logN: found.cost.trailingZeroBitCount, r: Int(clamping: found.block_size),
            p: Int(clamping: found.parallelization))
        let salt = withUnsafeBytes(of: found.salt) { Array($0.prefix(Int(found.salt_count))) }
        let derived = try scrypt.derive(
            passphrase: Secret(copying: passphrase), salt: salt, count: Int(found.key_count), memoryCap: memoryCap)
        let bytes = UnsafeRawBufferPointer(start: ASN1_STRING_get0_data(sealed), count: Int(ASN1_STRING_length(sealed)))
        let start = withUnsafeBytes(of: found.start) { Array($0) }
        guard let plain = try AESCBC.open(bytes, key: derived, start: start) else { throw failure }
        return SharedSecret(plain)
    }
}

/// RC2, single DES and similar algorithms, which OpenSSL 3 has in `OSSL_PROVIDER-legacy(7)`.
enum OutdatedAlgorithms {
    /// Makes them available to the process only while `body` runs.
    static func during<Result>(_ body: () throws(FedauthError) -> Result) throws(FedauthError) -> Result {
        OpenSSL.prepared
        // Loading any provider by name disables the default one unless that is also loaded by name; it stays loaded.
        guard OSSL_PROVIDER_load(nil, "default") != nil, let provider = OSSL_PROVIDER_load(nil, "legacy") else {
            throw OpenSSL.failure(
                "OSSL_PROVIDER_load", code: .other,
                "the file is encrypted by an outdated algorithm, and OpenSSL's provider 'legacy' is missing",
                hint: "install it (openssl-provider-legacy), or convert the file to AES with another program")
        }
        defer { OSSL_PROVIDER_unload(provider) }
        return try body()
    }
}

/// The kinds of key files that are neither PEM, DER nor PKCS#12, each with the way to one of these.
enum ForeignKeyFile {
    private static let kinds: [(beginning: [UInt8], kind: String, hint: String)] = [
        ([0xFE, 0xED, 0xFE, 0xED], "a Java keystore (JKS)", keytool),
        ([0xCE, 0xCE, 0xCE, 0xCE], "a Java keystore (JCEKS)", keytool),
        (
            Array("PuTTY-User-Key-File".utf8), "a key of PuTTY",
            "'puttygen FILE -O private-openssh -o COPY' makes PEM of it"
        ),
        (Array("---- BEGIN SSH2".utf8), "a key of SSH", "an identity is a certificate (X.509) and its key"),
        (Array("ssh-".utf8), "a public key of SSH", "an identity is a certificate (X.509) and its private key"),
        (Array("-----BEGIN PGP".utf8), "a key of OpenPGP", "an identity is a certificate (X.509) and its key"),
        (Array("SQLite format 3".utf8), "a database, as browsers have", "export the certificate there, as PKCS#12"),
        ([0x50, 0x4B, 0x03, 0x04], "a ZIP archive", "unpack it, and name the file in it"),
    ]

    private static let keytool =
        "'keytool -importkeystore -srckeystore FILE -destkeystore COPY.p12 -deststoretype PKCS12' makes PKCS#12 of it"

    /// Throws `bad-file`, naming the kind, for such a file.
    static func check(_ content: SharedSecret, name: String) throws(FedauthError) {
        let shown = "'\(name.folded(to: 100))'"
        let found = content.withBytes { bytes in kinds.first { bytes.starts(with: $0.beginning) } }
        if let found { throw FedauthError(.badFile, "\(shown) is \(found.kind)", hint: found.hint) }
        guard PEMBlock.all(in: content).contains(where: { $0.label == "OPENSSH PRIVATE KEY" }) else { return }
        throw FedauthError(
            .badFile, "\(shown) has a key in the format of OpenSSH",
            hint: "'ssh-keygen -p -m PEM -f COPY' converts a copy, if it is RSA or ECDSA")
    }
}

/// An element of DER (X.690 section 8.1), in memory that belongs to somebody else.
struct DERElement {
    /// Its number without class and form.
    let tag: Int32
    /// What it holds.
    let content: UnsafeRawBufferPointer
    /// The same with tag and length.
    let whole: UnsafeRawBufferPointer

    /// Reads the first element (`ASN1_get_object(3)`); nil when there is none, or it is malformed.
    init?(firstOf bytes: UnsafeRawBufferPointer) {
        defer { ERR_clear_error() }
        var (position, count, kind) = (bytes.octets, 0, Int32(0))
        var number: Int32 = 0
        // 0x80: malformed, or longer than the bytes. 1: indefinite length, which DER forbids.
        guard let start = position, !bytes.isEmpty,
            ASN1_get_object(&position, &count, &number, &kind, bytes.count) & 0x81 == 0, let position, count >= 0
        else { return nil }
        tag = number
        content = UnsafeRawBufferPointer(start: position, count: count)
        whole = UnsafeRawBufferPointer(start: start, count: position - start + count)
    }
}
