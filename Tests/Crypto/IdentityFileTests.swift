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

    @Test(arguments: ["nokey.p12", "certificates.pem", "twokeys.pem"])
    func oneKeyIsNeeded(_ name: String) {
        #expect(code { () throws(FedauthError) in try IdentityVectors.read(name) } == .badKey)
    }

    /// libcrypto silently uses the first of several keys.
    @Test func severalKeysAreNotOne() throws {
        let twice = try #require(Self.twice(IdentityVectors.bytes("plain.p12")))
        #expect(code { () throws(FedauthError) in try IdentityVectors.read(twice, nil) } == .badKey)
    }

    /// Returns a PKCS#12 file without an integrity check, with all its parts (RFC 7292 section 4.1) twice.
    private static func twice(_ file: [UInt8]) -> [UInt8]? {
        guard let outer = element(file[...]), let version = element(outer.content),
            let safe = element(version.rest), let kind = element(safe.content), let tagged = element(kind.rest),
            let octets = element(tagged.content), let parts = element(octets.content)
        else { return nil }
        let doubled = wrapped(0x04, wrapped(0x30, Array(parts.content) + Array(parts.content)))
        return wrapped(
            0x30,
            Array(version.whole) + wrapped(0x30, Array(kind.whole) + wrapped(0xA0, doubled)))
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
