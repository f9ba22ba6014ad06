import Secrets

/// The signature of a message's time stamp by a certificate (WS-Security X.509 token profile 1.1). It proves the sender
/// within TLS (the endorsing token of WS-SecurityPolicy). The signed elements are written in canonical form (Exclusive
/// XML Canonicalization 1.0), so that no canonicalisation is needed: apex elements declare their own namespace,
/// attributes are in order, and empty elements have an end tag.
struct TimestampSignature {
    let signer: any MessageSigner
    private static let signature = "http://www.w3.org/2000/09/xmldsig#"
    private static let canonicalisation = "http://www.w3.org/2001/10/xml-exc-c14n#"
    private static let wss = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-"

    /// Returns the time stamp as it is signed; the message must contain these exact bytes.
    static func timestamp(from created: Timestamp, to expires: Timestamp) -> String {
        "<u:Timestamp xmlns:u=\"\(wss)wssecurity-utility-1.0.xsd\" u:Id=\"_0\"><u:Created>\(created.iso8601)</u:Created>"
            + "<u:Expires>\(expires.iso8601)</u:Expires></u:Timestamp>"
    }

    /// Returns the certificate and the signature of `timestamp`, to be placed after it in the Security header, which
    /// must declare the prefixes `o` and `u`.
    func elements(for timestamp: String) throws(FedauthError) -> String {
        let digest = Self.base64(try signer.digest(Array(timestamp.utf8)))
        let info =
            "<ds:SignedInfo xmlns:ds=\"\(Self.signature)\"><ds:CanonicalizationMethod Algorithm=\"\(Self.canonicalisation)\">"
            + "</ds:CanonicalizationMethod><ds:SignatureMethod Algorithm=\"\(signer.algorithm)\"></ds:SignatureMethod>"
            + "<ds:Reference URI=\"#_0\"><ds:Transforms><ds:Transform Algorithm=\"\(Self.canonicalisation)\"></ds:Transform>"
            + "</ds:Transforms><ds:DigestMethod Algorithm=\"http://www.w3.org/2001/04/xmlenc#sha256\"></ds:DigestMethod>"
            + "<ds:DigestValue>\(digest)</ds:DigestValue></ds:Reference></ds:SignedInfo>"
        let value = Self.base64(try signer.signature(of: Array(info.utf8)))
        let type = Self.wss + "x509-token-profile-1.0#X509v3"
        return
            "<o:BinarySecurityToken u:Id=\"_1\" ValueType=\"\(type)\" EncodingType=\"\(Self.wss)soap-message-security-1.0"
            + "#Base64Binary\">\(Self.base64(signer.certificate))</o:BinarySecurityToken>"
            + "<ds:Signature xmlns:ds=\"\(Self.signature)\">\(info)<ds:SignatureValue>\(value)</ds:SignatureValue><ds:KeyInfo>"
            + "<o:SecurityTokenReference><o:Reference URI=\"#_1\" ValueType=\"\(type)\"/></o:SecurityTokenReference>"
            + "</ds:KeyInfo></ds:Signature>"
    }

    private static func base64(_ bytes: [UInt8]) -> String {
        Base64.encode(SharedSecret(Secret(bytes))).withBytes { String(decoding: $0, as: UTF8.self) }
    }
}
