import Core
import Fakes
import Glibc
import Markup
import Secrets
import Support
import Testing

@testable import Application

/// Tests where the certificates come from that a token is checked by, and the tokens that cannot be checked.
struct SignatureCheckTests {
    let world = FakeWorld()

    private func check(
        _ certificates: String?, isInsecure: Bool = false, _ change: (inout VerifySettings) -> Void = { _ in }
    ) throws -> SignatureCheck? {
        var settings = VerifySettings()
        settings.certificates = certificates
        change(&settings)
        var networking = NetworkSettings()
        networking.isInsecure = isInsecure
        return try SignatureCheck(settings, networking, clock: world.clock, reader: LibXMLReader()) {
            () throws(FedauthError) in
            world.reporter.note("network")
            return Network(UserAgent(world.web, clock: world.clock))
        }
    }

    @Test func nothingIsCheckedUnlessWanted() throws {
        #expect(try check(nil) == nil)
        #expect(failure { _ = try check(nil) { $0.allowsSHA1 = true } }?.message.hasPrefix("'--verify-sha1'") == true)
        #expect(
            failure { _ = try check(nil) { $0.needsAudience = false } }?.message.hasPrefix("'--verify-no-audience'")
                == true)
    }

    @Test func metadataComeOverAnEncryptedConnection() {
        #expect(
            failure { _ = try check("http://fs.test/x") }?.message.hasPrefix("'http://fs.test/x' is not encrypted")
                == true)
        #expect(
            failure { _ = try check("https://fs.test/x", isInsecure: true) }?.message.hasPrefix("with '--insecure'")
                == true)
        #expect(world.reporter.said.isEmpty)
        #expect(
            failure { _ = try check("https://fs.test/x") }?.message == "nothing is scripted for GET https://fs.test/x")
        #expect(world.reporter.said == ["network"])
    }

    @Test(arguments: [
        ("", "holds no certificate that '--verify' could check by"),
        ("text", "holds no certificate that '--verify' could check by"),
    ])
    func aFileHasToHoldACertificate(_ content: String, _ message: String) throws {
        let scratch = try Scratch()
        let path = scratch.path + "/signer"
        try AtomicFile.write(content, to: path)
        let found = failure { _ = try check(path) }
        #expect(found?.code == .usage && found?.message == "'\(path)' \(message)")
    }

    @Test func aMissingFileIsNamed() {
        #expect(failure { _ = try check("/nonexistent/signer") }?.message.contains("'/nonexistent/signer'") == true)
    }
}
