import Core
import Markup
import Secrets
import Support
import Testing

/// Tests that an element that is cut out of its text keeps every byte and gets the namespaces that it needs.
struct ElementCutTests {
    private let reader = LibXMLReader()

    private func cut(_ text: String) throws -> String {
        try reader.securityTokenResponse(SharedSecret(text: text)).token.bytes.withBytes {
            String(decoding: $0, as: UTF8.self)
        }
    }

    private func around(_ inside: String, _ declarations: String = "", inner: String = "") -> String {
        "<t:RequestSecurityTokenResponse xmlns:t=\"http://schemas.xmlsoap.org/ws/2005/02/trust\"\(declarations)>"
            + "<t:RequestedSecurityToken\(inner)>\(inside)</t:RequestedSecurityToken></t:RequestSecurityTokenResponse>"
    }

    private let saml = " xmlns:s=\"urn:oasis:names:tc:SAML:2.0:assertion\""

    @Test func bytesStayAsTheyAre() throws {
        let inside =
            "<s:Assertion\n\tID='_1'  a=\"1 > 0 &#65;\"\(saml) ><!-- > --><s:X  ></s:X ><![CDATA[<&]]>\r\n<?p i?><s:Y/></s:Assertion\n>"
        #expect(try cut(around(inside)) == inside)
    }

    @Test func onlyWhatIsUsedIsAdded() throws {
        let outside = saml + " xmlns:unused='u' xmlns:x='http://x' xmlns:q=\"q\""
        // x occurs in a value, q in the name of an attribute, unused nowhere.
        let inside = "<s:Assertion ID=\"_1\"><s:A type=\"x:y\" q:b=\"1\"/></s:Assertion>"
        #expect(
            try cut(around(inside, outside))
                == "<s:Assertion\(saml) xmlns:x='http://x' xmlns:q=\"q\" ID=\"_1\"><s:A type=\"x:y\" q:b=\"1\"/></s:Assertion>"
        )
    }

    /// Base64 of a signature contains letters between signs that look like prefixes, but no quotes, blanks or colons.
    @Test func aPrefixIsAWordAndNotALetterOfASignature() throws {
        let inside = "<s:Assertion\(saml) ID=\"_1\"><s:V>Zm+t/o=t+t=/t==\n</s:V></s:Assertion>"
        #expect(try cut(around(inside)) == inside)
        for used in ["<s:V PrefixList=\"xs t\"/>", "<s:V PrefixList='t'/>", "<s:V>t:token</s:V>"] {
            let found = try cut(around("<s:Assertion\(saml) ID=\"_1\">\(used)</s:Assertion>"))
            #expect(found.contains("xmlns:t=\"http://schemas.xmlsoap.org/ws/2005/02/trust\""), "\(used): \(found)")
        }
    }

    @Test func theNearestDeclarationCounts() throws {
        let inside = "<s:Assertion ID=\"_1\"><p:A xmlns:p=\"own\"/><p:B/></s:Assertion>"
        let found = try cut(around(inside, saml + " xmlns:p=\"far\"", inner: " xmlns:p='near>'"))
        #expect(found.hasPrefix("<s:Assertion\(saml) xmlns:p='near>' ID="), "\(found)")
        // Declarations of the element itself are not added again.
        let own = "<s:Assertion\(saml) ID=\"_1\"/>"
        #expect(try cut(around(own, " xmlns:s=\"other\"")) == own)
    }

    @Test func theDefaultNamespaceGoesAlongWhereNamesHaveNoPrefix() throws {
        let plain = "<Assertion ID=\"_1\"><A/></Assertion>"
        let declared = " xmlns='urn:oasis:names:tc:SAML:2.0:assertion'"
        #expect(try cut(around(plain, inner: declared)) == "<Assertion\(declared) ID=\"_1\"><A/></Assertion>")
        let prefixed = "<s:Assertion\(saml) ID=\"_1\"/>"
        #expect(try cut(around(prefixed, inner: declared)) == prefixed)
    }

    @Test func anEnhancedClientsResponseTakesTheDeclarationsOfTheBodyAlong() throws {
        let response =
            "<p:Response ID=\"&gt;\" a='>'><p:Status><p:StatusCode Value='urn:oasis:names:tc:SAML:2.0:status:Success'/>"
            + "</p:Status></p:Response>"
        let envelope =
            "<S:Envelope xmlns:S='http://schemas.xmlsoap.org/soap/envelope/'><S:Header/>"
            + "<S:Body xmlns:p='urn:oasis:names:tc:SAML:2.0:protocol'>\n\(response)</S:Body></S:Envelope>"
        let found = try reader.ecpResponse(xml: SharedSecret(text: envelope)).standaloneResponse
        let whole = response.replacingFirst(
            "<p:Response", by: "<p:Response xmlns:p='urn:oasis:names:tc:SAML:2.0:protocol'")
        #expect(found?.equals(whole) == true)
        #expect(try reader.samlResponse(xml: try #require(found)).isSuccess)
    }

    @Test func anotherEncodingThanItsOwnIsRefused() throws {
        let latin: [UInt8] =
            Array("<?xml version='1.0' encoding='iso-8859-1'?>".utf8)
            + Array(around("<s:Assertion\(saml) ID=\"_1\">@</s:Assertion>").utf8).map { $0 == 0x40 ? 0xE9 : $0 }
        #expect(throws: FedauthError.self) { try reader.securityTokenAnswer(shared(latin)) }
    }

    /// With any text around and inside it, the element ends at the same place, parses to the same content, and loses no byte.
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
                    + chance.pick(["", ">", "/>", "a:b", "p0", "&amp;", quote == "'" ? "\"" : "'"]) + quote
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
        let outside = saml + " xmlns:p0='zero' xmlns:p1=\"one\""
        let found = try cut(
            chance.pick(["", "\u{FEFF}"]) + around(chance.pick(["", "\n "]) + "<s:Assertion ID='_1'" + inside, outside))
        #expect(found.hasPrefix("<s:Assertion") && found.hasSuffix(" ID='_1'" + inside), "seed \(seed): \(found)")
        // The result is complete: libxml2 knows all its prefixes, and another cut changes nothing.
        #expect(try cut(found) == found, "seed \(seed)")
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
