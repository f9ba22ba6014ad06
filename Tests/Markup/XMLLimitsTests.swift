import Core
import Secrets
import Testing

@testable import Markup

/// Tests input that is rejected before libxml2 parses it.
struct XMLLimitsTests {
    private func error(_ content: String) -> FedauthError? {
        let xml =
            "<samlp:Response xmlns:samlp=\"urn:oasis:names:tc:SAML:2.0:protocol\"><samlp:Status><samlp:StatusCode"
            + " Value=\"urn:oasis:names:tc:SAML:2.0:status:Success\"/></samlp:Status>\(content)</samlp:Response>"
        do throws(FedauthError) {
            _ = try LibXMLReader().samlResponse(xml: SharedSecret(text: xml))
            return nil
        } catch {
            return error
        }
    }

    private func attributes(_ count: Int) -> String { (0..<count).map { " a\($0)='\"=>'" }.joined() }

    @Test func attributes() {
        #expect(error("<a\(attributes(250))/>") == nil)
        #expect(
            error("<a\(attributes(251))/>")?.message == "the SAML response has more than 250 attributes in an element")
        #expect(error("<a\(attributes(80_000))/>")?.code == .badAnswer)
    }

    @Test func namespacesInOnePlace() {
        func nested(_ count: Int) -> String {
            (0..<count).map { "<a xmlns:n\($0)='u'>" }.joined() + String(repeating: "</a>", count: count)
        }
        #expect(error(nested(99)) == nil)
        #expect(
            error(nested(100))?.message == "the SAML response has more than 100 namespaces declared in one place")
        let wide = String(repeating: "<a xmlns:x='u'/><b xmlns='v'></b>", count: 2000)
        #expect(error(wide) == nil)
        // A value is not a declaration.
        #expect(error("<a b='" + String(repeating: " xmlns:c=", count: 500) + "'/>") == nil)
    }

    @Test func depth() {
        func nested(_ count: Int) -> String {
            String(repeating: "<a>", count: count) + String(repeating: "</a>", count: count)
        }
        #expect(error(nested(199)) == nil)
        #expect(error(nested(200))?.message == "the SAML response has more than 200 elements within one another")
    }
}
