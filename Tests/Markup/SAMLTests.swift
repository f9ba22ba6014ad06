import Core
import Markup
import Secrets
import Testing

/// Tests SAML messages and the envelopes of ECP.
@Suite struct SAMLTests {
    private let reader = LibXMLReader()

    private func failure(_ body: () throws(FedauthError) -> some Any) -> FedauthError? {
        do {
            _ = try body()
            return nil
        } catch { return error }
    }

    private let success = """
        <?xml version="1.0"?>
        <samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_1" Version="2.0">
          <saml:Issuer>https://idp.example.org/ &amp; co</saml:Issuer>
          <samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>
          <saml:Assertion><saml:Subject><saml:NameID>anna<!-- no -->@example.org</saml:NameID></saml:Subject>
            <saml:AuthnStatement AuthnInstant="2026-03-01T08:00:00Z" SessionNotOnOrAfter="2026-03-01T16:00:00.5Z"/></saml:Assertion>
        </samlp:Response>
        """

    @Test func aResponse() throws {
        let response = try reader.samlResponse(xml: SharedSecret(text: success))
        #expect(response.isSuccess)
        #expect(response.statusCodes == ["Success"])
        #expect(response.issuer == "https://idp.example.org/ & co")
        #expect(response.subject == "anna@example.org")
        #expect(response.sessionNotOnOrAfter == Timestamp(seconds: 1_772_380_800))
    }

    @Test(arguments: [
        ("urn:oasis:names:tc:SAML:2.0:nameid-format:persistent", true),
        ("urn:oasis:names:tc:SAML:2.0:nameid-format:transient", true),
        ("urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress", false),
        ("urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified", false), ("", false),
    ])
    func theSubjectsFormatSaysWhetherItIsAName(format: String, isOpaque: Bool) throws {
        let named = success.components(separatedBy: "<saml:NameID>").joined(
            separator: "<saml:NameID Format='\(format)'>")
        #expect(try reader.samlResponse(xml: SharedSecret(text: named)).isSubjectOpaque == isOpaque)
        #expect(try !reader.samlResponse(xml: SharedSecret(text: success)).isSubjectOpaque)
    }

    @Test func aFailure() throws {
        let response = try reader.samlResponse(
            xml: SharedSecret(
                text: """
                    <Response xmlns='urn:oasis:names:tc:SAML:2.0:protocol'><Status>
                    <StatusCode Value='urn:oasis:names:tc:SAML:2.0:status:Responder'><StatusCode Value='urn:oasis:names:tc:SAML:2.0:status:AuthnFailed'/></StatusCode>
                    <StatusMessage>  Wrong
                      password </StatusMessage></Status></Response>
                    """))
        #expect(!response.isSuccess)
        #expect(response.statusCodes == ["Responder", "AuthnFailed"])
        #expect(response.statusMessage == "Wrong password")
        #expect(response.subject == nil)
    }

    @Test func foreignSuccessIsNone() throws {
        let response = try reader.samlResponse(
            xml: SharedSecret(
                text:
                    "<Response xmlns='urn:oasis:names:tc:SAML:2.0:protocol'><Status><StatusCode Value='urn:x:Success'/>"
                    + "</Status></Response>"))
        #expect(!response.isSuccess)
    }

