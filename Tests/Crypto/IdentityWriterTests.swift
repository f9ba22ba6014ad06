import Core
import Crypto
import Secrets
import Testing

/// Tests that fedauth and the programs of OpenSSL read the written files.
@Suite struct IdentityWriterTests {
    private func writer(_ name: String) throws -> (IdentityWriter, IdentityFile, CertificateChain) {
        let file = try IdentityVectors.read(name)
        let chain = try CertificateChain(file.certificates, key: file.key)
        return (IdentityWriter(chain, key: file.key), file, chain)
    }

    @Test(arguments: ["aes256.p12", "ec.pem"], ["geheim", "päß €"])
    func pkcs12(_ name: String, _ passphrase: String) throws {
        let (writer, file, chain) = try writer(name)
        let bytes = try writer.pkcs12(name: "ada", passphrase: SharedSecret(text: passphrase))
        let read = try IdentityVectors.read(bytes, Array(passphrase.utf8))
        #expect(read.key == file.key)
        #expect(try CertificateChain(read.certificates, key: read.key) == chain)
        #expect(!read.usesOutdatedEncryption)
        #expect(
            code { () throws(FedauthError) in try IdentityVectors.read(bytes, Array("x".utf8)) } == .wrongPassphrase)
    }

    @Test(arguments: ["aes256.p12", "ec.pem"])
    func pem(_ name: String) throws {
        let (writer, file, chain) = try writer(name)
        let certificates = Array(PEMText.certificates(chain.certificates.map(\.der)).utf8)
        let sealed = try writer.pemKey(passphrase: SharedSecret(text: "geheim")).withBytes { Array($0) }
        #expect(sealed.starts(with: "-----BEGIN ENCRYPTED PRIVATE KEY-----\n".utf8))
        #expect(try IdentityVectors.read(certificates + sealed, Array("geheim".utf8)).key == file.key)
        let open = try writer.pemKey(passphrase: nil).withBytes { Array($0) }
        #expect(open.starts(with: "-----BEGIN PRIVATE KEY-----\n".utf8))
        #expect(try IdentityVectors.read(open + certificates, nil).key == file.key)
        #expect(open.split(separator: 0x0A).allSatisfy { $0.count <= 64 })
    }
}
