import Core
import Markup
import Secrets
import Support
import Testing

/// Tests that an element is complete when it leaves its document: its content, and the namespaces that it needs.
/// `AssertionSignatureTests` shows that its signature stays valid.
struct StandaloneElementTests {
    private let reader = LibXMLReader()

    private func alone(_ text: String) throws -> String {
        try reader.securityTokenResponse(SharedSecret(text: text)).token.bytes.text
    }

    private func around(_ inside: String, _ declarations: String = "", inner: String = "") -> String {
        "<t:RequestSecurityTokenResponse xmlns:t=\"\(trust)\"\(declarations)>"
            + "<t:RequestedSecurityToken\(inner)>\(inside)</t:RequestedSecurityToken></t:RequestSecurityTokenResponse>"
    }

    private let trust = "http://schemas.xmlsoap.org/ws/2005/02/trust"
    private let saml = " xmlns:s=\"urn:oasis:names:tc:SAML:2.0:assertion\""

    @Test func contentStays() throws {
        let inside =
            "<s:Assertion\n\tID='_1'  a=\"1 > 0 &#65;&#10;'\"\(saml) ><!-- > --><s:X  ></s:X ><![CDATA[<&]]>\r\n<?p i?>ä &#13;<s:Y/></s:Assertion\n>"
        #expect(
            try alone(around(inside))
                == "<s:Assertion\(saml) xmlns:t=\"\(trust)\" ID=\"_1\" a=\"1 &gt; 0 A&#10;'\"><!-- > --><s:X/>&lt;&amp;\n<?p i?>ä "
                + "&#13;<s:Y/></s:Assertion>")
    }

    @Test func theNearestDeclarationCounts() throws {
        let inside = "<s:Assertion ID=\"_1\"><p:A xmlns:p=\"urn:own\"/><p:B/></s:Assertion>"
        let found = try alone(around(inside, saml + " xmlns:p=\"urn:far\"", inner: " xmlns:p='urn:near'"))
        #expect(found.contains(" xmlns:p=\"urn:near\"") && !found.contains("urn:far"), "\(found)")
        #expect(found.hasSuffix("><p:A xmlns:p=\"urn:own\"/><p:B/></s:Assertion>"), "\(found)")
        // A prefix that the element declares itself is not declared again.
        let own = "<s:Assertion\(saml) xmlns:t=\"urn:t\" ID=\"_1\"/>"
        #expect(try alone(around(own, " xmlns:s=\"urn:other\"")) == own)
    }

    @Test func theDefaultNamespaceGoesAlong() throws {
        let declared = " xmlns=\"urn:oasis:names:tc:SAML:2.0:assertion\""
        let found = try alone(around("<Assertion ID=\"_1\"><A/></Assertion>", inner: declared))
        #expect(found == "<Assertion\(declared) xmlns:t=\"\(trust)\" ID=\"_1\"><A/></Assertion>")
        #expect(try alone(found) == found)
    }

    @Test func anEnhancedClientsResponseTakesTheDeclarationsOfTheBodyAlong() throws {
        let response =
            "<p:Response ID=\"&gt;\"><p:Status><p:StatusCode Value=\"urn:oasis:names:tc:SAML:2.0:status:Success\"/>"
            + "</p:Status></p:Response>"
        let envelope =
            "<S:Envelope xmlns:S=\"http://schemas.xmlsoap.org/soap/envelope/\"><S:Header/>"
            + "<S:Body xmlns:p=\"urn:oasis:names:tc:SAML:2.0:protocol\">\n\(response)</S:Body></S:Envelope>"
        let found = try #require(try reader.ecpResponse(xml: SharedSecret(text: envelope)).standaloneResponse)
        #expect(found.text.hasPrefix("<p:Response xmlns:p=\"urn:oasis:names:tc:SAML:2.0:protocol\" "), "\(found.text)")
        #expect(found.text.contains(" xmlns:S=\"http://schemas.xmlsoap.org/soap/envelope/\""), "\(found.text)")
        #expect(try reader.samlResponse(xml: found).isSuccess)
    }

    @Test func anotherEncodingBecomesUTF8() throws {
        let latin: [UInt8] =
            Array("<?xml version='1.0' encoding='iso-8859-1'?>".utf8)
            + Array(around("<s:Assertion\(saml) ID=\"@\">@</s:Assertion>").utf8).map { $0 == 0x40 ? 0xE9 : $0 }
        let token = try reader.securityTokenResponse(shared(latin)).token
        #expect(token.identifier == "é" && token.bytes.text.hasSuffix(">é</s:Assertion>"), "\(token.bytes.text)")
        #expect(try reader.securityTokenResponse(token.bytes).token.identifier == "é")
    }

    /// libxml2 writes the names of namespaces without escaping them.
    @Test(arguments: ["&lt;", "&amp;lt;", "&#34; a=&#34;", "a&#10;b"])
    func aNamespaceWithAReferenceIsRefused(_ name: String) throws {
        for text in [
            around("<s:Assertion\(saml) ID=\"_1\"><a:A xmlns:a='\(name)'/></s:Assertion>"),
            around("<s:Assertion\(saml) ID=\"_1\"/>", " xmlns:a=\"\(name)\""),
        ] {
            let error = failure { () throws(FedauthError) in
                _ = try reader.securityTokenAnswer(SharedSecret(text: text))
            }
            #expect(error?.message.hasSuffix("has a reference in the name of a namespace") == true, "\(text)")
        }
    }

    /// With any text around and inside it, the element is complete: it is read again, and stays the same from then on.
    @Test(arguments: 0..<200 as Range<UInt64>)
    func everyElementSurvives(_ seed: UInt64) throws {
        var chance = Mutator(seed: seed)
        let texts = [
            "", " ", "\n", "x", "&lt;", "&#x3E;", "<!-- </s:Assertion> -->", "<![CDATA[</s:A>]]>", "<?p > ?>", "ä",
        ]
        func attributes() -> String {
            (0..<Int.random(in: 0...3, using: &chance)).map { number in
                let quote = chance.pick(["\"", "'"])
                return chance.pick([" ", "\n", "\t "]) + "a\(number)=" + quote
                    + chance.pick(["", ">", "/>", "a:b", "p0", "&amp;", "é", quote == "'" ? "\"" : "'"]) + quote
            }.joined()
        }
        func element(_ depth: Int) -> String {
            let name = chance.pick(["s:A", "p0:B", "p1:C", "s:D"])
            guard depth > 0, !chance.once(in: 3) else { return "<\(name)\(attributes())/>" }
            let inside = (0..<Int.random(in: 0...3, using: &chance)).map { _ in chance.pick(texts) + element(depth - 1)
            }
            return "<\(name)\(attributes())\(chance.pick(["", " "]))>\(inside.joined())\(chance.pick(texts))</\(name)>"
        }
        let inside = "\(attributes())>" + element(4) + chance.pick(texts) + element(2) + "</s:Assertion>"
        let outside = saml + " xmlns:p0='urn:zero' xmlns:p1=\"urn:one\""
        let found = try alone(
            chance.pick(["", "\u{FEFF}"]) + around(chance.pick(["", "\n "]) + "<s:Assertion ID='_1'" + inside, outside))
        #expect(found.hasPrefix("<s:Assertion") && found.hasSuffix("</s:Assertion>"), "seed \(seed): \(found)")
        #expect(try alone(found) == found, "seed \(seed)")
    }
}

extension String {
    func replacingFirst(_ text: String, by other: String) -> String {
        guard let range = firstRange(of: text) else { return self }
        var changed = self
        changed.replaceSubrange(range, with: other)
        return changed
    }
}
