import Core
import Secrets
import Testing

/// Tests the address of a sign-in by WS-Federation, with each parameter exactly.
struct FederationRequestTests {
    private func request(_ endpoint: String = "https://fs.example.org/adfs/ls/") throws -> FederationRequest {
        FederationRequest(
            endpoint: try WebURL(endpoint), realm: "urn:app:ä&=+ %",
            reply: "https://App.example.org:443/adfs?a=1&b=2#c",
            context: "k1", requestID: "0d9f2b4e-3c1a-4b6d-8e7f-123456789abc")
    }

    @Test func whatEachMustHave() throws {
        let url = try request().start(at: Timestamp(seconds: 1_763_798_400)).url
        #expect(
            url.description
                == "https://fs.example.org/adfs/ls/?wa=wsignin1.0&wtrealm=urn%3Aapp%3A%C3%A4%26%3D%2B%20%25"
                + "&wreply=https%3A%2F%2FApp.example.org%3A443%2Fadfs%3Fa%3D1%26b%3D2%23c&wctx=k1"
                + "&wct=2025-11-22T08%3A00%3A00Z&client-request-id=0d9f2b4e-3c1a-4b6d-8e7f-123456789abc")
    }

    @Test func whatMayBeAsked() throws {
        var request = try request("https://fs.example.org/adfs/ls/?x=1")
        request.reply = nil
        request.homeRealm = "AD AUTHORITY"
        request.authentication = "urn:oasis:names:tc:SAML:1.0:am:password"
        request.freshMinutes = 0
        request.user = "CONTOSO\\ada"
        let url = request.start(at: Timestamp(seconds: 0)).url
        #expect(
            url.query
                == "x=1&wa=wsignin1.0&wtrealm=urn%3Aapp%3A%C3%A4%26%3D%2B%20%25&wctx=k1&wct=1970-01-01T00%3A00%3A00Z"
                + "&whr=AD%20AUTHORITY&wauth=urn%3Aoasis%3Anames%3Atc%3ASAML%3A1.0%3Aam%3Apassword&wfresh=0"
                + "&client-request-id=0d9f2b4e-3c1a-4b6d-8e7f-123456789abc&username=CONTOSO%5Cada")
    }

    /// A receiver at a free port knows its address only when it listens.
    @Test func theFinishIsFilledIn() throws {
        var request = try request()
        request.reply = FederationRequest.finishPlace
        let start = try request.start(at: Timestamp(seconds: 0))
            .filled(finish: try WebURL("http://localhost:4711/cb"), state: "other")
        #expect(start.url.query?.contains("&wreply=http%3A%2F%2Flocalhost%3A4711%2Fcb&wctx=k1&") == true)
    }

    @Test(arguments: ["https://api.example.org/v1/app", "https://api.example.org/v1/app/"])
    func thePlatformsReplyIsBelowItsMetadata(_ metadata: String) {
        #expect(FederationRequest.reply(metadataURL: metadata) == "https://api.example.org/v1/app/adfs/token")
    }

    @Test func theSignOutSaysWhereToComeBack() throws {
        let endpoint = try WebURL("https://fs.example.org/adfs/ls/")
        #expect(
            FederationRequest.signOut(at: endpoint, reply: "https://app.example.org/").description
                == "https://fs.example.org/adfs/ls/?wa=wsignout1.0&wreply=https%3A%2F%2Fapp.example.org%2F")
        #expect(
            FederationRequest.signOut(at: endpoint, reply: nil).description
                == "https://fs.example.org/adfs/ls/?wa=wsignout1.0")
    }
}
