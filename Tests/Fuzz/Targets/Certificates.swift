import Secrets

@testable import Core
@testable import Crypto

/// A file with a key and certificates, PKCS#12 or PEM. The content is written as PEM and parses to the same content.
@Sendable func checkIdentity(_ input: FuzzInput) throws {
    // The tests' files have 2048 rounds; higher counts would only spend the time on hashing.
    let limit = IdentityFile.RoundLimit(maximum: 4096)
    for passphrase in [nil, SharedSecret(text: "secret")] as [SharedSecret?] {
        guard
            let file = try attempt({ () throws(FedauthError) in
                try IdentityFile(
                    reading: input.secret, passphrase: passphrase, name: "f", choosing: { _ in 0 }, limit: limit)
            })
        else { continue }
        var text = try IdentityWriter.pem(file.key, passphrase: nil)
        text.append(PEMText.certificates(file.certificates.map(\.der)))
        let written = SharedSecret(text)
        let other = try again("its PEM is not read") {
            try IdentityFile(reading: written, passphrase: nil, name: "f", choosing: { _ in 0 })
        }
        try require(other.key == file.key && other.certificates == file.certificates, "its PEM is another identity")
        let chain = try attempt { () throws(FedauthError) in try CertificateChain(file.certificates, key: file.key) }
        if let chain { try require(file.key.belongs(to: chain.leaf), "the chain begins with another's certificate") }
    }
}

/// Certificates, alone, in PEM and as an authority sends them. Each parses to the same certificate from its own bytes.
@Sendable func checkCertificates(_ input: FuzzInput) throws {
    var found = [Certificate(der: input.bytes)].compactMap { $0 }
    let answer = try attempt { () throws(FedauthError) in
        try OpenSSLEnrollment().certificates(in: input.secret, of: "the answer")
    }
    found += (answer ?? []).compactMap { Certificate(der: $0) }
    try require(found.count >= answer?.count ?? 0, "a certificate of the answer is none")
    found +=
        try attempt { () throws(FedauthError) in
            try IdentityFile.certificates(in: input.secret, name: "f")
        } ?? []
    for certificate in found {
        try require(Certificate(der: certificate.der) == certificate, "two readings differ")
        try require(certificate.fingerprint.utf8.count == 64, "the fingerprint is \(certificate.fingerprint)")
        let chain = CertificateChain(certificate, from: found)
        try require(
            chain.certificates.count <= 11 && chain.leaf == certificate, "a chain of \(chain.certificates.count)")
    }
    let key = try attempt { () throws(FedauthError) in try PrivateKey(pkcs8: input.secret) }
    if let key { try require(!key.description.isEmpty, "a key of no kind") }
    let own = try FuzzKey.p256()
    let read: (SharedSecret) throws(FedauthError) -> [UInt8] = { (content) throws(FedauthError) in
        try OpenSSLEnrollment().request(reading: content, name: "r", key: own)
    }
    guard let request = try attempt({ () throws(FedauthError) in try read(input.secret) }) else { return }
    let other = try again("the request is not read again") { try read(FuzzInput(bytes: request).secret) }
    try require(other == request, "the request is another one")
}

/// The attributes that an EST server wants in a request (RFC 7030 section 4.5.2): they give a supported key type or an error.
@Sendable func checkRequestAttributes(_ input: FuzzInput) throws {
    let lay: () throws(FedauthError) -> CertificateTemplate = { () throws(FedauthError) in
        try OpenSSLEnrollment().template(CertificateTemplate(), settingAttributes: input.secret)
    }
    guard let template = try attempt(lay) else { return }
    try require(KeyKind(name: template.key.description) == template.key, "a key of the kind \(template.key)")
    try require(try lay() == template, "two readings differ")
    try require(template.subject.isEmpty && template.keyUsages == CertificateTemplate().keyUsages, "other names")
}

/// The setup text for one-time passwords: a code has the requested number of digits.
@Sendable func checkOneTimePassword(_ input: FuzzInput) throws {
    let read: () throws(FedauthError) -> (code: SharedSecret, digits: Int) = { () throws(FedauthError) in
        let generator = try OneTimePassword(reading: input.secret.copy())
        return (SharedSecret(try generator.code(at: Surroundings.now)), generator.digits)
    }
    guard let first = try attempt(read) else { return }
    try require((6...10).contains(first.digits) && first.code.count == first.digits, "a code of \(first.code.count)")
    try require(first.code.withBytes { $0.allSatisfy { (0x30...0x39).contains($0) } }, "a code that is not a number")
    try require(try read().code == first.code, "two codes for one moment")
}
