internal import CXMLSec
public import Core
public import Secrets

/// The signature of a SAML assertion (XML Signature as profiled by SAML 2.0 core, section 5.4, and SAML 1.1 core,
/// section 5.4), checked by libxmlsec1, which is opened on first use.
public struct AssertionSignature {
    private let assertion: SharedSecret
    private let isConfined: Bool

    /// - Parameters:
    ///   - assertion: the assertion as a text of its own, byte for byte as it was issued.
    ///   - isConfined: checks in a confined process (`ConfinedReading`).
    public init(of assertion: SharedSecret, isConfined: Bool = false) {
        self.assertion = assertion
        self.isConfined = isConfined
    }

    /// Checks that the key of one of the certificates made the signature. Keys that the signature itself names are
    /// ignored. Throws `refused` for a signature that is invalid, covers something else, or uses a broken algorithm.
    ///
    /// - Parameters:
    ///   - certificates: in DER.
    ///   - allowsSHA1: also accepts SHA-1, for old servers.
    public func check(signedBy certificates: [SharedSecret], allowsSHA1: Bool = false) throws(FedauthError) {
        try Self.open()
        guard isConfined else { return try Self.check(assertion, certificates, allowsSHA1) }
        _ = try ConfinedReading.answer(to: [assertion] + certificates, what: "signature of the assertion") {
            (documents) throws(FedauthError) in
            try Self.check(documents[0], Array(documents.dropFirst()), allowsSHA1)
            return true
        }
    }

    private static func check(
        _ assertion: SharedSecret, _ certificates: [SharedSecret], _ allowsSHA1: Bool
    ) throws(FedauthError) {
        var worst = cxmlsec_certificate
        for certificate in certificates {
            var detail = [CChar](repeating: 0, count: 128)
            let result = assertion.withBytes { text in
                certificate.withBytes { der in
                    Self.verify(text, der, allowsSHA1, &detail)
                }
            }
            if result == cxmlsec_good { return }
            // Other results concern the assertion, so they are the same for all certificates.
            guard result == cxmlsec_bad || result == cxmlsec_certificate else {
                let words = String(decoding: detail.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
                throw Self.error(result, words.folded(to: 100))
            }
            if result == cxmlsec_bad { worst = result }
        }
        throw Self.error(worst, "")
    }

    private static func verify(
        _ text: UnsafeRawBufferPointer, _ der: UnsafeRawBufferPointer, _ allowsSHA1: Bool, _ detail: inout [CChar]
    ) -> cxmlsec_result {
        guard let start = text.baseAddress?.assumingMemoryBound(to: CChar.self),
            let certificate = der.baseAddress?.assumingMemoryBound(to: UInt8.self)
        else { return cxmlsec_unreadable }
        return cxmlsec_verify(start, text.count, certificate, der.count, allowsSHA1, &detail, detail.count)
    }

    private static func error(_ result: cxmlsec_result, _ detail: String) -> FedauthError {
        switch result {
        case cxmlsec_unsigned:
            FedauthError(
                .refused, "the assertion has no signature of its own",
                hint: "the whole response may be signed instead, which '--verify' does not check")
        case cxmlsec_elsewhere:
            FedauthError(
                .refused, "the signature is not for the assertion that it stands in",
                hint: "the answer may be forged: do not use it")
        case cxmlsec_not_allowed where detail.hasSuffix("sha1") && !detail.contains("hmac"):
            FedauthError(
                .refused, "the signature uses '\(detail)', which is broken",
                hint: "let the server sign by SHA-256, or say '--verify-sha1'")
        case cxmlsec_not_allowed:
            FedauthError(
                .refused, "the signature uses '\(detail)', which is not allowed in an assertion",
                hint: "allowed are RSA and ECDSA with SHA-256 to SHA-512, and exclusive canonicalisation")
        case cxmlsec_certificate:
            FedauthError(
                .usage, "no certificate given by '--verify' can be used to check a signature",
                hint: "name the server's token-signing certificate, or its federation metadata")
        case cxmlsec_bad:
            FedauthError(
                .refused, "the signature of the assertion does not hold for the certificate given by '--verify'",
                hint: "the assertion was changed, or another certificate signs: AD FS changes it every year")
        default:
            FedauthError(.badAnswer, "the assertion cannot be read to check its signature")
        }
    }

    /// Returns the library's version. Throws `error`, naming the package, when it is not installed.
    public static func libraryVersion() throws(FedauthError) -> String {
        try open()
        return String(cString: cxmlsec_version())
    }

    private static func open() throws(FedauthError) {
        guard let why = cxmlsec_load() else { return }
        throw FedauthError(
            .other, "the library 'libxmlsec1-openssl.so.1' cannot be used",
            hint: "install the package libxmlsec1-openssl", causes: [String(cString: why)])
    }
}
