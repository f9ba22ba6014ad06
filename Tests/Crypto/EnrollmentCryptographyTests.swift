import Core
import Crypto
import FoundationEssentials
import Glibc
import Secrets
import Support
import Testing

/// Tests the keys, requests and responses of an enrolment against openssl(1).
@Suite struct EnrollmentCryptographyTests {
    private let cryptography = OpenSSLEnrollment()
    private let folder: Scratch

    private struct Failure: Error, CustomStringConvertible {
        let description: String
        init(_ text: String) { description = text }
    }

    init() throws { folder = try Scratch() }

    /// Writes a file and returns its path.
    private func file(_ name: String, _ bytes: [UInt8]) throws -> String {
        let path = folder.path + "/" + name
        try Data(bytes).write(to: URL(filePath: path))
        return path
    }

    private func bytes(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(filePath: folder.path + "/" + name)))
    }

    /// Runs openssl(1) and returns its output. Throws if it fails.
    @discardableResult
    private func openssl(_ words: String...) throws -> String {
        let output = folder.path + "/output"
        var files = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&files)
        defer { posix_spawn_file_actions_destroy(&files) }
        posix_spawn_file_actions_addopen(&files, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        posix_spawn_file_actions_adddup2(&files, 1, 2)
        let pointers = (["openssl"] + words).map { strdup($0) }
        defer { for pointer in pointers { free(pointer) } }
        var child: pid_t = 0
        guard posix_spawnp(&child, "openssl", &files, nil, pointers + [nil], environ) == 0 else {
            throw Failure("no openssl")
        }
        var status: Int32 = 0
        waitpid(child, &status, 0)
        let said = String(decoding: try bytes("output"), as: UTF8.self)
        guard status == 0 else { throw Failure("openssl \(words.joined(separator: " ")): \(said)") }
        return said
    }

    private static let kinds: [KeyKind] = [
        .rsa(bits: 2048), .rsa(bits: 3072), .rsa(bits: 4096), .p256, .p384, .ed25519,
    ]

    @Test(arguments: kinds) func requestsAreTaken(_ kind: KeyKind) throws {
        let key = try cryptography.makeKey(kind)
        #expect(try cryptography.kind(ofKey: key) == kind)
        var template = CertificateTemplate(
            subject: try DistinguishedName(parsing: #"CN=Ada \"A\, B\" Łab+UID=7,OU=x,O=Example,C=DE"#),
            alternativeNames: [
                .email("a@b.test"), .dns("h.test"), .uri("urn:x"), .userPrincipalName("Ł@corp.test"),
            ], key: kind, signature: .sha384, keyUsages: ["digitalSignature", "keyAgreement"],
            extendedKeyUsages: ["clientAuth", "1.2.3.4"])
        let path = try file("r.der", try cryptography.request(template, key: key))
        let said = try openssl(
            "req", "-inform", "DER", "-in", path, "-verify", "-noout", "-text", "-nameopt", "RFC2253,utf8,-esc_msb")
        #expect(said.contains("verify OK"))
        #expect(said.contains(#"CN=Ada \"A\, B\" Łab+UID=7,OU=x,O=Example,C=DE"#))
        for words in [
            "email:a@b.test", "DNS:h.test", "URI:urn:x", "Digital Signature, Key Agreement",
            "TLS Web Client Authentication, 1.2.3.4", "X509v3 Key Usage: critical",
        ] {
            #expect(said.contains(words), "\(words) in \(said)")
        }
        #expect(said.contains("ED25519") || said.lowercased().contains("sha384"))
        // A request with an empty name and without extensions is valid too.
        template = CertificateTemplate(key: kind, keyUsages: [], extendedKeyUsages: [])
        let bare = try file("b.der", try cryptography.request(template, key: key))
        #expect(try openssl("req", "-inform", "DER", "-in", bare, "-verify", "-noout").contains("verify OK"))
    }

    @Test func whatNoRequestCanHold() throws {
        let key = try cryptography.makeKey(.p256)
        for subject in ["C=Germany", "CN=" + String(repeating: "x", count: 65)] {
            let template = CertificateTemplate(subject: try DistinguishedName(parsing: subject), key: .p256)
            #expect(throws: FedauthError.self) { try cryptography.request(template, key: key) }
        }
        for (usages, purposes) in [(["flying"], ["clientAuth"]), ([], ["flying"])] {
            let template = CertificateTemplate(key: .p256, keyUsages: usages, extendedKeyUsages: purposes)
            let error = #expect(throws: FedauthError.self) { try cryptography.request(template, key: key) }
            #expect(error?.code == .badAnswer)
        }
    }

    @Test func requestsOfOnesOwn() throws {
        let key = try cryptography.makeKey(.p256)
        let der = try cryptography.request(CertificateTemplate(key: .p256), key: key)
        let path = try file("r.der", der)
        try openssl("req", "-inform", "DER", "-in", path, "-out", folder.path + "/r.pem")
        for form in [der, try bytes("r.pem")] {
            #expect(
                try cryptography.request(reading: SharedSecret(Secret(form)), name: "r", key: key) == der)
        }
        let other = try cryptography.makeKey(.p256)
        let foreign = #expect(throws: FedauthError.self) {
            try cryptography.request(reading: SharedSecret(Secret(der)), name: "r", key: other)
        }
        #expect(foreign?.code == .badKey)
        var spoilt = der
        spoilt[spoilt.count - 3] ^= 1
        for none in [spoilt, Array("hello".utf8), []] {
            let error = #expect(throws: FedauthError.self) {
                try cryptography.request(reading: SharedSecret(Secret(none)), name: "r", key: key)
            }
            #expect(error?.code == .badFile)
        }
    }

    /// Lets openssl create a root and an authority below it, which issues certificates for requests.
    private func authorities() throws -> (root: [UInt8], middle: [UInt8]) {
        for name in ["root", "middle"] {
            try openssl(
                "ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", "\(folder.path)/\(name).key")
        }
        try openssl(
            "req", "-x509", "-new", "-key", folder.path + "/root.key", "-subj", "/CN=Root", "-days", "30", "-out",
            folder.path + "/root.pem")
        try openssl(
            "req", "-new", "-key", folder.path + "/middle.key", "-subj", "/CN=Middle", "-out",
            folder.path + "/middle.csr")
        let extensions = try file("ca.cnf", Array("basicConstraints=critical,CA:true\nkeyUsage=keyCertSign\n".utf8))
        try openssl(
            "x509", "-req", "-in", folder.path + "/middle.csr", "-CA", folder.path + "/root.pem", "-CAkey",
            folder.path + "/root.key", "-CAcreateserial", "-days", "20", "-extfile", extensions, "-out",
            folder.path + "/middle.pem")
        return (try der("root.pem"), try der("middle.pem"))
    }

    private func der(_ name: String) throws -> [UInt8] {
        try openssl("x509", "-in", folder.path + "/" + name, "-outform", "DER", "-out", folder.path + "/x.der")
        return try bytes("x.der")
    }

    private func issue(_ request: [UInt8], purpose: String = "clientAuth") throws -> [UInt8] {
        let path = try file("own.csr", request)
        let extensions = try file(
            "own.cnf", Array("extendedKeyUsage=\(purpose)\nsubjectAltName=email:ada@b.test\n".utf8))
        try openssl(
            "x509", "-req", "-inform", "DER", "-in", path, "-CA", folder.path + "/middle.pem", "-CAkey",
            folder.path + "/middle.key", "-CAcreateserial", "-days", "10", "-extfile", extensions, "-out",
            folder.path + "/own.pem")
        return try der("own.pem")
    }

    private var now: Timestamp { Timestamp(seconds: Int64(time(nil))) }

    /// Accepts the certificates in any order and encoding, and with unrelated ones among them.
    @Test func answersInEveryWrappingAndOrder() throws {
        let (root, middle) = try authorities()
        let key = try cryptography.makeKey(.ed25519)
        let subject = try DistinguishedName(parsing: "CN=ada,O=Lab")
        let own = try issue(try cryptography.request(CertificateTemplate(subject: subject, key: .ed25519), key: key))
        let stranger = try #require(IdentityVectors.certificates("ada.pem").first).der
        var chance = Mutator(seed: 3)
        var all = [own, middle, root, stranger, middle]
        for round in 0..<24 {
            all.shuffle(using: &chance)
            let list = try file("all.pem", Array(PEMText.certificates(all).utf8))
            let message = folder.path + "/all.p7"
            try openssl("crl2pkcs7", "-nocrl", "-certfile", list, "-outform", "DER", "-out", message)
            let der = try bytes("all.p7")
            try openssl("pkcs7", "-inform", "DER", "-in", message, "-out", folder.path + "/all.p7.pem")
            let line = Base64.encode(SharedSecret(Secret(der))).withBytes { Array($0) }
            var wrapped: [UInt8] = []
            for start in stride(from: 0, to: line.count, by: 64) {
                wrapped += line[start..<min(start + 64, line.count)] + [0x0D, 0x0A]
            }
            let answer =
                switch round % 6 {
                case 0: der
                case 1: line
                case 2: wrapped
                case 3: wrapped.filter { $0 != 0x0D }
                case 4: try bytes("all.p7.pem")
                default: try bytes("all.pem")
                }
            let found = try cryptography.certificates(in: SharedSecret(Secret(answer)), of: "the answer")
            #expect(Set(found) == Set(all) && found.count == all.count, "round \(round)")
            let issued = try cryptography.issued(among: found, key: key, at: now)
            #expect(issued.chain == [own, middle] && issued.missingIssuer == nil)
            #expect(issued.subject == "CN=ada,O=Lab" && issued.alternativeNames == ["email:ada@b.test"])
        }
        let chain = try file("chain.pem", Array(PEMText.certificates([middle]).utf8))
        let said = try openssl(
            "verify", "-CAfile", folder.path + "/root.pem", "-untrusted", chain, "-purpose", "sslclient",
            folder.path + "/own.pem")
        #expect(said.contains("OK"))
        let alone = try cryptography.issued(among: [own], key: key, at: now)
        #expect(alone.chain == [own] && alone.missingIssuer == "CN=Middle")
        // A renewal copies the names of the old certificate byte for byte.
        var copying = CertificateTemplate(key: .p256)
        copying.namesake = own
        let renewal = try cryptography.request(copying, key: cryptography.makeKey(.p256))
        let text = try openssl(
            "req", "-inform", "DER", "-in", try file("n.der", renewal), "-verify", "-noout", "-text", "-nameopt",
            "RFC2253")
        #expect(text.contains("CN=ada,O=Lab") && text.contains("email:ada@b.test"))
    }

    @Test func whatIsNotTaken() throws {
        _ = try authorities()
        let key = try cryptography.makeKey(.p256)
        let request = try cryptography.request(CertificateTemplate(key: .p256), key: key)
        let own = try issue(request)
        func code(_ certificates: [[UInt8]], _ key: SharedSecret, at moment: Timestamp) -> ErrorCode? {
            let error = #expect(throws: FedauthError.self) {
                try cryptography.issued(among: certificates, key: key, at: moment)
            }
            return error?.code
        }
        #expect(code([own], try cryptography.makeKey(.p256), at: now) == .badAnswer)
        #expect(code([own], key, at: now.adding(seconds: 11 * 86400)) == .badAnswer)
        #expect(code([own], key, at: now.adding(seconds: -86400)) == .badAnswer)
        #expect(code([try issue(request, purpose: "serverAuth")], key, at: now) == .badAnswer)
        for none in ["", "hello", "<html>", "MAA=", "-----BEGIN PKCS7-----\nMAA=\n-----END PKCS7-----\n"] {
            let error = #expect(throws: FedauthError.self, "\(none)") {
                try cryptography.certificates(in: SharedSecret(text: none), of: "the answer")
            }
            #expect(error?.code == .badAnswer)
        }
        // A response may contain many certificates; the limit bounds the work of building a chain.
        func answer(_ count: Int) -> SharedSecret {
            SharedSecret(Secret(Array(repeating: own, count: count).flatMap { $0 }))
        }
        #expect(try cryptography.certificates(in: answer(64), of: "the answer").count == 64)
        let error = #expect(throws: FedauthError.self) {
            try cryptography.certificates(in: answer(65), of: "the answer")
        }
        #expect(error?.code == .badAnswer)
        var chance = Mutator(seed: 5)
        for _ in 0..<500 {
            _ = try? cryptography.certificates(in: SharedSecret(Secret(chance.spoil(own))), of: "the answer")
        }
    }

    /// A response with too many attributes, or too many values of one, is rejected before the rest is parsed.
    @Test func requestAttributesWithoutEnd() throws {
        func der(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
            let length = [16, 8, 0].map { UInt8(content.count >> $0 & 0xFF) }
            return [tag, 0x83] + length + content
        }
        func template(_ list: [UInt8]) throws -> CertificateTemplate {
            try cryptography.template(
                CertificateTemplate(), settingAttributes: SharedSecret(Secret(der(0x30, list))))
        }
        func repeated(_ bytes: [UInt8], _ count: Int) -> [UInt8] { Array(repeatElement(bytes, count: count).joined()) }
        let object: [UInt8] = [0x06, 0x01, 0x2A]
        let rsa: [UInt8] = [0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01]
        let values = der(0x30, rsa + der(0x31, repeated([0x02, 0x01, 0x01], 330_000)))
        for list in [repeated(object, 340_000), values] {
            let error = #expect(throws: FedauthError.self) { try template(list) }
            #expect(error?.code == .badAnswer)
        }
        #expect(try template(repeated(object, 1000)).key == .usual)
    }

    /// Tests the lists of RFC 7030 section 4.5.2 and RFC 8951, and lists that cannot be parsed.
    @Test func requestAttributes() throws {
        func template(_ hex: String) throws -> CertificateTemplate {
            let bytes = try #require(Hexadecimal.bytes(Array(hex.utf8)))
            let text = Base64.encode(SharedSecret(Secret(bytes)))
            return try cryptography.template(CertificateTemplate(), settingAttributes: text)
        }
        // challengePassword, rsaEncryption with 4096 bits, sha384WithRSA.
        let rsa = try template(
            "3029" + "06092a864886f70d010907" + "301106092a864886f70d0101013104" + "02021000" + "06092a864886f70d01010c"
        )
        #expect(rsa.key == .rsa(bits: 4096) && rsa.signature == .sha384)
        // id-ecPublicKey with secp384r1, ecdsa-with-SHA384.
        let ec = try template(
            "3022" + "301206072a8648ce3d02013107" + "06052b81040022" + "300c06082a8648ce3d0403033100")
        #expect(ec.key == .p384)
        #expect(try template("3000").key == .usual)
        // Only a key of the matching family can sign with the wanted algorithm: ecdsa-with-SHA384 alone, ecdsa-with-SHA256
        // alone, id-ecPublicKey alone, and a key type beside a signature algorithm.
        #expect(try template("300a" + "06082a8648ce3d040303").key == .p384)
        let p256 = try template("300a" + "06082a8648ce3d040302")
        #expect(p256.key == .p256 && p256.signature == .sha256)
        #expect(try template("3009" + "06072a8648ce3d0201").key == .p256)
        #expect(try template("300f" + "06032b6570" + "06082a8648ce3d040302").key == .ed25519)
        let unknown = #expect(throws: FedauthError.self) { try template("3007" + "06052b81040023") }
        #expect(unknown?.code == .unsupportedKey)
        for none in ["3005", "0500", "30030606", "3080", "30820100"] {
            let error = #expect(throws: FedauthError.self, "\(none)") { try template(none) }
            #expect(error?.code == .badAnswer)
        }
        var chance = Mutator(seed: 7)
        let good = try #require(
            Hexadecimal.bytes(Array("3022301206072a8648ce3d0201310706052b81040022300c06082a8648ce3d0403033100".utf8)))
        for _ in 0..<500 {
            _ = try? cryptography.template(
                CertificateTemplate(), settingAttributes: Base64.encode(SharedSecret(Secret(chance.spoil(good)))))
        }
    }
}
