import Secrets
import Support
import Testing

@testable import Core

/// Tests to which servers the request of a sign-in by OAuth may go, and which may bring its answer.
struct AuthorizationAddresseeTests {
    private static let state = "0123456789abcdef", redirect = "http://127.0.0.1:4711/back"
    /// The redirect address as a value of a query.
    private static let told = "http%3A%2F%2F127.0.0.1%3A4711%2Fback"

    private func addressee() throws -> AuthorizationAddressee {
        AuthorizationAddressee(
            server: try WebURL("https://as.test/").origin, redirect: try WebURL(Self.redirect), state: Self.state)
    }

    private func passes(_ url: String, form: String? = nil) throws -> Bool {
        let (place, own) = (try WebURL(url), try addressee())
        let error = failure { try own.check(place, form: form.map { SharedSecret(text: $0) }) }
        #expect(error == nil || error?.code == .refusedHost)
        return error == nil
    }

    /// Returns a request object without a signature, in base64url.
    private static func object(_ claims: String) -> String {
        let payload = Base64.encodeForURL(SharedSecret(text: claims)).withBytes { String(decoding: $0, as: UTF8.self) }
        return "e30.\(payload)."
    }

    @Test(arguments: [
        "authorize?redirect_uri=\(told)", "authorize?state=\(state)", "?a=1&b&other=\(state)&c=2",
        // However it is spelled.
        "authorize?state=0%3123456789abcde%66", "authorize?redirect_uri=\(redirect)",
        // In an address that the page is to lead on to, here or elsewhere, and in a request object.
        "login?continue=%2Fauthorize%3Fstate%3D\(state)", "login?to=%3Fredirect_uri%3D\(redirect)",
        "login?to=https%3A%2F%2Fthird.test%2Fa%3Fx%3D1%26state%3D\(state)",
        "authorize?request=\(object(#"{"state":"\#(state)"}"#))",
        "authorize?client_id=c&request=\(object(#"{"redirect_uri":"\#(redirect)"}"#))",
    ])
    func noOtherServerIsTold(_ address: String) throws {
        #expect(try !passes("https://other.test/" + address))
        // Another port or scheme is another server, and so is one on the machine that has the redirect address.
        #expect(try !passes("https://as.test:8443/" + address))
        #expect(try !passes("http://127.0.0.1:4711/" + address))
        #expect(try passes("https://as.test/" + address))
    }

    @Test func noOtherServerGetsThemInAForm() throws {
        for form in ["a=b&state=\(Self.state)", "redirect_uri=\(Self.told)"] {
            #expect(try !passes("https://other.test/authorize", form: form))
            #expect(try passes("https://as.test/authorize", form: form))
        }
        #expect(try passes("https://other.test/login", form: "user=ada&password=\(Self.state)x"))
    }

    /// A server may ask another one who the user is, with a request of its own, and say where the user is to come back to.
    @Test(arguments: [
        "authorize?redirect_uri=https%3A%2F%2Fas.test%2Fback&state=5",
        "sso?SAMLRequest=x&RelayState=https%3A%2F%2Fas.test%2Fauthorize%3Fstate%3D\(state)%26redirect_uri%3D\(redirect)",
        "login?state=\(state)0", "authorize?request=\(object(#"{"state":"5"}"#))", "authorize?request=a.b.c", "", "?&=",
    ])
    func aRequestOfItsOwnGoesOn(_ address: String) throws {
        #expect(try passes("https://other.test/" + address))
    }

    @Test func theEndIsNoRequestToAnotherServer() throws {
        #expect(try passes(Self.redirect + "?code=x&state=\(Self.state)"))
        #expect(try passes(Self.redirect, form: "code=x&state=\(Self.state)"))
    }

    @Test func theAnswerComesFromTheServer() throws {
        let (own, other) = (try WebURL("https://as.test/x").origin, try WebURL("https://other.test/").origin)
        #expect(failure { try addressee().check(answerFrom: other) }?.code == .refusedHost)
        #expect(failure { try addressee().check(answerFrom: own) } == nil)
        #expect(failure { try addressee().check(answerFrom: nil) } == nil)
    }
}
