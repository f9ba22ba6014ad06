import Core
import Crypto
import Markup
import Secrets
import Support
import Testing

/// Tests signatures of assertions, valid and forged ones. xmlsec1 made them (`make` and `make-assertions` of
/// `Tests/Vectors/tokens`).
struct AssertionSignatureTests {
    private let reader = LibXMLReader()

    private func assertion(_ name: String, _ change: (String) -> String = { $0 }) throws -> SharedSecret {
        let text = change(String(decoding: try tokenBytes(name), as: UTF8.self))
        return try reader.securityTokenResponse(SharedSecret(text: text)).token.bytes
    }

    private func certificate(_ name: String) throws -> SharedSecret {
        let text = String(decoding: try tokenBytes(name), as: UTF8.self)
        let lines = text.split(separator: "\n").filter { !$0.hasPrefix("-----") }
        return try #require(Base64.decode(SharedSecret(text: lines.joined())))
    }

    /// Returns the failure; it is the same in a confined process.
    private func failure(
        _ assertion: SharedSecret, by names: [String] = ["signing.pem"], allowsSHA1: Bool = false
    ) throws -> FedauthError? {
        let certificates = try names.map(certificate)
        let here = Support.failure {
            try reader.signature(ofAssertion: assertion).check(signedBy: certificates, allowsSHA1: allowsSHA1)
        }
        let confined = Support.failure {
            try LibXMLReader(isConfined: true).signature(ofAssertion: assertion).check(
                signedBy: certificates, allowsSHA1: allowsSHA1)
        }
        #expect(here?.code == confined?.code && here?.message == confined?.message && here?.hint == confined?.hint)
        return confined
    }

    @Test(arguments: ["saml20.xml", "saml11.xml"])
    func aTokenAloneVerifies(_ name: String) throws {
        #expect(try failure(assertion(name)) == nil)
        // One certificate of several is enough, because servers announce the next certificate beside the current one.
        #expect(try failure(assertion(name), by: ["other.pem", "signing.pem"]) == nil)
    }

    /// Each algorithm, and each way to canonicalise: attributes, references, comments, CDATA, namespaces that are used in
    /// values only.
    @Test(arguments: [
        ("rsa", "rsa"), ("p256", "p256"), ("p384", "p384"), ("p521", "p521"), ("prefixes", "p256"),
        ("comments", "p256"),
        ("inclusive", "p256"), ("default", "p256"),
    ])
    func whatXmlsecSignedVerifies(_ name: String, _ key: String) throws {
        let text = String(decoding: try tokenBytes("assertions/\(name).xml"), as: UTF8.self)
        let keys = ["assertions/\(key).pem"]
        #expect(try failure(SharedSecret(text: text), by: keys) == nil)
        // A comment is not signed where the reference selects none; one within SignedInfo is where its form keeps comments.
        let commented = try failure(SharedSecret(text: text.replacingFirst("a comment", by: "another")), by: keys)
        #expect(commented == nil)
        let within = try failure(SharedSecret(text: text.replacingFirst("<!-- within -->", by: "")), by: keys)
        #expect((within != nil) == (name == "comments"))
        for (old, new) in [
            ("ada<", "eve<"), ("u:kind", "u:king"), ("<![CDATA[<b>]]>", "&lt;i>"), ("<?keep this?>", ""),
            ("<own xmlns=\"\"/>", "<own/>"), ("http://fs.example.org/<", "http://fs.example.org<"),
        ] {
            let changed = text.replacingFirst(old, by: new)
            #expect(changed != text)
            let error = try failure(SharedSecret(text: changed), by: keys)
            #expect(error?.message.contains("does not hold") == true, "\(old): \(String(describing: error))")
        }
        let rewritten = text.replacingFirst("<![CDATA[<b>]]>", by: "&lt;b>").replacingFirst("&#xE4;", by: "ä")
        #expect(try failure(SharedSecret(text: rewritten), by: keys) == nil)
        for other in ["rsa", "p256", "p384", "p521"] where other != key {
            #expect(try failure(SharedSecret(text: text), by: ["assertions/\(other).pem"])?.code == .refused)
        }
    }

    /// The prefixes of `PrefixList` are signed, and those that only values use are not without it.
    @Test func declarationsOfListedPrefixesAreSigned() throws {
        for (name, isSigned) in [("prefixes", true), ("p256", false), ("default", true)] {
            let text = String(decoding: try tokenBytes("assertions/\(name).xml"), as: UTF8.self)
            let changed = SharedSecret(text: text.replacingFirst("urn:example:unused", by: "urn:example:used"))
            #expect((try failure(changed, by: ["assertions/p256.pem"]) != nil) == isSigned, "\(name)")
        }
    }

