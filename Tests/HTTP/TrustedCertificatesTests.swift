import Glibc
import HTTP
import Testing

/// Tests which certificates the system trusts, and their number.
struct TrustedCertificatesTests {
    private let folder: String

    init() throws {
        var template = Array("/tmp/fedauth-trust-XXXXXX".utf8CString)
        let made = try #require(mkdtemp(&template))
        folder = String(cString: made)
    }

    private func write(_ name: String, _ text: String) {
        let descriptor = open("\(folder)/\(name)", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        let bytes = Array(text.utf8)
        #expect(Glibc.write(descriptor, bytes, bytes.count) == bytes.count)
        close(descriptor)
    }

    private func clear(_ names: String...) {
        for name in names { unlink("\(folder)/\(name)") }
        rmdir(folder)
    }

    @Test func hashedNamesGoBeforeTheBundle() throws {
        defer { clear("0a1b2c3d.0", "0a1b2c3d.1", "A.pem") }
        for name in ["0a1b2c3d.0", "0a1b2c3d.1", "A.pem"] { write(name, "x") }
        let found = try #require(
            TrustedCertificates.ofSystem(directories: ["\(folder)/none", folder], bundle: "\(folder)/A.pem"))
        #expect(found.location == folder && found.count == 2)
    }

    @Test func certificatesOfABundleAreCounted() throws {
        defer { clear("bundle") }
        let kinds = ["CERTIFICATE", "TRUSTED CERTIFICATE", "X509 CRL", "PRIVATE KEY"]
        write("bundle", kinds.map { "words\r\n-----BEGIN \($0)-----\r\nx\r\n-----END \($0)-----\r\n" }.joined())
        let found = try #require(
            TrustedCertificates.ofSystem(directories: ["\(folder)/none", folder], bundle: "\(folder)/bundle"))
        #expect(found.location == "\(folder)/bundle" && found.count == 2)
    }

    @Test func nothingThatCanBeReadIsNothing() {
        defer { clear() }
        #expect(TrustedCertificates.ofSystem(directories: ["\(folder)/none", folder], bundle: "\(folder)/none") == nil)
        #expect(TrustedCertificates.ofSystem(directories: ["\(folder)/none"], bundle: nil) == nil)
    }
}
