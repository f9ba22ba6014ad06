import Core
import Support
import Testing

struct DiscoveryDocumentTests {
    private func read(_ text: String) throws -> DiscoveryDocument {
        let bytes = Array(text.utf8)
        let value = try bytes.withUnsafeBytes { try JSONReader.parse($0, of: "'d.json'", failure: .usage) }
        return try DiscoveryDocument(value, name: "d.json")
    }

    private func settings(_ document: DiscoveryDocument) -> [String] {
        document.settings.map { "\($0.key)=\($0.values.map(\.word).joined())" }
    }

    private static let saml = "{\"type\": \"saml2.web.post\"}"

    @Test func theUsualLauncherIsDerived() throws {
        let document = try read(
            """
            {"host": "mobile.example.org", "port": 443, "protocol": "https", "applicationID": "x",
             "auth": [{"type": "basic.default"}, {"type": "saml2.web.post", "note": 1, "config": {
                "saml2.web.post.authchallengeheader.name": "com.sap.cloud.security.login",
                "saml2.web.post.finish.endpoint.uri": "/SAMLAuthLauncher",
                "saml2.web.post.finish.endpoint.redirectparam": "finishEndpointParam"}}, {"type": "saml2.web.post"}]}
            """)
        #expect(settings(document) == ["sap=https://mobile.example.org"])
        #expect(
            document.leftOut == [
                "applicationID", "auth[0] (basic.default)", "auth[2] (saml2.web.post)", "auth[1].note",
                "auth[1].config.saml2.web.post.authchallengeheader.name",
            ])
    }

    @Test func anotherLauncherIsWrittenOut() throws {
        let document = try read(
            """
            {"host": "h.test", "port": "8443", "protocol": "HTTPS", "auth": [{"type": "saml2.web.post", "config": {
                "saml2.web.post.finish.endpoint.uri": "sso/Launch?a=b",
                "saml2.web.post.finish.endpoint.redirectparam": "done"}}]}
            """)
        #expect(
            settings(document) == [
                "authorization-url=https://h.test:8443/sso/Launch?a=b",
                "finish=https://h.test:8443/sso/Launch?a=b&done=someUnusedValue",
            ])
        #expect(document.leftOut.isEmpty)
    }

    private func launcher(_ path: String) -> String {
        "{\"host\": \"h.test\", \"auth\": [{\"type\": \"saml2.web.post\", \"config\": "
            + "{\"saml2.web.post.finish.endpoint.uri\": \"\(path)\"}}]}"
    }

    @Test func anAddressWithinAPathMakesNoAddressOfIt() throws {
        let start = "https://h.test/go?to=https://other.test/"
        #expect(
            settings(try read(launcher("/go?to=https://other.test/"))) == [
                "authorization-url=\(start)", "finish=\(start)&finishEndpointParam=someUnusedValue",
            ])
        #expect(settings(try read(launcher("https://other.test/x"))).first == "authorization-url=https://other.test/x")
        let error = try #require(throws: FedauthError.self) { _ = try read(launcher("/x#y")) }
        #expect(error.message.contains("has a fragment"), "\(error)")
    }

    @Test func whatIsMissingIsTheUsual() throws {
        let document = try read("{\"host\": \"h.test\", \"port\": null, \"auth\": [\(Self.saml)]}")
        #expect(settings(document) == ["sap=https://h.test"])
    }

    @Test(arguments: [
        ("[]", "it is not an object"), ("{}", "it has no 'host'"), ("{\"host\": \"h.test\"}", "it has no 'auth'"),
        ("{\"host\": 3, \"auth\": []}", "'host' is not a host's name"),
        ("{\"host\": \"h.test/x\", \"auth\": []}", "'host' is not a host's name"),
        ("{\"host\": \"h.test\", \"auth\": []}", "'auth' is not a list of ways"),
        ("{\"host\": \"h.test\", \"auth\": {}}", "'auth' is not a list of ways"),
        ("{\"host\": \"h.test\", \"auth\": [{}]}", "'auth[0]' has no 'type'"),
        ("{\"host\": \"h.test\", \"auth\": [1]}", "'auth[0]' has no 'type'"),
        (
            "{\"host\": \"h.test\", \"auth\": [{\"type\": \"oauth2\"}, {\"type\": \"none\"}]}",
            "offers 'oauth2', 'none', and no"
        ),
        ("{\"host\": \"h.test\", \"port\": 70000, \"auth\": [\(saml)]}", "'port' is not a number"),
        ("{\"host\": \"h.test\", \"port\": \"x\", \"auth\": [\(saml)]}", "'port' is not a number"),
        ("{\"host\": \"h.test\", \"protocol\": \"ftp\", \"auth\": [\(saml)]}", "'protocol' is neither"),
        (
            "{\"host\": \"h.test\", \"auth\": [{\"type\": \"saml2.web.post\", \"config\": []}]}",
            "'auth[0].config' is not an object"
        ),
        (
            "{\"host\": \"h.test\", \"auth\": [{\"type\": \"saml2.web.post\", \"config\": "
                + "{\"saml2.web.post.finish.endpoint.uri\": 3}}]}", "endpoint.uri' is not text"
        ),
        ("{", "is not JSON"),
    ])
    func whatIsWrongIsNamed(_ text: String, _ words: String) {
        let error = #expect(throws: FedauthError.self, "\(text)") { try read(text) }
        #expect(error?.code == .usage && error?.message.contains(words) == true, "\(error?.message ?? "")")
    }
}
