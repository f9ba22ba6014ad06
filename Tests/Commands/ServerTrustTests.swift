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

    @Test(arguments: [["--crl", "/x"], ["--require-ocsp"]])
    func whatCannotBeKeptIsRefused(_ words: [String]) throws {
        try signIn(words + ["--insecure", "--force"]).expectComplaint(2, "'--insecure' exclude each other")
        try signIn(words + ["--presenter", "exec:true", "--force"]).expectComplaint(2, "cannot be kept by a presenter")
    }
}
