import Secrets
import Support
import Testing

@testable import Core

/// Tests where metadata are looked for, and which are believed.
struct OAuthDiscoveryTests {
    private let web = ScriptedWeb()
    private let clock = TestClock()
    private let reporter = RecordingReporter()

    private var discovery: OAuthDiscovery {
        OAuthDiscovery(
            UserAgent(web, clock: clock), deadline: Deadline(seconds: 60, from: clock), tell: reporter.detail)
    }

    private func metadata(_ issuer: String, _ more: String = "") -> String {
        #"{"issuer":"\#(issuer)","token_endpoint":"https://as/token"\#(more)}"#
    }

    @Test(arguments: [
        ("https://as", ["/.well-known/oauth-authorization-server", "/.well-known/openid-configuration"]),
        ("https://as/", ["/.well-known/oauth-authorization-server", "/.well-known/openid-configuration"]),
        (
            "https://as/t/",
            [
                "/.well-known/oauth-authorization-server/t", "/.well-known/openid-configuration/t",
                "/t/.well-known/openid-configuration",
            ]
        ),
    ])
    func allPlacesAreTried(_ issuer: String, _ paths: [String]) throws {
        for path in paths {
            try web.on("GET", "https://as" + path, status: path == paths.last ? 200 : 404, page: metadata(issuer))
        }
        #expect(try discovery.server(issuer).issuer == issuer)
        #expect(web.asked.map(\.url) == paths.map { "https://as" + $0 })
    }

    @Test(arguments: ["https://as/?x", "https://as/#x", "http://as", "ftp://as", "as"])
    func whatIsNoIssuerIsRefused(_ issuer: String) {
        #expect(failure { _ = try discovery.server(issuer) } != nil && web.asked.isEmpty)
    }

    @Test func anIssuerIsComparedByteForByte() throws {
        for place in try OAuthDiscovery.places(of: "https://as") {
            try web.on("GET", place.description, page: metadata("https://as/"))
        }
        let error = failure { _ = try discovery.server("https://as") }
        #expect(error?.code == .refused && error?.message.contains("'https://as/'") == true)
    }

    @Test(arguments: [
        #","authorization_endpoint":"http://as/a""#, #","registration_endpoint":"http://127.0.0.1:1/r""#,
    ])
    func endpointsAreEncrypted(_ member: String) throws {
        try web.on(
            "GET", "https://as/.well-known/oauth-authorization-server", page: metadata("https://as", member))
        #expect(failure { _ = try discovery.server("https://as") }?.code == .insecureAddress)
    }

