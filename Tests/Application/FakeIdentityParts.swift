import Core
import Secrets

@testable import Application

/// Files of identities in memory. The content of a file is its path, unless `contents` has another one.
final class FakeIdentityParts: IdentityImportParts, IdentityReader, TokenReader {
    /// What the content of a file means.
    struct File {
        var certificates: [Certificate]
        var passphrase: String?
        var isOutdated = false
    }

    var files: [String: File] = [:]
    /// The certificates in a content without a key.
    var pem: [String: [Certificate]] = [:]
    var contents: [String: String] = [:]
    var verdict = TrustCheck.Verdict.trusted(root: "Root")
    /// The names of the keys that each file has, and the one that was chosen.
    var keys: [String] = []
    private(set) var chosen: String?
    /// The passphrase of an option.
    var option: String?
    /// The passphrases that the user types.
    var answers: [String] = []
    private(set) var questions: [String] = []
    private(set) var keysRead: [String] = []

    /// The certificates in tokens, by address.
    var inTokens: [String: [Certificate]] = [:]
    /// The names of the certificates of the key in a token.
    var ofKey: [String] = []
    /// The PIN of the token, without which it shows no key, and none of these addresses.
    var pin = "1234"
    var closed: Set<String> = []

    var reader: any IdentityReader { self }
    var tokens: any TokenReader { self }

    /// Adds a file with a key.
    func file(_ path: String, holding certificate: Certificate, passphrase: String? = nil, isOutdated: Bool = false) {
        files[path] = File(certificates: [certificate], passphrase: passphrase, isOutdated: isOutdated)
        contents[path] = path
    }

    /// Returns a certificate that is valid now, unless other times are given.
    static func certificate(
        _ name: String, issuer: String = "Root", from: Int64 = 1_600_000_000, to: Int64 = 2_000_000_000,
        purposes: [String] = []
    ) -> Certificate {
        Certificate(
            der: Array(name.utf8), subject: "CN=" + name, issuer: "CN=" + issuer, commonName: name, serial: "1",
            notBefore: Timestamp(seconds: from), notAfter: Timestamp(seconds: to), alternativeNames: [], keyUsages: [],
            extendedKeyUsages: purposes, isAuthority: false, isSelfIssued: issuer == name, keyDescription: "EC",
            fingerprint: "00")
    }

    func content(of path: String, isKey: Bool) throws(FedauthError) -> SharedSecret {
        if isKey { keysRead.append(path) }
        guard let content = contents[path] else { throw FedauthError(.usage, "cannot open '\(path)'") }
        return SharedSecret(text: content)
    }

    func given() throws(FedauthError) -> SharedSecret? { option.map { SharedSecret(text: $0) } }

    func asked(_ question: String) throws(FedauthError) -> SharedSecret {
        questions.append(question)
        guard !answers.isEmpty else { throw FedauthError(.inputNeeded, "cannot ask") }
        return SharedSecret(text: answers.removeFirst())
    }

    private func text(_ content: SharedSecret) -> String {
        content.withBytes { String(decoding: $0, as: UTF8.self) }
    }

    func identity(
        in content: SharedSecret, passphrase: SharedSecret?, name: String, choosing choice: KeyChoice
    ) throws(FedauthError) -> OpenedIdentity {
        guard let file = files[text(content)] else { throw FedauthError(.badFile, "'\(name)' is damaged") }
        if let wanted = file.passphrase {
            guard let passphrase else { throw FedauthError(.passphraseNeeded, "'\(name)' needs a passphrase") }
            guard text(passphrase) == wanted else { throw FedauthError(.wrongPassphrase, "it does not open '\(name)'") }
        }
        if !keys.isEmpty { chosen = keys[try choice(keys)] }
        return OpenedIdentity(
            form: "PKCS#12", key: SharedSecret(text: "key"), certificates: file.certificates,
            usesOutdatedEncryption: file.isOutdated)
    }

    func certificates(in content: SharedSecret, name: String) throws(FedauthError) -> [Certificate] {
        guard let found = pem[text(content)] else { throw FedauthError(.badFile, "'\(name)' holds no certificate") }
        return found
    }

    func certificates(
        at address: String, for name: String, pin: () throws(FedauthError) -> TokenPIN?
    ) throws(FedauthError) -> [[UInt8]] {
        if closed.contains(address), try !opens(pin()) { return [] }
        return inTokens[address]?.map(\.der) ?? []
    }

    func certificates(
        _ certificates: [[UInt8]], ofKeyAt address: String, for name: String,
        pin: () throws(FedauthError) -> TokenPIN?
    ) throws(FedauthError) -> [[UInt8]] {
        guard try opens(pin()) else { throw FedauthError(.clientCertificateUnusable, "it asks for a PIN") }
        return certificates.filter { ofKey.contains(String(decoding: $0, as: UTF8.self)) }
    }

    private func opens(_ given: TokenPIN?) throws(FedauthError) -> Bool {
        guard let given else { return false }
        given.judge(text(given.value) == pin)
        guard text(given.value) == pin else { throw FedauthError(.clientCertificateUnusable, "it refused the PIN") }
        return true
    }

    func chain(_ certificates: [Certificate], key: SharedSecret) throws(FedauthError) -> CertificateChain {
        guard let leaf = certificates.first else { throw FedauthError(.badKey, "no certificate belongs to the key") }
        return chain(leaf, from: certificates)
    }

    func chain(_ leaf: Certificate, from others: [Certificate]) -> CertificateChain {
        CertificateChain(leaf: leaf, issuers: others.filter { $0.subject == leaf.issuer && $0 != leaf })
    }

    /// A certificate that is called `damaged` cannot be read.
    func certificate(der: [UInt8]) -> Certificate? {
        let name = String(decoding: der, as: UTF8.self)
        return name == "damaged" ? nil : Self.certificate(name)
    }

    func check(_ chain: CertificateChain, authorities: String?) throws(FedauthError) -> TrustCheck {
        TrustCheck(verdict, chain)
    }
}