    @Test(arguments: [
        "", "   ", "text", "<a>", "<a/>", "<Response/>", "<a></b>",
        "<Response xmlns='urn:oasis:names:tc:SAML:2.0:protocol'/>",
        "<Response xmlns='urn:oasis:names:tc:SAML:2.0:protocol'><Status/></Response>",
        "<?xml version='1.0' encoding='utf-16'?><a/>", "<?xml version='1.0' encoding='iso-2022-jp'?><a/>",
        "<a>\u{0}</a>",
    ])
    func nonsenseIsABadAnswer(_ text: String) {
        #expect(
            failure { () throws(FedauthError) in try reader.samlResponse(xml: SharedSecret(text: text)) }?
                .code == .badAnswer)
    }

    @Test(arguments: [
        "<!DOCTYPE a [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><a>&x;</a>", "<!DOCTYPE a><a/>",
        "<?xml version='1.0'?><!-- x --><!DOCTYPE a SYSTEM 'http://127.0.0.1:9/x.dtd'><a/>",
        "<!DOCTYPE l [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;&a;&a;&a;&a;&a;'><!ENTITY c '&b;&b;&b;&b;&b;&b;'>]><l>&c;</l>",
    ])
    func doctypesAreRefused(_ text: String) {
        let error = failure { () throws(FedauthError) in
            try reader.samlResponse(xml: SharedSecret(text: text))
        }
        #expect(error?.code == .badAnswer)
        #expect(error?.message == "the SAML response has a DOCTYPE, which is not allowed in it")
    }

    @Test func encodingsThatHideADoctypeAreRefused() throws {
        let text = "<!DOCTYPE a [<!ENTITY x 'y'>]><a>&x;</a>"
        let wide: [UInt8] = [0xFF, 0xFE] + text.utf8.flatMap { [$0, 0] as [UInt8] }
        // "<?xm" in EBCDIC.
        for bytes in [wide, Array(wide.dropFirst(2)), [0x4C, 0x6F, 0xA7, 0x94, 0x40]] {
            let error = failure { () throws(FedauthError) in try reader.samlResponse(xml: shared(bytes)) }
            #expect(error?.message == "the SAML response is not in UTF-8")
        }
    }

    @Test func largeAndDeepMessagesAreRefused() {
        let large = SharedSecret(Secret(repeatElement(UInt8(0x20), count: (1 << 20) + 1)))
        #expect(
            failure { () throws(FedauthError) in try reader.samlResponse(xml: large) }?.code == .badAnswer)
        let deep = SharedSecret(text: String(repeating: "<a>", count: 100_000))
        #expect(failure { () throws(FedauthError) in try reader.samlResponse(xml: deep) }?.code == .badAnswer)
    }

    @Test(arguments: [
        ("2026-03-01T16:00:00Z", 1_772_380_800), ("2026-03-01T17:00:00+01:00", 1_772_380_800),
        ("2024-02-29T00:00:00.123456Z", 1_709_164_800), ("1970-01-01T00:00:00", 0),
        ("2100-01-01T00:00:00Z", 4_102_444_800),
    ])
    func times(_ text: String, _ seconds: Int64) throws {
        let xml = success.split(separator: "2026-03-01T16:00:00.5Z", omittingEmptySubsequences: false).joined(
            separator: text)
        #expect(try reader.samlResponse(xml: SharedSecret(text: xml)).sessionNotOnOrAfter?.seconds == seconds)
    }

    // MARK: ECP

    private let start = """
        <S:Envelope xmlns:S="http://schemas.xmlsoap.org/soap/envelope/" xmlns:saml='urn:oasis:names:tc:SAML:2.0:assertion'
          title="a > b" >
        """
    private let header = """
        <S:Header><paos:Request xmlns:paos="urn:liberty:paos:2003-08" S:mustUnderstand="1" messageID="_m&amp;1" responseConsumerURL="https://sp.example.org/acs?a=1&amp;b=2" service="urn:oasis:names:tc:SAML:2.0:profiles:SSO:ecp"/><!-- </S:Header> --><x><![CDATA[</S:Header>]]></x><ecp:RelayState xmlns:ecp="urn:oasis:names:tc:SAML:2.0:profiles:SSO:ecp" S:mustUnderstand="1">ss:mem:&lt;1&gt;\n2</ecp:RelayState></S:Header>
        """
    private let body = """
        <S:Body><samlp:AuthnRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol"   ID='_1'
           ><Header>no header</Header><a  b = "&quot;'"/><!-- c --><![CDATA[<S:Header/>]]>&#65;ü</samlp:AuthnRequest></S:Body>
        """

    @Test func aRequestLosesItsHeader() throws {
        for (before, after) in [
            ("", ""),
            (
                "\u{FEFF}<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- <S:Header/> -->\n",
                "\n<?x <S:Header?>\n"
            ),
        ] {
            let text =
                before + start + "\r\n " + header + " <!-- between --> " + body + "\n</S:Envelope >" + after
            let request = try reader.ecpRequest(xml: SharedSecret(text: text))
            #expect(request.responseConsumerURL == "https://sp.example.org/acs?a=1&b=2")
            #expect(request.messageID == "_m&1")
            #expect(request.relayState?.text == "ss:mem:<1>\n2")
            let left = request.forIdentityProvider.text
            #expect(left.hasPrefix("<S:Envelope ") && left.contains(">\n  <!-- between --> <S:Body"), "\(left)")
            #expect(left.hasSuffix("</S:Body>\n</S:Envelope>") && !left.contains("paos"), "\(left)")
        }
    }

    @Test func otherPrefixes() throws {
        let text =
            "<Envelope xmlns='http://schemas.xmlsoap.org/soap/envelope/'><Header><p:Request xmlns:p='urn:liberty:paos:2003-08'"
            + " responseConsumerURL='https://sp/acs'/></Header><Body><q:AuthnRequest"
            + " xmlns:q='urn:oasis:names:tc:SAML:2.0:protocol'/></Body></Envelope>"
        let request = try reader.ecpRequest(xml: SharedSecret(text: text))
        #expect(request.messageID == nil)
        #expect(request.relayState == nil)
        #expect(
            request.forIdentityProvider.text
                == "<Envelope xmlns=\"http://schemas.xmlsoap.org/soap/envelope/\"><Body><q:AuthnRequest"
                + " xmlns:q=\"urn:oasis:names:tc:SAML:2.0:protocol\"/></Body></Envelope>")
    }

    @Test func requestsThatAreNone() throws {
        let end = "</S:Envelope>"
        for text in [
            start + body + end, start + "<S:Header/>" + body + end, start + header + end,
            start + header + "<S:Body/>" + end, start + header + "<S:Body></S:Body>" + end,
            start + body + header + end,
            start + header + header + body + end, start + header + body + body + end,
            "<html><body>Sign in</body></html>",
        ] {
            let error = failure { () throws(FedauthError) in
                try reader.ecpRequest(xml: SharedSecret(text: text))
            }
            #expect(error?.code == .badAnswer)
        }
    }

    private func answer(header: String, content: String) -> String {
        "<soap11:Envelope xmlns:soap11='http://schemas.xmlsoap.org/soap/envelope/'  xmlns:x=\"y\">" + header
            + "<soap11:Body Id='b'>\(content)</soap11:Body></soap11:Envelope>"
    }

    @Test func aResponseAndItsConsumer() throws {
        let content =
            "\n <samlp:Response xmlns:samlp='urn:oasis:names:tc:SAML:2.0:protocol'  ID = \"_1\"><!-- </soap11:Body> -->"
            + "<samlp:Status><samlp:StatusCode Value=\"urn:oasis:names:tc:SAML:2.0:status:Success\" /></samlp:Status></samlp:Response>\n"
        let header =
            "<soap11:Header><ecp:Response xmlns:ecp='urn:oasis:names:tc:SAML:2.0:profiles:SSO:ecp'"
            + " AssertionConsumerServiceURL='https://sp/acs?a&amp;b'/></soap11:Header>"
        let response = try reader.ecpResponse(
            xml: SharedSecret(text: answer(header: header, content: content)))
        #expect(response.assertionConsumerServiceURL == "https://sp/acs?a&b")
        #expect(response.response.isSuccess)
        #expect(response.standaloneResponse?.text.hasSuffix("/></samlp:Status></samlp:Response>") == true)
        #expect(response.fault == nil)
        // Without a header there is no address; the caller checks this.
        let bare = try reader.ecpResponse(xml: SharedSecret(text: answer(header: "", content: content)))
        #expect(bare.assertionConsumerServiceURL == nil)
        #expect(bare.standaloneResponse == response.standaloneResponse)
    }

    @Test func aFault() throws {
        let content =
            "<soap11:Fault><faultcode>soap11:Server</faultcode><faultstring>No\n ECP</faultstring></soap11:Fault>"
        let response = try reader.ecpResponse(
            xml: SharedSecret(text: answer(header: "<soap11:Header/>", content: content)))
        #expect(response.fault == "No ECP")
        #expect(!response.response.isSuccess)
        #expect(response.response.statusMessage == "No ECP")
    }
}
