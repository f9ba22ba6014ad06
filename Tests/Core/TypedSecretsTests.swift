import Secrets
import Support
import Testing

@testable import Core

/// Tests where secrets that were typed in a browser may go.
struct TypedSecretsTests {
    private func check(
        _ address: String, _ content: String? = nil, isHidden: Bool = false, by sender: String? = nil,
        isTypedInto: Bool = false
    ) throws -> ErrorCode? {
        var typed = TypedSecrets()
        let places: Set = [try WebURL("https://idp.test").origin]
        typed.add(SharedSecret(text: "s3cr3t pass&word"), .password, named: "pw", for: places)
        typed.add(SharedSecret(text: "12345"), .oneTimeCode, named: "code", for: places)
        let url = try WebURL(address)
        let origin = try sender.map { try WebURL($0).origin }
        return failure {
            try typed.check(
                url, by: origin, content: content.map { SharedSecret(text: $0) }, isHidden: isHidden,
                isTypedInto: isTypedInto)
        }?.code
    }

    @Test(
        arguments: [
            ("https://idp.test/login", "user=ada&pw=s3cr3t+pass%26word"), ("https://idp.test/next?user=ada", nil),
            ("https://evil.test/", "user=ada&pass=s3cr3t"), ("https://evil.test/?n=123456", "n=123456&x=a12345b"),
            ("https://idp.test/", "--x\r\nContent-Disposition: form-data; name=pw\r\n\r\ns3cr3t pass&word\r\n--x--"),
            // Responses to a sign-in have a field 'code', too, and an empty field has nothing.
            ("https://sp.test/", "code=SplxlOBeZQQYbYS6WxSbIA&state=1"), ("https://sp.test/", "pw=&SAMLResponse=PHg+"),
        ] as [(String, String?)])
    func whatBelongsThereGoes(_ address: String, _ content: String?) throws {
        #expect(try check(address, content) == nil)
    }

    @Test(arguments: [
        ("https://evil.test/", "user=ada&pass=s3cr3t+pass%26word"), ("https://idp.test:444/", "p=s3cr3t%20pass%26word"),
        ("https://evil.test/", "code=12345"), ("http://idp.test/", "code=12345"),
        // The bytes differ by encoding, by length, and by a script.
        ("https://evil.test/", "pw=P%E4ss"), ("https://evil.test/", "pw=s3c"),
        ("https://evil.test/", "a=1&pw=drowssap"),
        // Content of another type is not read.
        ("https://evil.test/", "--x\r\nContent-Disposition: form-data; name=p\r\n\r\nx\r\n--x--"),
        ("https://evil.test/", "user=ada\r\npass=x\r\n"),
    ])
    func anotherServerGetsNoSecret(_ address: String, _ content: String) throws {
        #expect(try check(address, content) == .refusedHost)
    }

    /// Another encoding and a limit of length change the bytes.
    @Test(arguments: [
        ("https://idp.test/wiki?user=ada&pw=hunter2-secr%E9t", true), ("https://idp.test/wiki?pw=s3c", true),
        ("https://idp.test/wiki?pw=", false), ("https://idp.test/wiki?user=ada", false),
        ("https://idp.test/back?code=x&state=y", false),
    ])
    func theFieldOfASecretIsInNoAddress(_ address: String, _ isRefused: Bool) throws {
        #expect(try check(address, by: "https://idp.test/", isTypedInto: true) == (isRefused ? .badAnswer : nil))
        #expect(try check(address, by: "https://idp.test/") == nil)
    }

    /// The document that has the secret sends other servers nothing but the message of a protocol.
    @Test(
        arguments: [
            ("https://evil.test/", "kennw%F6rt=P%E4ss", ErrorCode.refusedHost),
            ("https://sp.test/", "code=1&state=2", nil), ("https://evil.test/", "code=12345", .refusedHost),
            ("https://sp.test/", "code=x&client_info=y&session_state=z", nil),
            ("https://sp.test/", "response=x.y.z", nil),
            ("https://evil.test/", "SAMLResponse=PHg%2B&p=x", .refusedHost), ("https://idp.test/login", "p=x", nil),
            ("https://sp.test/acs", "SAMLResponse=PHg%2B&RelayState=r", nil),
            ("https://sp.test/", "wa=x&wresult=y&wctx=z", nil),
            ("https://sp.test/", "", nil),
        ] as [(String, String, ErrorCode?)])
    func theDocumentWithTheSecretSendsOnlyMessages(_ address: String, _ content: String, _ code: ErrorCode?) throws {
        #expect(try check(address, content, by: "https://idp.test/", isTypedInto: true) == code)
    }

    /// What the browser does not tell could be anything.
    @Test func contentThatIsNotToldGoesToNoOtherServer() throws {
        #expect(try check("https://idp.test/x", isHidden: true) == nil)
        #expect(try check("https://evil.test/", isHidden: true) == .refusedHost)
        let other = try WebURL("https://evil.test/")
        #expect(failure { try TypedSecrets().check(other, content: nil, isHidden: true) } == nil)
    }

    /// A form that is sent by GET has the names of its fields in the address.
    @Test(arguments: [("?user=ada&pw=s3c", ErrorCode.refusedHost), ("?pw=", nil), ("?code=1", nil), ("?p=w", nil)])
    func noAddressGetsTheField(_ query: String, _ expected: ErrorCode?) throws {
        #expect(try check("https://evil.test/" + query) == expected)
        #expect(try check("https://idp.test/" + query) == nil)
    }

    /// A second login may have a field of the same name, and pages send files.
    @Test(arguments: ["pw=another", "--x\r\nContent-Disposition: form-data; name=f\r\n\r\nx\r\n--x--"])
    func whatAnotherServersOwnPageSendsGoes(_ content: String) throws {
        #expect(try check("https://sp.test/", content, by: "https://sp.test") == nil)
        #expect(try check("https://sp.test/", content, by: "https://idp.test") == .refusedHost)
        #expect(try check("https://sp.test/", "x=s3cr3t+pass%26word", by: "https://sp.test") == .refusedHost)
    }

    @Test(arguments: ["https://idp.test/?p=s3cr3t+pass%26word", "https://evil.test/?code=12345"])
    func noAddressGetsASecret(_ address: String) throws {
        #expect(try check(address) == .badAnswer)
    }
}
