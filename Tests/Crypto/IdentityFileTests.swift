import Core
import Crypto
import Secrets
import Support
import Testing

/// Tests files of keys and certificates as other programs write them.
@Suite struct IdentityFileTests {
    private let ada = "CN=Ada Lövelace,O=Example\\, Inc.,C=DE"

    @Test(arguments: [
        "aes256.p12", "rc2.p12", "des3.p12", "nomac.p12", "mixed.p12", "pkcs8.pem", "traditional.pem", "des.pem",
    ])
    func aPassphraseOpensIt(_ name: String) throws {
        let file = try IdentityVectors.read(name)
        let chain = try CertificateChain(file.certificates, key: file.key)
        #expect(chain.leaf.subject == ada)
        #expect(file.key.description == "RSA 2048")
        #expect(file.usesOutdatedEncryption == ["rc2.p12", "des.pem"].contains(name))
        #expect(file.form == (name.hasSuffix("p12") ? .pkcs12 : .pem))
    }

    @Test(arguments: ["aes256.p12", "rc2.p12", "des3.p12", "nomac.p12", "pkcs8.pem", "traditional.pem", "des.pem"])
    func aWrongPassphraseIsToldFromNone(_ name: String) {
        #expect(code { () throws(FedauthError) in try IdentityVectors.read(name, "falsch") } == .wrongPassphrase)
        #expect(code { () throws(FedauthError) in try IdentityVectors.read(name, "") } == .wrongPassphrase)
        #expect(code { () throws(FedauthError) in try IdentityVectors.read(name, nil) } == .passphraseNeeded)
        // A file that did not open must leave no error in libcrypto's queue for the next file.
        #expect(code { () throws(FedauthError) in try IdentityVectors.read("aes256.p12") } == nil)
    }

    @Test(arguments: ["plain.p12", "empty.p12", "plain.pem", "disorder.pem"])
    func someNeedNoPassphrase(_ name: String) throws {
        for passphrase in [nil, ""] as [String?] {
            let file = try IdentityVectors.read(name, passphrase)
            #expect(try CertificateChain(file.certificates, key: file.key).leaf.subject == ada)
        }
    }

