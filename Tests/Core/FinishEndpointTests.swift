import Core
import Testing

struct FinishEndpointTests {
    @Test(arguments: [
        ("https://sp/finish", true), ("https://sp/finish?x=1", true), ("https://sp:443/finish", true),
        ("https://sp/finish-not-yet", false), ("https://sp/finish/", false),
        ("https://sp/a?next=https://sp/finish", false),
        ("http://sp/finish", false), ("https://sp:8443/finish", false), ("https://evil.sp/finish", false),
        ("https://sp/Finish", false),
    ])
    func comparesPartsAndNeverText(_ candidate: String, _ expected: Bool) throws {
        let finish = FinishEndpoint(try WebURL("https://sp/finish"))
        #expect(finish.matches(try WebURL(candidate)) == expected)
    }

    @Test(arguments: [
        ("https://sp/SAMLAuthLauncher?finishEndpointParam=other", true),
        ("https://sp/SAMLAuthLauncher?a=1&finishEndpointParam", true), ("https://sp/SAMLAuthLauncher", false),
        ("https://sp/SAMLAuthLauncher?x=finishEndpointParam", false),
    ])
    func parametersCountByName(_ candidate: String, _ expected: Bool) throws {
        let finish = SAPEndpoints(backend: try WebURL("https://sp")).finish
        #expect(finish.matches(try WebURL(candidate)) == expected)
    }

    @Test func derivesSAPEndpoints() throws {
        let sap = SAPEndpoints(backend: try WebURL("https://host/base/"))
        #expect(sap.authorization.url.description == "https://host/base/SAMLAuthLauncher")
        #expect(sap.finish.url.description == "https://host/base/SAMLAuthLauncher?finishEndpointParam=someUnusedValue")
        #expect(sap.logout.description == "https://host/base/mobileservices/sessions/logout")
    }
}