    /// Each part that has to be there once is missing, there twice, or says something else.
    @Test func aStatementThatIsNotAsExpectedDoesNotCount() throws {
        let text = String(decoding: try tokenBytes("assertions/p256.xml"), as: UTF8.self)
        let exclusive = "http://www.w3.org/2001/10/xml-exc-c14n#"
        let enveloped = "<ds:Transform Algorithm=\"http://www.w3.org/2000/09/xmldsig#enveloped-signature\"/>"
        let transform = "<ds:Transform Algorithm=\"\(exclusive)\"/>"
        let changes = [
            (enveloped, ""), (enveloped, enveloped + enveloped), (transform, transform + transform),
            (enveloped + transform, transform + enveloped), ("<ds:Transforms>", "<ds:Transforms><other/>"),
            (transform, "<ds:Transform Algorithm=\"http://www.w3.org/TR/2001/REC-xml-c14n-20010315\"/>"),
            (transform, "<Transform Algorithm=\"\(exclusive)\"/>"), (transform, "<ds:Transform/>"),
            ("<ds:CanonicalizationMethod", "<CanonicalizationMethod"),
            ("<ds:CanonicalizationMethod Algorithm=\"\(exclusive)\"", "<ds:CanonicalizationMethod Algorithm=\"x\""),
            ("<ds:SignatureMethod", "<ds:SignatureMethod/><ds:SignatureMethod"),
            ("<ds:DigestMethod", "<ds:DigestMethod/><ds:DigestMethod"), ("<ds:DigestValue>", "<ds:DigestValue>!"),
            ("<ds:SignatureValue>", "<ds:SignatureValue>AAAA"),
            ("<ds:SignatureValue>", "<ds:SignatureValue/><ds:SignatureValue>"),
            (
                "</ds:SignatureValue>",
                "</ds:SignatureValue><ds:KeyInfo><Assertion xmlns=\"urn:oasis:names:tc:SAML:2.0:assertion\"/></ds:KeyInfo>"
            ),
            ("ID=\"_p256\"", "ID=\"_p256 \""), ("ID=\"_p256\"", "xml:id=\"_p256\""), ("ID=\"_p256\"", "ID=\"\""),
        ]
        for (old, new) in changes {
            let changed = text.replacingFirst(old, by: new)
            #expect(changed != text, "\(old)")
            let error = try failure(SharedSecret(text: changed), by: ["assertions/p256.pem"])
            #expect(error?.code == .refused || error?.code == .badAnswer, "\(new): \(String(describing: error))")
        }
    }

    @Test func wayOfWritingDoesNotCount() throws {
        let odd = try assertion("saml20.xml") { $0.replacingFirst("ID=\"_a1\"", by: "\n ID = '_a1'") }
        #expect(try failure(odd) == nil)
    }

    @Test func anotherKeyOrAChangeDoesNotHold() throws {
        #expect(try failure(assertion("saml20.xml"), by: ["other.pem"])?.code == .refused)
        let changed = try assertion("saml20.xml") { $0.replacingFirst(">users<", by: ">admins<") }
        #expect(try failure(changed)?.message.contains("does not hold") == true)
        #expect(try failure(assertion("saml20.xml"), by: [])?.code == .usage)
    }

    @Test func whatIsBrokenDoesNotCount() throws {
        let old = try assertion("saml11-sha1.xml")
        #expect(try failure(old)?.hint?.contains("--verify-sha1") == true)
        #expect(try failure(old, allowsSHA1: true) == nil)
        for (wrong, right) in [
            ("http://www.w3.org/2000/09/xmldsig#hmac-sha1", "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"),
            ("http://www.w3.org/TR/1999/REC-xslt-19991116", "http://www.w3.org/2000/09/xmldsig#enveloped-signature"),
            ("http://www.w3.org/TR/1999/REC-xpath-19991116", "http://www.w3.org/2000/09/xmldsig#enveloped-signature"),
            ("http://www.w3.org/2001/04/xmldsig-more#md5", "http://www.w3.org/2001/04/xmlenc#sha256"),
        ] {
            let bad = try assertion("saml20.xml") { $0.replacingFirst(right, by: wrong) }
            let error = try failure(bad, allowsSHA1: true)
            #expect(error?.message.contains(wrong) == true, "\(wrong): \(String(describing: error))")
        }
    }

