import Secrets
import Support
import Testing

@testable import Core

/// Tests where secrets that were typed in a browser may go.
struct TypedSecretsTests {
    private func check(_ address: String, _ content: String? = nil) throws -> ErrorCode? {
        var typed = TypedSecrets()
        typed.add(SharedSecret(text: "s3cr3t pass&word"), .password, for: [try WebURL("https://idp.test").origin])
        typed.add(SharedSecret(text: "12345"), .oneTimeCode, for: [try WebURL("https://idp.test").origin])
        let url = try WebURL(address)
        do throws(FedauthError) {
            try typed.check(url, content: content.map { SharedSecret(text: $0) })
            return nil
        } catch {
            return error.code
        }
    }

    @Test(
        arguments: [
            ("https://idp.test/login", "user=ada&pass=s3cr3t+pass%26word"), ("https://idp.test/next?user=ada", nil),
            ("https://evil.test/", "user=ada&pass=s3cr3t"), ("https://evil.test/?n=123456", "n=123456&x=a12345b"),
        ] as [(String, String?)])
    func whatBelongsThereGoes(_ address: String, _ content: String?) throws {
        #expect(try check(address, content) == nil)
    }

    @Test(arguments: [
        ("https://evil.test/", "user=ada&pass=s3cr3t+pass%26word"), ("https://idp.test:444/", "p=s3cr3t%20pass%26word"),
        ("https://evil.test/", "code=12345"), ("http://idp.test/", "code=12345"),
        ("https://evil.test/", "--x\r\nContent-Disposition: form-data; name=p\r\n\r\ns3cr3t pass&word\r\n--x--"),
    ])
    func anotherServerGetsNoSecret(_ address: String, _ content: String) throws {
        #expect(try check(address, content) == .refusedHost)
    }

    /// What the browser does not tell could be anything.
    @Test func contentThatIsNotToldGoesToNoOtherServer() throws {
        var typed = TypedSecrets()
        let other = try WebURL("https://evil.test/")
        #expect(failure { try typed.checkUnseen(other) } == nil)
        typed.add(SharedSecret(text: "s3cr3t pass&word"), .password, for: [try WebURL("https://idp.test").origin])
        #expect(failure { try typed.checkUnseen(try WebURL("https://idp.test/x")) } == nil)
        #expect(failure { try typed.checkUnseen(other) }?.code == .refusedHost)
    }

    @Test(arguments: ["https://idp.test/?p=s3cr3t+pass%26word", "https://evil.test/?code=12345"])
    func noAddressGetsASecret(_ address: String) throws {
        #expect(try check(address) == .badAnswer)
    }
}
