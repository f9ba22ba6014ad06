import Core
import Crypto
import Support
import Testing

/// Tests the reading of certificates and the order of a chain.
@Suite struct CertificateTests {
    @Test func whatACertificateSays() throws {
        let ada = try #require(IdentityVectors.certificates("ada.pem").first)
        #expect(ada.subject == "CN=Ada Lövelace,O=Example\\, Inc.,C=DE")
        #expect(ada.issuer == "CN=Example Middle,O=Example")
        #expect(ada.commonName == "Ada Lövelace")
        #expect(ada.title == "Ada Lövelace")
        #expect(
            ada.alternativeNames == [
                "email:ada@example.org", "uri:urn:uuid:1", "dns:ada.example.org", "ip:192.0.2.7",
                "upn:ada@corp.example",
            ])
        #expect(ada.keyUsages == ["digitalSignature"])
        #expect(ada.extendedKeyUsages == ["clientAuth", "emailProtection"])
        #expect(ada.isForClients && !ada.isAuthority && !ada.isSelfIssued)
        #expect(ada.keyDescription == "RSA 2048")
        #expect(ada.fingerprint.count == 64 && ada.serial.count >= 30)
        #expect(ada.notBefore < ada.notAfter)
        #expect(ada.isValid(at: ada.notBefore) && !ada.isValid(at: ada.notAfter.adding(seconds: 1)))
        #expect(ada.notAfter.seconds - ada.notBefore.seconds == 27000 * 86400)
    }

    @Test func anAuthority() throws {
        let root = try #require(IdentityVectors.certificates("root.pem").first)
        #expect(root.isAuthority && root.isSelfIssued && root.keyDescription == "EC prime256v1")
        #expect(root.extendedKeyUsages.isEmpty && root.keyUsages == ["keyCertSign", "cRLSign"])
    }

    /// The chain begins with the owner's certificate and omits the root and unrelated certificates, in any order of the file.
    @Test(arguments: ["mixed.p12", "disorder.pem", "aes256.p12"])
    func theChainIsPutInOrder(_ name: String) throws {
        let file = try IdentityVectors.read(name)
        let chain = try CertificateChain(file.certificates.reversed(), key: file.key)
        #expect(chain.certificates.map(\.title) == ["Ada Lövelace", "Example Middle"])
    }

    @Test func trustAndWhatIsMissing() throws {
        let ada = try #require(IdentityVectors.certificates("ada.pem").first)
        let alone = CertificateChain(ada, from: [])
        // The file of trusted certificates also contains the missing issuer.
        let completed = try TrustCheck(alone, file: IdentityVectors.folder + "issuers.pem", directory: nil)
        #expect(completed.verdict == .trusted(root: "Example Root"))
        #expect(completed.chain.certificates.map(\.title) == ["Ada Lövelace", "Example Middle"])

        let broken = try TrustCheck(alone, file: IdentityVectors.folder + "root.pem", directory: nil)
        #expect(
            broken.verdict
                == .untrusted(
                    reason: "unable to get local issuer certificate", ends: "CN=Example Middle,O=Example"))
        let other = try TrustCheck(
            CertificateChain(ada, from: IdentityVectors.certificates("issuers.pem")),
            file: IdentityVectors.folder + "other.pem", directory: nil)
        guard case .untrusted = other.verdict else {
            Issue.record("trusted by another authority")
            return
        }
        #expect(other.chain.certificates.count == 2)
        #expect(
            code { () throws(FedauthError) in try TrustCheck(alone, file: "/no/such/file", directory: nil) } == .usage)
    }

    @Test func spoiltCertificates() throws {
        let der = try #require(IdentityVectors.certificates("ada.pem").first).der
        var mutator = Mutator(seed: 11)
        for _ in 0..<2000 {
            guard let read = Certificate(der: mutator.spoil(der)) else { continue }
            #expect(read.fingerprint.count == 64)
        }
        #expect(Certificate(der: der + [0]) == nil)
        #expect(Certificate(der: []) == nil)
    }
}