    @Test(arguments: [
        ("https://api/mcp", "https://api/mcp", true), ("https://api/mcp", "https://api/mcp/x", true),
        ("https://api/", "https://api/mcp", true), ("https://api", "https://api/mcp", true),
        ("https://api/mcp", "https://api/mcpx", false), ("https://api/mcp", "https://api/", false),
        ("https://other/mcp", "https://api/mcp", false), ("http://api/mcp", "https://api/mcp", false),
        ("https://api/mcp?x", "https://api/mcp", false), ("", "https://api/mcp", false),
    ])
    func aResourceIsTheAddressOrAbove(_ resource: String, _ url: String, _ isTaken: Bool) throws {
        let place = "https://api/meta"
        try web.on("GET", place, page: #"{"resource":"\#(resource)","authorization_servers":["https://as"]}"#)
        let error = failure {
            let found = try discovery.resource(for: WebURL(url), at: place)
            #expect(found?.identifier == resource && found?.issuers == ["https://as"])
        }
        #expect(isTaken ? error == nil : error?.code == .refused, "\(String(describing: error))")
    }

    @Test func onlyIssuersThatAreEncryptedCount() throws {
        let place = "https://api/meta"
        try web.on(
            "GET", place,
            page:
                #"{"resource":"https://api/","authorization_servers":["http://as","","x","https://b","https://a","https://b"]}"#
        )
        #expect(try discovery.resource(for: WebURL("https://api/"), at: place)?.issuers == ["https://b", "https://a"])
    }

    /// RFC 8705 section 5: only where the user has bound a certificate.
    @Test func aCertificateHasPlacesOfItsOwn() throws {
        let aliases =
            #","mtls_endpoint_aliases":{"token_endpoint":"https://mtls/token","registration_endpoint":"https://mtls/r"}"#
        try web.on("GET", "https://as/.well-known/oauth-authorization-server", page: metadata("https://as", aliases))
        let server = try discovery.server("https://as")
        #expect(try server.reached(with: [WebURL("https://mtls/").origin]).token?.description == "https://mtls/token")
        #expect(try server.reached(with: [WebURL("https://as/").origin]).token?.description == "https://as/token")
        #expect(server.reached(with: []).registration == nil)
        try web.on(
            "GET", "https://b/.well-known/oauth-authorization-server",
            page: metadata("https://b", #","mtls_endpoint_aliases":{"token_endpoint":"http://mtls/token"}"#))
        #expect(failure { _ = try discovery.server("https://b") }?.code == .insecureAddress)
    }

    @Test func theWellKnownPlaceIsBelowTheOrigin() throws {
        let name = "https://api/.well-known/oauth-protected-resource"
        try web.on("GET", name + "/mcp", status: 404)
        try web.on("GET", name, page: "<html>")
        #expect(try discovery.resource(for: WebURL("https://api/mcp"), at: nil) == nil)
        #expect(web.asked.map(\.url) == [name + "/mcp", name])
    }
}

/// Tests what a session keeps of a sign-in by OAuth.
struct OAuthRecordTests {
    private let clock = TestClock()

    private func session(_ change: (inout SessionToken) -> Void = { _ in }) throws -> Session {
        var record = OAuthRecord(issuer: "https://as", client: "c")
        record.scope = "read"
        record.resource = "https://api/mcp"
        record.revocationText = "https://as/revoke"
        record.endText = "https://as/end"
        record.take(idToken: SharedSecret(text: "id"))
        record.secret = SharedSecret(text: "c-secret")
        record.isInBody = true
        record.isConfidential = true
        var token = SessionToken(kind: .bearer, value: SharedSecret(text: "t"))
        token.expires = clock.now.adding(seconds: 3600)
        token.refresh = SharedSecret(text: "r")
        token.oauth = record
        change(&token)
        return Session(
            name: "api", method: "oauth", url: try WebURL("https://api/mcp"), user: nil, presenter: "form",
            obtained: clock.now, expires: clock.now.adding(seconds: 3600), expiryBasis: .token, jar: CookieJar(),
            token: token, result: .token)
    }

    @Test func itComesBackFromTheStore() throws {
        let session = try session()
        #expect(try Session(decoding: session.encoded(), entry: "session/api") == session)
        #expect(
            session.secrets.map(\.name) == ["the token", "the refresh token", "the ID token", "the client's secret"])
    }

    @Test func aTokenStaysBelowItsResource() throws {
        let session = try session()
        for path in ["/mcp", "/mcp/", "/mcp/x"] {
            #expect(try session.headerFields(for: WebURL("https://api" + path), at: clock.now).count == 1, "\(path)")
        }
        for url in [
            "https://api/", "https://api/mcpx", "https://api/mcp/../x", "http://api/mcp", "https://api:444/mcp",
        ] {
            #expect(try session.headerFields(for: WebURL(url), at: clock.now).isEmpty, "\(url)")
        }
    }

    /// Servers decode dots and slashes, some twice, take backslashes for slashes, and cut off parameters.
    @Test(arguments: [
        "..%2fother", "%2e%2e%2Fother", "x/..%2f..%2fother", ".%2e/other", "..%5cother", "..\\other",
        "%252e%252e%252fother",
        "..;/other", "..;x=1/other", "%2%65./other", "x%2f..", ".%2f..;a%2fother", "%25252e%25252e/other",
    ])
    func aPathThatMayLeadUpwardsGetsNoToken(_ path: String) throws {
        let url = try WebURL("https://api/mcp/" + path)
        #expect(try session().headerFields(for: url, at: clock.now).isEmpty && !session().isBearerToken(for: url))
    }

    @Test(arguments: ["a..b", "...", "%2e%2e%2e", "a%2fb", "x;y=..z", "%41/%7e", "100%25", "%", "a%2", "..a;b"])
    func otherPathsGetIt(_ path: String) throws {
        #expect(try session().headerFields(for: WebURL("https://api/mcp/" + path), at: clock.now).count == 1)
    }

    @Test(arguments: [(3600, 61, false), (3600, 59, true), (3600, -5, true), (100, 11, false), (100, 9, true)])
    func itIsDueNearItsEnd(_ life: Int64, _ left: Int64, _ isDue: Bool) throws {
        var session = try session { $0.expires = clock.now.adding(seconds: life) }
        let moment = clock.now.adding(seconds: life - left)
        #expect(session.isDue(at: moment) == isDue)
        #expect(
            session.isDue(at: moment, forSeconds: max(left + 1, 1)) && !session.isDue(at: clock.now, forSeconds: life))
        session.token?.refresh = nil
        #expect(!session.isDue(at: moment))
        session.token?.oauth?.grant = .client
        #expect(session.isDue(at: moment) == isDue)
    }

    @Test(arguments: [("read", true), ("read write", false), ("", true)])
    func aScopeIsCovered(_ scope: String, _ isCovered: Bool) throws {
        #expect(try session().token?.oauth?.covers(scope: scope) == isCovered)
        #expect(OAuthScope.union("a b", "b c") == "a b c" && OAuthScope.union(nil, "") == nil)
    }
}

/// A service could name a server of its own whose metadata have requests posted anywhere, with the user's certificate.
struct OwnEndpointTests {
    @Test(
        arguments: [
            "token_endpoint", "device_authorization_endpoint", "registration_endpoint", "revocation_endpoint",
            "pushed_authorization_request_endpoint", "end_session_endpoint",
        ], ["https://as/x", "https://victim/delete?all=1", "https://as:8443/x"])
    func anEndpointIsTheIssuersOwn(_ name: String, _ place: String) throws {
        let text = #"{"issuer":"https://as","\#(name)":"\#(place)"}"#
        let json = try JSONReader.parse(SharedSecret(text: text), of: "x")
        let server = try #require(try AuthorizationServer(json, issuer: "https://as", NavigationPolicy()))
        let error = failure { try server.requireOwnEndpoints() }
        #expect((error?.code == .refusedHost) == (place != "https://as/x"), "\(error as Any)")
    }
}
