import Testing

@testable import CommandSupport

/// Tests the requirements for a server's certificate besides its chain, and the output of TLS keys.
struct ServerTrustTests {
    private let home: Home
    private let server: TLSServer

    init() throws {
        home = try CommandHome()
        server = try TLSServer.get()
    }

    private func signIn(_ more: [String], _ adding: [String: String] = [:]) throws -> Outcome {
        try home.fedauth(server.signIn("good") + ["--no-input"] + more, adding: adding)
    }

    @Test func listsOfRevokedCertificatesAndStapledAnswersAreDemanded() throws {
        #expect(try signIn(["--crl", server.folder + "/authority.crl"]).status == 0)
        let other = server.folder + "/other.crl"
        try signIn(["--crl", other, "--force"]).expectComplaint(7, "has no list of the authority")
        try signIn(["--require-ocsp", "--force"]).expectComplaint(7, "does not staple")
        try signIn(["--force"], ["FEDAUTH_REQUIRE_OCSP": "1"]).expectComplaint(7, "does not staple")
    }

    /// The file of '--cacert' is that of the session, for its later requests.
    @Test func aSessionKeepsTheCertificatesThatItsSignInTrusted() throws {
        #expect(try signIn([]).status == 0)
        let session = "localhost"
        let checked = try home.fedauth("status", session, "--check", "--no-input")
        #expect(checked.status == 0 && checked.text.contains("the server accepts it now"), "\(checked)")
        let page = server.url("good", "/cookies")
        #expect(try home.fedauth("request", page, "--no-input").status == 0)
        #expect(try home.fedauth("request", server.url("good"), "--no-input").status == 0)
        // An option goes before it, and another server's certificate is not trusted by it.
        let empty = "/etc/ssl/certs/ca-certificates.crt"
        #expect(try home.fedauth("request", page, "--no-input", "--cacert", empty).status == 7)
        #expect(try home.fedauth("request", page, "--no-input", adding: ["FEDAUTH_CACERT": empty]).status == 7)
        // The address names the session, too.
        #expect(try home.fedauth("status", page).text.hasPrefix("localhost: signed in"))
        #expect(try home.fedauth("logout", page).status == 0)
        #expect(try home.fedauth("request", page, "--no-input").status == 7)
    }

    @Test(arguments: [["--crl", "/x"], ["--require-ocsp"]])
    func whatCannotBeKeptIsRefused(_ words: [String]) throws {
        try signIn(words + ["--insecure", "--force"]).expectComplaint(2, "'--insecure' exclude each other")
        try signIn(words + ["--presenter", "exec:true", "--force"]).expectComplaint(2, "cannot be kept by a presenter")
    }
}
