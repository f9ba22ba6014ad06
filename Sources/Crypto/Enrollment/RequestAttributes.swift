internal import COpenSSL
internal import Core
internal import Secrets

/// The attributes that an EST server wants in a request: `CsrAttrs` (RFC 7030 section 4.5.2), as base64 or DER. fedauth
/// knows key types, curves, sizes and signature algorithms, and ignores all others.
struct RequestAttributes {
    private var keys: [KeyKind] = []
    private var hash: CertificateTemplate.SignatureHash?
    private var unknownKeys: [String] = []
    private var isRSA = false
    private var isEC = false
    /// The key type that the wanted signature algorithm needs.
    private var signer: KeyKind?

    init(_ answer: SharedSecret) throws(FedauthError) {
        let der = answer.withBytes { $0.first == 0x30 } ? answer : Base64.decode(answer)
        // An empty answer means that the server wants nothing.
        guard let der, !der.isEmpty else {
            guard answer.isEmpty else { throw Self.unreadable }
            return
        }
        let bytes = der.withBytes { Array($0) }
        guard let list = Self.elements(bytes[...]), list.count == 1, list[0].tag == V_ASN1_SEQUENCE,
            let wanted = Self.elements(list[0].content)
        else { throw Self.unreadable }
        for element in wanted {
            if element.tag == V_ASN1_OBJECT {
                take(Self.identifier(element), values: [])
            } else if element.tag == V_ASN1_SEQUENCE, let parts = Self.elements(element.content), parts.count == 2,
                parts[0].tag == V_ASN1_OBJECT, let values = Self.elements(parts[1].content)
            {
                take(Self.identifier(parts[0]), values: values)
            } else {
                throw Self.unreadable
            }
        }
        if isRSA, !keys.contains(where: { if case .rsa = $0 { true } else { false } }) { keys.append(.usual) }
        guard keys.isEmpty, unknownKeys.isEmpty else { return }
        let curve = hash == .sha384 ? KeyKind.p384 : .p256
        if let signer = isEC ? curve : signer { keys.append(signer) }
    }

    /// Returns the template with the wanted attributes. Throws `unsupported-key` when the server accepts only key types
    /// that fedauth cannot generate.
    func laid(over template: CertificateTemplate) throws(FedauthError) -> CertificateTemplate {
        var template = template
        if let hash { template.signature = hash }
        if let key = keys.first {
            template.key = key
        } else if let unknown = unknownKeys.first {
            throw FedauthError(
                .unsupportedKey,
                "the server requires keys of the kind '\(unknown.folded(to: 60))', which fedauth cannot make",
                hint: "make key and request yourself: '--csr FILE --key FILE'")
        }
        return template
    }

    private mutating func take(_ identifier: Int32, values: [Element]) {
        switch identifier {
        case NID_rsaEncryption:
            isRSA = true
            for value in values where value.tag == V_ASN1_INTEGER {
                let bits = value.content.reduce(0) { ($0 << 8 | Int($1)) & 0xFFFF }
                if let kind = KeyKind.rsa(ofBits: bits) { keys.append(kind) } else { unknownKeys.append("RSA \(bits)") }
            }
        case NID_X9_62_id_ecPublicKey:
            isEC = true
            for value in values where value.tag == V_ASN1_OBJECT { takeCurve(Self.identifier(value)) }
        case NID_X9_62_prime256v1, NID_secp384r1, NID_secp521r1, NID_brainpoolP256r1, NID_brainpoolP384r1:
            takeCurve(identifier)
        case NID_ED25519: keys.append(.ed25519)
        case NID_ED448: unknownKeys.append("Ed448")
        case NID_ecdsa_with_SHA256: (signer, hash) = (.p256, .sha256)
        case NID_ecdsa_with_SHA384: (signer, hash) = (.p384, .sha384)
        case NID_ecdsa_with_SHA512: (signer, hash) = (.p256, .sha512)
        case NID_sha256WithRSAEncryption: (signer, hash) = (.usual, .sha256)
        case NID_sha384WithRSAEncryption: (signer, hash) = (.usual, .sha384)
        case NID_sha512WithRSAEncryption: (signer, hash) = (.usual, .sha512)
        default: break
        }
    }

    private mutating func takeCurve(_ identifier: Int32) {
        switch identifier {
        case NID_X9_62_prime256v1: keys.append(.p256)
        case NID_secp384r1: keys.append(.p384)
        default: unknownKeys.append(OBJ_nid2sn(identifier).map { String(cString: $0) } ?? "unknown")
        }
    }

    private static let unreadable = FedauthError(
        .badAnswer, "the server's list of request attributes cannot be read",
        hint: "'--trace FILE' shows the conversation; '--csr FILE --key FILE' goes without the list")

    // MARK: DER

    /// Limit for one list; known lists have about a dozen elements.
    private static let maximumElements = 1000

    /// A DER value: its universal tag and its content.
    private struct Element {
        var tag: Int32
        var content: ArraySlice<UInt8>
        var whole: ArraySlice<UInt8>
    }

    /// Returns the consecutive values; nil when they are malformed or more than the limit.
    private static func elements(_ bytes: ArraySlice<UInt8>) -> [Element]? {
        bytes.withUnsafeBytes { raw -> [Element]? in
            var elements: [Element] = []
            var first = bytes.startIndex
            while first < bytes.endIndex {
                let rest = UnsafeRawBufferPointer(rebasing: raw[(first - bytes.startIndex)...])
                guard elements.count < maximumElements, let next = DERElement(firstOf: rest) else { return nil }
                let whole = bytes[first..<first + next.whole.count]
                elements.append(Element(tag: next.tag, content: whole.suffix(next.content.count), whole: whole))
                first = whole.endIndex
            }
            return elements
        }
    }

    private static func identifier(_ element: Element) -> Int32 {
        defer { ERR_clear_error() }
        let bytes = Array(element.whole)
        return bytes.withRawBytes { raw in
            var position = raw.octets
            guard let object = d2i_ASN1_OBJECT(nil, &position, raw.count) else { return NID_undef }
            defer { ASN1_OBJECT_free(object) }
            return OBJ_obj2nid(object)
        }
    }
}