    /// The passphrase contains ä as UTF-8, as two letters, and as one byte of Latin-1, for both encodings of a terminal.
    @Test(arguments: ["utf8.p12", "widened.p12", "latin1.p12"], [Array("päss".utf8), [0x70, 0xE4, 0x73, 0x73]])
    func lettersBeyondASCII(_ name: String, _ passphrase: [UInt8]) throws {
        if name == "widened.p12" && passphrase.count == 4 { return }
        #expect(try IdentityVectors.read(IdentityVectors.bytes(name), passphrase).certificates.count == 3)
        #expect(
            code { () throws(FedauthError) in
                try IdentityVectors.read(IdentityVectors.bytes(name), Array("pöss".utf8))
            } == .wrongPassphrase)
    }

    @Test func otherKeysThanRSA() throws {
        #expect(try IdentityVectors.read("ec.pem", nil).key.description == "EC secp384r1")
        let file = try IdentityVectors.read("ed25519.pem", nil)
        #expect(file.key.description == "ED25519")
        #expect(file.key.belongs(to: file.certificates[0]))
    }

    @Test(arguments: ["nokey.p12", "certificates.pem"])
    func oneKeyIsNeeded(_ name: String) {
        #expect(code { () throws(FedauthError) in try IdentityVectors.read(name) } == .badKey)
    }

    /// libcrypto silently uses the first of several keys. The same one twice is one.
    @Test func oneOfSeveralKeysIsChosen() throws {
        let (ada, eva) = (IdentityVectors.bytes("plain.p12"), IdentityVectors.bytes("eva.p12"))
        let twice = try #require(Self.joined(ada, ada))
        #expect(try IdentityVectors.read(twice, nil, choosing: { _ in 7 }).key.description == "RSA 2048")
        let both = try #require(Self.joined(ada, eva))
        for (index, kind) in ["RSA 2048", "EC secp384r1"].enumerated() {
            var asked: [String] = []
            let file = try IdentityVectors.read(both, nil) { (names) throws(FedauthError) in
                asked = names
                return index
            }
            #expect(asked == ["ada", "eva"] && file.key.description == kind)
            #expect(try CertificateChain(file.certificates, key: file.key).leaf.keyDescription == kind)
        }
        #expect(
            code { () throws(FedauthError) in try IdentityVectors.read(both, nil, choosing: { _ in 2 }) } == .badKey)
        // Only one of these keys has a certificate.
        #expect(try IdentityVectors.read("twokeys.pem", choosing: { _ in 7 }).key.description == "RSA 2048")
    }

    /// Names are told apart by the end of the certificate where they are the same; a name may have any character.
    @Test(arguments: [
        ("署名€", ["ada", "署名€"]), ("é😀", ["ada", "é😀"]),
        ("ada", ["ada, until 2100-10-24T18:30:50Z", "ada, until 2100-10-24T18:30:50Z, 2"]),
    ]) func severalKeysAreToldApart(_ name: String, _ expected: [String]) throws {
        func units(_ text: String) -> [UInt8] { text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] } }
        let named = IdentityVectors.bytes("eva.p12").replacing(units("eva"), with: units(name))
        let both = try #require(Self.joined(IdentityVectors.bytes("plain.p12"), named))
        var asked: [String] = []
        _ = try IdentityVectors.read(both, nil) { (names) throws(FedauthError) in
            asked = names
            return 0
        }
        #expect(asked == expected)
    }

    /// Returns a PKCS#12 file without an integrity check, with the parts (RFC 7292 section 4.1) of both files.
    private static func joined(_ one: [UInt8], _ other: [UInt8]) -> [UInt8]? {
        guard let first = parts(one), let second = parts(other) else { return nil }
        let all = wrapped(0x04, wrapped(0x30, Array(first.content) + Array(second.content)))
        return wrapped(0x30, first.version + wrapped(0x30, first.kind + wrapped(0xA0, all)))
    }

    private static func parts(_ file: [UInt8]) -> (version: [UInt8], kind: [UInt8], content: ArraySlice<UInt8>)? {
        guard let outer = element(file[...]), let version = element(outer.content),
            let safe = element(version.rest), let kind = element(safe.content), let tagged = element(kind.rest),
            let octets = element(tagged.content), let parts = element(octets.content)
        else { return nil }
        return (Array(version.whole), Array(kind.whole), parts.content)
    }

    /// How mail, editors, pages and configuration files change PEM.
    private static let decorations: [@Sendable (String) -> String] = [
        { "\u{FEFF}" + $0 }, { $0.replacing("\n", with: "\r\n") }, { $0.replacing("\n", with: "\r") },
        { $0.replacing("\n", with: "  \n\t") }, { $0.replacing("\n", with: "\\n") },
        { $0.replacing("\n", with: " ") }, { $0.replacing("-----\n-----", with: "----------") },
        { "Bag Attributes\n    friendlyName: a\n" + $0 + "regards, the CA's team\n" },
        { "key: \"" + $0.replacing("/", with: "\\/").replacing("\n", with: "\\n") + "\"" },
        { $0.split(separator: "\n").map { "> " + $0 }.joined(separator: "\n") },
    ]

    @Test(arguments: decorations.indices, ["plain.pem", "disorder.pem", "pkcs8.pem", "ec.pem", "ed25519.pem"])
    func whatStandsAroundPEMDoesNotMatter(_ index: Int, _ name: String) throws {
        let text = String(decoding: IdentityVectors.bytes(name), as: UTF8.self)
        let plain = try IdentityVectors.read(name)
        for bytes in [Array(Self.decorations[index](text).utf8)] + (index == 0 ? [Self.utf16(text)] : []) {
            let file = try IdentityVectors.read(bytes, Array("geheim".utf8))
            #expect(file.key == plain.key && file.certificates == plain.certificates)
        }
    }

    private static func utf16(_ text: String) -> [UInt8] {
        ("\u{FEFF}" + text).utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    }

    /// The fields of a traditional encrypted key stay.
    @Test(arguments: ["traditional.pem", "des.pem"]) func fieldsOfAKeyStay(_ name: String) throws {
        let text = String(decoding: IdentityVectors.bytes(name), as: UTF8.self)
        for index in [0, 1, 2, 3, 4] {
            #expect(
                try IdentityVectors.read(Array(Self.decorations[index](text).utf8), Array("geheim".utf8)).key
                    == IdentityVectors.read(name).key)
        }
    }

    /// Returns the content of the first block with this label.
    private static func der(_ label: String, in name: String) throws -> [UInt8] {
        let text = String(decoding: IdentityVectors.bytes(name), as: UTF8.self)
        let start = try #require(text.ranges(of: "-----BEGIN \(label)-----\n").first)
        let end = try #require(text.ranges(of: "-----END \(label)-----").first)
        let decoded = Base64.decode(SharedSecret(text: String(text[start.upperBound..<end.lowerBound])))
        return try #require(decoded).withBytes { Array($0) }
    }

    @Test(arguments: [
        ("PRIVATE KEY", "plain.pem"), ("ENCRYPTED PRIVATE KEY", "pkcs8.pem"), ("EC PRIVATE KEY", "ec.pem"),
    ])
    func keysInDERAreRead(_ label: String, _ name: String) throws {
        let der = try Self.der(label, in: name)
        let file = try IdentityVectors.read(der, Array("geheim".utf8))
        #expect(try file.form == .der && file.key == IdentityVectors.read(name).key && file.certificates.isEmpty)
        let none = code { () throws(FedauthError) in
            try IdentityFile.certificates(in: SharedSecret(Secret(der)), name: "f")
        }
        #expect(none == .badFile)
    }

    /// The second version of PKCS#8 has the public key after the private one (RFC 5958, RFC 8410 section 10.3).
    @Test(arguments: [("PRIVATE KEY", "ed25519.pem"), ("PRIVATE KEY", "plain.pem")], [0x81, 0xA1, 0xA0] as [UInt8])
    func keysOfTheSecondVersionAreRead(_ vector: (String, String), _ tag: UInt8) throws {
        let der = try Self.der(vector.0, in: vector.1)
        let content = try #require(Self.element(der[...])).content
        let second = Self.wrapped(0x30, [2, 1, 1] + content.dropFirst(3) + [tag, 3, 3, 1, 0])
        // DER wants the shortest length.
        let whole = second.count < 0x100 ? [0x30, 0x81, UInt8(second.count - 5)] + second.dropFirst(5) : second
        let key = try IdentityVectors.read(vector.1).key
        #expect(try IdentityVectors.read(whole, nil).key == key)
        let text = PEMText.block(vector.0, SharedSecret(Secret(whole)))
        #expect(try IdentityVectors.read(text.withBytes { Array($0) }, nil).key == key)
    }

    /// PBMAC1 (RFC 9579) checks the whole; what is in it opens by the right passphrase only.
    @Test func whatPBMAC1ChecksIsOpened() throws {
        let digest: [UInt8] = [0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01, 0x05, 0x00]
        let pbmac1: [UInt8] = [0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x05, 0x0E, 0x05, 0x00]
        var bytes = IdentityVectors.bytes("aes256.p12")
        let last = try #require(bytes.indices.dropLast(12).last { bytes[$0..<$0 + 13].elementsEqual(digest) })
        bytes.replaceSubrange(last..<last + 13, with: pbmac1)
        try Self.expectOnlyThePassphraseOpens(bytes, theKeyOf: "aes256.p12")
    }

    /// `openssl x509 -trustout` writes trust data behind the certificate.
    @Test func aTrustedCertificateIsOne() throws {
        let plain = try IdentityVectors.certificates("root.pem")
        let der = try #require(plain.first?.der)
        // CertAux with the use clientAuth (X509_CERT_AUX).
        let aux: [UInt8] = [0x30, 0x0C, 0x30, 0x0A, 0x06, 0x08, 0x2B, 6, 1, 5, 5, 7, 3, 2]
        let text = PEMText.block("TRUSTED CERTIFICATE", SharedSecret(Secret(der + aux)))
        let read = try IdentityFile.certificates(in: SharedSecret(text), name: "f")
        #expect(read == plain)
    }

    /// libcrypto opens keys under scrypt only where that takes 32 MiB of memory at most.
    @Test(arguments: ["scrypt-aes256.pem", "scrypt-aes128.pem"])
    func keysUnderMuchScryptAreRead(_ name: String) throws {
        try Self.expectOnlyThePassphraseOpens(IdentityVectors.bytes(name), theKeyOf: "ed25519.pem")
    }

    /// Of the passphrases of the vectors, none and a wrong one, only the first opens `bytes`.
    private static func expectOnlyThePassphraseOpens(_ bytes: [UInt8], theKeyOf vector: String) throws {
        func read(_ passphrase: String?) throws(FedauthError) -> IdentityFile {
            try IdentityVectors.read(bytes, passphrase.map { Array($0.utf8) })
        }
        #expect(try read("geheim").key == IdentityVectors.read(vector).key)
        #expect(code { () throws(FedauthError) in try read("falsch") } == .wrongPassphrase)
        #expect(code { () throws(FedauthError) in try read(nil) } == .passphraseNeeded)
    }

    /// Services give PKCS#12 and certificates in base64 (Kubernetes, Azure), gpgsm and others a block of PKCS#12.
    @Test(arguments: ["aes256.p12", "ed25519.pem"]) func whatBase64WrapsIsRead(_ name: String) throws {
        let bytes = name.hasSuffix(".p12") ? IdentityVectors.bytes(name) : try Self.der("PRIVATE KEY", in: name)
        let plain = try IdentityVectors.read(bytes, Array("geheim".utf8))
        let digits = Base64.encode(SharedSecret(Secret(bytes))).withBytes { String(decoding: $0, as: UTF8.self) }
        var texts = [digits, "\u{FEFF}" + digits + "\r\n", " " + digits.prefix(60) + "\n" + digits.dropFirst(60)]
        if name.hasSuffix(".p12") {
            for label in ["PKCS12", "PKCS #12"] {
                texts.append("Issuer: x\n-----BEGIN \(label)-----\n\(digits)\n-----END \(label)-----\n")
            }
        }
        for text in texts {
            let file = try IdentityVectors.read(Array(text.utf8), Array("geheim".utf8))
            #expect(file.form == plain.form && file.key == plain.key && file.certificates == plain.certificates)
        }
        let certificate = try #require(IdentityVectors.certificates("certificates.pem").first)
        let text = Base64.encode(SharedSecret(Secret(certificate.der)))
        #expect(try IdentityFile.certificates(in: text, name: "f") == [certificate])
    }

    @Test func certificatesInDERAndPKCS7AreRead() throws {
        let all = try IdentityVectors.certificates("certificates.pem")
        func read(_ bytes: [UInt8]) throws -> [Certificate] {
            try IdentityFile.certificates(in: SharedSecret(Secret(bytes)), name: "f")
        }
        #expect(try read(all[0].der) == [all[0]])
        let message = IdentityVectors.bytes("certificates.p7b")
        #expect(try read(message) == all)
        for label in ["PKCS7", "CERTIFICATE"] {
            #expect(try read(PEMText.block(label, SharedSecret(Secret(message))).withBytes { Array($0) }) == all)
        }
        #expect(code { () throws(FedauthError) in try IdentityVectors.read(all[0].der, nil) } == .badKey)
    }

    /// Other kinds of files are called by their names.
    @Test(arguments: [
        ("-----BEGIN OPENSSH PRIVATE KEY-----\nb3Bl\n-----END OPENSSH PRIVATE KEY-----\n", "OpenSSH"),
        ("PuTTY-User-Key-File-3: ssh-rsa\n", "PuTTY"), ("ssh-ed25519 AAAA ada\n", "public key of SSH"),
        ("-----BEGIN PGP PRIVATE KEY BLOCK-----\n", "OpenPGP"), ("PK\u{3}\u{4}", "ZIP archive"),
        ("SQLite format 3\u{0}", "database"),
    ])
    func otherKindsAreNamed(_ text: String, _ kind: String) {
        for read in [{ try IdentityVectors.read(Array(text.utf8), nil).certificates }, { try Self.certificates(text) }]
        {
            let error = #expect(throws: FedauthError.self) { try read() }
            #expect(error?.code == .badFile && error?.message.contains(kind) == true && error?.hint != nil)
        }
    }

    private static func certificates(_ text: String) throws -> [Certificate] {
        try IdentityFile.certificates(in: SharedSecret(text: text), name: "f")
    }

    @Test(arguments: [[0xFE, 0xED, 0xFE, 0xED, 0, 0, 0, 2], [0xCE, 0xCE, 0xCE, 0xCE, 0, 0, 0, 2]] as [[UInt8]])
    func aJavaKeystoreIsNamed(_ bytes: [UInt8]) {
        let error = #expect(throws: FedauthError.self) { try IdentityVectors.read(bytes, nil) }
        #expect(error?.code == .badFile && error?.message.contains("Java keystore") == true)
        #expect(error?.hint?.contains("keytool") == true)
    }

    /// Returns the first element of DER and the bytes after it.
    private static func element(
        _ bytes: ArraySlice<UInt8>
    ) -> (whole: ArraySlice<UInt8>, content: ArraySlice<UInt8>, rest: ArraySlice<UInt8>)? {
        let rest = bytes.dropFirst()
        guard let first = rest.first else { return nil }
        let digits = first < 0x80 ? 0 : Int(first & 0x7F)
        let length = first < 0x80 ? Int(first) : rest.dropFirst().prefix(digits).reduce(0) { $0 << 8 | Int($1) }
        let content = rest.dropFirst(1 + digits).prefix(length)
        return (bytes[..<content.endIndex], content, bytes[content.endIndex...])
    }

    private static func wrapped(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        [tag, 0x83] + [16, 8, 0].map { UInt8(truncatingIfNeeded: content.count >> $0) } + content
    }

    @Test(arguments: ["nocert.p12", "mismatch.pem"])
    func theKeyMustHaveACertificate(_ name: String) throws {
        let file = try IdentityVectors.read(name)
        #expect(code { () throws(FedauthError) in try CertificateChain(file.certificates, key: file.key) } == .badKey)
    }

    @Test(arguments: ["", "0", "hello", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n", "0\u{82}"])
    func somethingElse(_ text: String) {
        #expect(code { () throws(FedauthError) in try IdentityVectors.read(Array(text.utf8), nil) } == .badFile)
    }

    /// The author of a file chooses its number of rounds, so a limit is needed.
    @Test(arguments: ["rounds.p12", "rounds-nomac.p12", "rounds-des3.p12", "rounds.pem"])
    func hostileRounds(_ name: String) throws {
        let bytes = IdentityVectors.bytes(name)
        #expect(code { () throws(FedauthError) in try IdentityVectors.read(bytes, Array("geheim".utf8)) } == nil)
        let raised = try #require(name.hasSuffix("pem") ? Self.raisedPEM(bytes) : Self.raised(bytes))
        for passphrase in ["geheim", "falsch", ""] {
            let error = #expect(throws: FedauthError.self) {
                try IdentityVectors.read(raised, Array(passphrase.utf8))
            }
            #expect(error?.code == .badFile && error?.message.contains("5000000 rounds") == true, "\(passphrase)")
        }
    }

    @Test func scryptHasACostOfItsOwn() {
        let error = #expect(throws: FedauthError.self) { try IdentityVectors.read("rounds-scrypt.pem") }
        #expect(error?.message.contains("rounds") == true)
    }

    /// Returns the file with 8,388,607 rounds instead of 66,051.
    private static func raised(_ bytes: [UInt8]) -> [UInt8]? {
        var raised = bytes
        var count = 0
        for index in raised.indices.dropLast(4) where raised[index..<index + 5].elementsEqual([2, 3, 1, 2, 3]) {
            raised.replaceSubrange(index + 2..<index + 5, with: [0x7F, 0xFF, 0xFF])
            count += 1
        }
        return count > 0 ? raised : nil
    }

    private static func raisedPEM(_ bytes: [UInt8]) -> [UInt8]? {
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        guard let end = lines.firstIndex(of: "-----END ENCRYPTED PRIVATE KEY-----"),
            let key = Base64.decode(SharedSecret(text: lines[1..<end].joined()))?.withBytes({ Array($0) }),
            let raised = raised(key)
        else { return nil }
        let block = SharedSecret(PEMText.block("ENCRYPTED PRIVATE KEY", SharedSecret(Secret(raised))))
        return block.withBytes { Array($0) } + Array((lines[(end + 1)...].joined(separator: "\n") + "\n").utf8)
    }

    /// A file that is cut at any place is damaged or its passphrase seems wrong; fedauth never reads half of it.
    @Test(arguments: ["aes256.p12", "rc2.p12", "nomac.p12", "pkcs8.pem"])
    func aFileThatWasCut(_ name: String) {
        let bytes = IdentityVectors.bytes(name)
        for count in stride(from: 0, to: bytes.count - 2, by: 97) {
            let code = code { () throws(FedauthError) in
                try IdentityVectors.read(Array(bytes.prefix(count)), Array("geheim".utf8))
            }
            let isPlausible = code == .badFile || code == .wrongPassphrase || code == .badKey || name.hasSuffix("pem")
            #expect(isPlausible, "\(count) bytes: \(String(describing: code))")
        }
    }

    /// A damaged file gives a key and certificates, or an error that names the problem.
    @Test(arguments: ["plain.p12", "nomac.p12", "aes256.p12", "plain.pem", "pkcs8.pem", "ec.pem"])
    func spoiltFiles(_ name: String) {
        let bytes = IdentityVectors.bytes(name)
        var mutator = Mutator(
            seed: 6, words: ["-----BEGIN CERTIFICATE-----\n", "-----END ", "0\u{82}", "Proc-Type: 4,"])
        let known: Set<ErrorCode> = [.badFile, .wrongPassphrase, .badKey, .passphraseNeeded]
        for _ in 0..<150 {
            let spoilt = mutator.spoil(bytes)
            let code = code { () throws(FedauthError) in try IdentityVectors.read(spoilt, Array("geheim".utf8)) }
            #expect(code == nil || code.map(known.contains) == true, "\(String(describing: code))")
        }
    }
}
