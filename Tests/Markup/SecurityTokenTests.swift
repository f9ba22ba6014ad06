import Core
import Markup
import Secrets
import Testing

/// Tests the answers of security token services in every known form.
struct SecurityTokenTests {
    private let reader = LibXMLReader()

    private func answer(_ text: String) throws -> SecurityTokenAnswer {
        try reader.securityTokenAnswer(SharedSecret(text: text))
    }

    private func response(_ text: String) throws -> SecurityTokenResponse {
        try reader.securityTokenResponse(SharedSecret(text: text))
    }

    private func failure(_ text: String) -> FedauthError? {
        do throws(FedauthError) {
            _ = try reader.securityTokenAnswer(SharedSecret(text: text))
            return nil
        } catch { return error }
    }

    private let assertion = "<saml:Assertion xmlns:saml=\"urn:oasis:names:tc:SAML:2.0:assertion\" ID=\"_1\"/>"

    private func wrapped(_ inside: String, namespace: String = "http://schemas.xmlsoap.org/ws/2005/02/trust") -> String
    {
        "<t:RequestSecurityTokenResponse xmlns:t=\"\(namespace)\"><t:RequestedSecurityToken>\(inside)"
            + "</t:RequestedSecurityToken></t:RequestSecurityTokenResponse>"
    }

    @Test func aCollectionOfVersion13WithSAML20() throws {
        let found = try response(text("saml20.xml"))
        #expect(found.version == .version13 && found.context == "ctx & 1" && found.appliesTo == "urn:example:app")
        #expect(found.created == Timestamp(xmlDateTime: "2026-11-20T12:00:00Z"))
        #expect(found.expires == Timestamp(xmlDateTime: "2026-11-20T13:00:00Z"))
        #expect(found.tokenType == "urn:oasis:names:tc:SAML:2.0:assertion")
        let token = found.token
        #expect(token.kind == .saml20 && token.identifier == "_a1" && token.subject == "ada@example.org")
        #expect(token.issuer == "http://fs.example.org/adfs/services/trust")
        #expect(token.audiences == ["urn:example:app", "urn:example:other"])
        #expect(token.recipient == "https://app.example.org/token")
        #expect(token.presentableUntil == Timestamp(xmlDateTime: "2026-11-20T12:05:00Z"))
        #expect(token.claims == [IssuedToken.Claim("role", ["R&D <lab>", "users"])])
        // The earlier one of both ends.
        #expect(found.end == Timestamp(xmlDateTime: "2026-11-20T12:50:00Z") && found.user == "ada@example.org")
    }

    private func stating(_ created: String, _ expires: String) -> String {
        let utility = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd"
        return wrapped(assertion).replacingFirst(
            "<t:RequestedSecurityToken>",
            by: "<t:Lifetime xmlns:u=\"\(utility)\"><u:Created>\(created)</u:Created><u:Expires>\(expires)</u:Expires>"
                + "</t:Lifetime><t:RequestedSecurityToken>")
    }

    @Test func aLifetimeThatMakesNoSenseIsAnError() throws {
        let noon = "2026-11-20T12:00:00Z"
        for (created, expires) in [
            (noon, "tomorrow"), ("x", noon), (noon, ""), (noon, "1969-12-31T23:59:59Z"), (noon, noon),
            (noon, "2026-11-20T11:59:59Z"), ("9999-12-31T23:59:59Z", noon),
        ] {
            #expect(failure(stating(created, expires))?.code == .badAnswer, "\(created) \(expires)")
        }
        #expect(try response(stating(noon, "2026-11-20T12:00:01Z")).end != nil)
        // This is the last time that .NET can write. It means no end, so the end of the token counts.
        let endless = try response(stating(noon, "9999-12-31T23:59:59.9999999Z"))
        #expect(endless.expires == nil && endless.end == nil && endless.created != nil)
    }

    /// Each restriction must hold: only an audience in all of them counts.
    @Test(arguments: [
        (["a b"], ["a", "b"]), (["a b", "b c"], ["b"]), (["a", "b"], [""]), (["a", ""], [""]), ([], []), ([""], []),
    ])
    func restrictionsOfTheAudienceAddUp(_ restrictions: [String], _ audiences: [String]) throws {
        let inside = restrictions.map { names in
            "<saml:AudienceRestriction>"
                + names.split(separator: " ").map { "<saml:Audience>\($0)</saml:Audience>" }.joined()
                + "</saml:AudienceRestriction>"
        }
        let assertion =
            "<saml:Assertion xmlns:saml=\"urn:oasis:names:tc:SAML:2.0:assertion\" ID=\"_1\"><saml:Conditions>"
            + inside.joined() + "</saml:Conditions></saml:Assertion>"
        #expect(try response(wrapped(assertion)).token.audiences == audiences)
    }

