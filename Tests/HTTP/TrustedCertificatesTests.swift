import Glibc
import HTTP
import Support
import Testing

/// Tests which certificates the system trusts, and their number.
struct TrustedCertificatesTests {
    private let scratch: Scratch
    private var folder: String { scratch.path }

    init() throws { scratch = try Scratch() }

    @Test func hashedNamesGoBeforeTheBundle() throws {
        for name in ["0a1b2c3d.0", "0a1b2c3d.1", "A.pem"] { scratch.file(name, "x") }
        let found = try #require(
            TrustedCertificates.ofSystem(directories: ["\(folder)/none", folder], bundle: "\(folder)/A.pem"))
        #expect(found.location == folder && found.count == 2)
    }

    @Test func certificatesOfABundleAreCounted() throws {
        let kinds = ["CERTIFICATE", "TRUSTED CERTIFICATE", "X509 CRL", "PRIVATE KEY"]
        scratch.file("bundle", kinds.map { "words\r\n-----BEGIN \($0)-----\r\nx\r\n-----END \($0)-----\r\n" }.joined())
        let found = try #require(
            TrustedCertificates.ofSystem(directories: ["\(folder)/none", folder], bundle: "\(folder)/bundle"))
        #expect(found.location == "\(folder)/bundle" && found.count == 2)
    }

    @Test func nothingThatCanBeReadIsNothing() {
        #expect(TrustedCertificates.ofSystem(directories: ["\(folder)/none", folder], bundle: "\(folder)/none") == nil)
        #expect(TrustedCertificates.ofSystem(directories: ["\(folder)/none"], bundle: nil) == nil)
    }
}