    /// The signed assertion is somewhere inside the message, and another one is read (XML signature wrapping).
    @Test func anAssertionAroundASignedOneDoesNotCount() throws {
        let signed = try assertion("saml20.xml").withBytes { String(decoding: $0, as: UTF8.self) }
        let signature = try #require(part(of: signed, from: "<ds:Signature", to: "</ds:Signature>"))
        let start = "<e:Assertion xmlns:e=\"urn:oasis:names:tc:SAML:2.0:assertion\" "
        let evil = [
            // An assertion without its own signature.
            start + "ID=\"_evil\"><e:Advice>\(signed)</e:Advice></e:Assertion>",
            // An assertion with the signature of the other one.
            start + "ID=\"_evil\">\(signature)<e:Advice>\(signed)</e:Advice></e:Assertion>",
            // An assertion with the same ID.
            start + "ID=\"_a1\">\(signature)<e:Advice>\(signed)</e:Advice></e:Assertion>",
            start + "ID=\"_a1\"><e:Advice>\(signed)</e:Advice>\(signature)</e:Assertion>",
            // Two signatures.
            signed.replacingFirst("<ds:Signature", by: signature + "<ds:Signature"),
            // A reference to the whole document.
            signed.replacingFirst("URI=\"#_a1\"", by: "URI=\"\""),
            signed.replacingFirst("URI=\"#_a1\"", by: "URI=\"#xpointer(id('_a1'))\""),
            signed.replacingFirst("URI=\"#_a1\"", by: ""),
            // A second reference to harmless content.
            signed.replacingFirst(
                "</ds:Reference>",
                by: "</ds:Reference>" + (try #require(part(of: signed, from: "<ds:Reference", to: "</ds:Reference>")))),
        ]
        for (number, text) in evil.enumerated() {
            let error = try failure(SharedSecret(text: text))
            #expect(error?.code == .refused, "\(number): \(String(describing: error))")
        }
        #expect(try failure(SharedSecret(text: signed)) == nil)
    }

    /// A signature does not cover itself: what it contains beside its own parts could come from somebody else.
    @Test func aSignatureContainsNothingElse() throws {
        let signed = try assertion("saml11.xml").withBytes { String(decoding: $0, as: UTF8.self) }
        let signature = try #require(part(of: signed, from: "<ds:Signature ", to: "</ds:Signature>"))
        let start = try #require(part(of: signed, from: "<", to: ">"))
        #expect(try failure(SharedSecret(text: signed)) == nil)
        for subject in [
            "<Subject><NameIdentifier>root@example.org</NameIdentifier></Subject>",
            "<ds:Object><Subject><NameIdentifier>root@example.org</NameIdentifier></Subject></ds:Object>",
        ] {
            let forged = signature.replacingFirst("<ds:SignedInfo", by: subject + "<ds:SignedInfo")
            let rest = signed.replacingFirst(signature, by: "")
            for text in [signed.replacingFirst(signature, by: forged), rest.replacingFirst(start, by: start + forged)] {
                let error = try failure(SharedSecret(text: text))
                #expect(error?.message.contains("not for the assertion") == true, "\(String(describing: error))")
                let read = try reader.securityTokenResponse(SharedSecret(text: text)).token.subject
                #expect(read == "ada@example.org", "\(text)")
            }
        }
    }

    /// What the exclusive form repeats at each element is limited, so no document has a form without end.
    @Test func aFormWithoutEndIsRefused() throws {
        let text = String(decoding: try tokenBytes("assertions/p256.xml"), as: UTF8.self)
        let exclusive = "<ds:Transform Algorithm=\"http://www.w3.org/2001/10/xml-exc-c14n#\"/>"
        let listed = exclusive.replacingFirst(
            "/>",
            by: "><i:InclusiveNamespaces xmlns:i=\"http://www.w3.org/2001/10/xml-exc-c14n#\" PrefixList=\""
                + String(repeating: "a ", count: 101) + "\"/></ds:Transform>")
        let start = try #require(part(of: text, from: "<saml:Assertion", to: ">"))
        let long = start.dropLast() + " xmlns:long=\"x:" + String(repeating: "A", count: 500_000) + "\">"
        let many = text.replacingFirst(start, by: long + String(repeating: "<long:a/>", count: 10_000))
        for endless in [text.replacingFirst(exclusive, by: listed), many] {
            #expect(endless != text)
            let error = try failure(SharedSecret(text: endless), by: ["assertions/p256.pem"])
            #expect(error?.message.contains("in canonical form") == true, "\(String(describing: error))")
        }
    }

    @Test(arguments: ["", "<a/>", "<a", "<Assertion xmlns='urn:oasis:names:tc:SAML:2.0:assertion'/>", "no xml"])
    func whatIsNoAssertionIsAnErrorAndNoTrap(_ text: String) throws {
        #expect(try failure(SharedSecret(text: text)) != nil)
    }

    @Test func metadataNameWhoSigns() throws {
        let base64 = { (name: String) throws -> String in
            Base64.encode(try self.certificate(name)).withBytes { String(decoding: $0, as: UTF8.self) }
        }
        let key = { (use: String, name: String) throws -> String in
            "<KeyDescriptor\(use)><i:KeyInfo xmlns:i='http://www.w3.org/2000/09/xmldsig#'><i:X509Data><i:X509Certificate>\n"
                + (try base64(name)) + "\n</i:X509Certificate></i:X509Data></i:KeyInfo></KeyDescriptor>"
        }
        let text =
            "<EntityDescriptor xmlns='urn:oasis:names:tc:SAML:2.0:metadata' entityID='x'><RoleDescriptor>"
            + (try key(" use='encryption'", "other.pem")) + (try key(" use='signing'", "signing.pem"))
            + "</RoleDescriptor><SPSSODescriptor>\(try key("", "other.pem"))</SPSSODescriptor></EntityDescriptor>"
        let found = try reader.signingCertificates(metadata: SharedSecret(text: text))
        #expect(found == [try certificate("signing.pem")])
    }

    private func part(of text: String, from start: String, to end: String) -> String? {
        guard let first = text.ranges(of: start).first?.lowerBound,
            let last = text[first...].ranges(of: end).first?.upperBound
        else { return nil }
        return String(text[first..<last])
    }
}