    /// A condition that cannot be parsed must not be ignored.
    @Test(arguments: ["NotBefore=\"tomorrow\"", "NotOnOrAfter=\"2026-13-01T00:00:00Z\""])
    func aConditionThatCannotBeReadIsNoCondition(_ attribute: String) {
        let inside = """
            <saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_1"><saml:Conditions \(attribute)/>\
            </saml:Assertion>
            """
        let found = failure(wrapped(inside))
        #expect(
            found?.code == .badAnswer && found?.message.hasSuffix("is not a time") == true, "\(found?.message ?? "")")
    }

    @Test func theOldNamespaceWithSAML11() throws {
        let found = try response(text("saml11.xml"))
        #expect(found.version == .february2005 && found.created == nil && found.tokenType == nil)
        #expect(found.token.kind == .saml11 && found.token.identifier == "_b1")
        #expect(found.token.claims.map(\.name) == ["http://schemas.xmlsoap.org/ws/2005/05/identity/claims/upn"])
        #expect(found.audience == "urn:example:app")
        #expect(found.sessionToken.kind == .securityToken && found.sessionToken.value == found.bytes)
    }

    @Test(arguments: ["\u{FEFF}", "\u{FEFF}\u{FEFF}", " \r\n", "\u{FEFF}<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"])
    func whatStandsBeforeItIsPassedOver(_ before: String) throws {
        let found = try response(before + wrapped("\n  " + assertion + " "))
        #expect(found.token.bytes.text.hasSuffix(" ID=\"_1\"/>") && found.token.kind == .saml20)
        #expect(found.bytes.withBytes { $0.first } == UInt8(ascii: "<"))
    }

    @Test(arguments: [
        "http://schemas.xmlsoap.org/soap/envelope/", "http://www.w3.org/2003/05/soap-envelope",
    ])
    func anEnvelopeOfEitherVersion(_ soap: String) throws {
        let found = try response(
            "<s:Envelope xmlns:s='\(soap)'><s:Header/><s:Body>\(wrapped(assertion))</s:Body></s:Envelope>")
        #expect(found.token.bytes.text.hasSuffix(" ID=\"_1\"/>") && found.token.kind == .saml20)
    }

    @Test func assertionsAloneAndSAMLsOwnResponse() throws {
        #expect(try response(assertion).token.kind == .saml20)
        let samlp =
            "<p:Response xmlns:p='urn:oasis:names:tc:SAML:2.0:protocol'><p:Status><p:StatusCode "
            + "Value='urn:oasis:names:tc:SAML:2.0:status:Success'/></p:Status>\(assertion)</p:Response>"
        #expect(try response(samlp).token.bytes.text.hasSuffix(" ID=\"_1\"/>"))
        // A second one, wherever it stands, could be taken for the one that was checked.
        let older = "<Assertion xmlns='urn:oasis:names:tc:SAML:1.0:assertion'/>"
        for other in ["<p:Extensions>\(assertion)</p:Extensions>", older] {
            let forged = samlp.replacingFirst("<p:Status>", by: other + "<p:Status>")
            #expect(failure(forged)?.code == .badAnswer, "\(other)")
        }
        let end = "</t:RequestSecurityTokenResponse>"
        let trusted = wrapped(assertion).replacingFirst(end, by: "<t:Any>\(assertion)</t:Any>" + end)
        #expect(failure(trusted)?.message.contains("another assertion") == true)
    }

    @Test func faultsByTheirLocalNames() throws {
        let newer =
            "<x:Envelope xmlns:x='http://www.w3.org/2003/05/soap-envelope'><x:Body><x:Fault><x:Code>"
            + "<x:Value>x:Sender</x:Value><x:Subcode><x:Value xmlns:a='urn:any'>a:FailedAuthentication</x:Value>"
            + "</x:Subcode></x:Code><x:Reason><x:Text xml:lang='en'> ID3242: no\n good </x:Text></x:Reason>"
            + "<x:Detail><d>USER_CANCEL</d></x:Detail></x:Fault></x:Body></x:Envelope>"
        #expect(
            try answer(newer)
                == .fault(SOAPFault(code: "FailedAuthentication", reason: "ID3242: no good", detail: "USER_CANCEL")))
        let older =
            "<S:Fault xmlns:S='http://schemas.xmlsoap.org/soap/envelope/'><faultcode>fed:BadRequest</faultcode>"
            + "<faultstring>no</faultstring></S:Fault>"
        #expect(try answer(older) == .fault(SOAPFault(code: "BadRequest", reason: "no")))
        let error = #expect(throws: FedauthError.self) { try response(older) }
        #expect(error?.code == .refused && error?.message.contains("'BadRequest': no") == true)
    }

    @Test func encryptedOnesAreNamedSo() throws {
        let data = "<e:EncryptedData xmlns:e='http://www.w3.org/2001/04/xmlenc#'/>"
        #expect(try response(wrapped(data)).token.kind == .encrypted)
        let assertion =
            "<s:EncryptedAssertion xmlns:s='urn:oasis:names:tc:SAML:2.0:assertion'>\(data)</s:EncryptedAssertion>"
        #expect(try response(wrapped(assertion)).token.kind == .encrypted)
        // Five parts mean JWE.
        #expect(try response("eyJhbGciOiJSU0EtT0FFUCJ9.a.b.c.d").token.kind == .encrypted)
    }

    /// {"alg":"none"} . {"aud":["a","b"],"exp":200,"iss":"i","upn":"ada","roles":["x","y"],"n":1}
    private let jwt =
        "eyJhbGciOiJub25lIn0.eyJhdWQiOlsiYSIsImIiXSwiZXhwIjoyMDAsImlzcyI6ImkiLCJ1cG4iOiJhZGEiLCJyb2xlcyI6WyJ4IiwieSJdLCJuIjoxfQ.sig"

    @Test func aJSONWebTokenAloneOrInside() throws {
        for text in [
            jwt + "\n",
            wrapped(
                "<o:BinarySecurityToken xmlns:o='http://docs.oasis-open.org/wss/2004/01/"
                    + "oasis-200401-wss-wssecurity-secext-1.0.xsd'>\(jwt)</o:BinarySecurityToken>"),
        ] {
            let token = try response(text).token
            #expect(token.kind == .jwt && token.bytes.equals(jwt) && token.audiences == ["a", "b"])
            #expect(token.issuer == "i" && token.subject == "ada" && token.notOnOrAfter == Timestamp(seconds: 200))
            #expect(token.claims.contains(IssuedToken.Claim("roles", ["x", "y"])))
            #expect(try response(text).sessionToken.kind == .bearer)
        }
    }

    @Test func moreThanOneTokenIsRefused() {
        #expect(failure(wrapped(assertion + assertion))?.message.contains("2 tokens") == true)
        #expect(failure(wrapped(""))?.message.contains("0 tokens") == true)
        let trust = "http://docs.oasis-open.org/ws-sx/ws-trust/200512"
        let one = wrapped(assertion, namespace: trust)
        let collection =
            "<c:RequestSecurityTokenResponseCollection xmlns:c='\(trust)'>\(one)\(one)"
            + "</c:RequestSecurityTokenResponseCollection>"
        #expect(failure(collection)?.message.contains("2 security token responses") == true)
        // A second token outside of its place is ignored; a token in another namespace does not count.
        #expect(failure(wrapped(assertion, namespace: "urn:other"))?.code == .badAnswer)
    }

    @Test(arguments: [
        "", "  ", "<a", "no token at all", "<a/>", "a.b.c", "<!DOCTYPE a []><a/>",
        "<!DOCTYPE a [<!ENTITY x \"y\">]><a>&x;</a>", "\u{0}",
        String(repeating: "<a>", count: 5000), "<?xml version='1.0' encoding='utf-16'?><a/>",
    ])
    func whatIsNoneIsAnErrorAndNoTrap(_ text: String) {
        #expect(failure(text)?.code == .badAnswer, "\(text.prefix(40))")
    }

    @Test func whatIsTooLongIsRefused() {
        let long = wrapped("<a>" + String(repeating: "x", count: LibXMLReader.maximumMessageBytes) + "</a>")
        #expect(failure(long)?.message.contains("more than") == true)
    }

    @Test func everyCutOfAnAnswerEnds() throws {
        let whole = Array(try text("saml20.xml").utf8)
        for length in stride(from: 0, to: whole.count - 1, by: 7) {
            #expect(throws: FedauthError.self) { try reader.securityTokenAnswer(shared(whole[..<length])) }
        }
    }

    private func text(_ name: String) throws -> String { String(decoding: try tokenBytes(name), as: UTF8.self) }
}
