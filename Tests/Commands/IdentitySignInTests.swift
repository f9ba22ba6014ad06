import Testing

@testable import CommandSupport

/// Tests sign-ins at servers that ask for a client certificate.
struct IdentitySignInTests {
    let home: Home
    let server: TLSServer

    init() throws {
        home = try CommandHome()
        server = try TLSServer.get()
    }

    private func take(_ name: String, for ports: String...) throws {
        try server.importIdentity(name, to: home, for: ports)
    }

    @Test(arguments: ["strict12", "strict13"])
    func aBoundIdentityIsAccepted(_ port: String) throws {
        let words = server.signIn(port)
        try home.fedauth(words).expectComplaint(3, "'localhost' asks for a client certificate")
        try take("client", for: port)
        let done = try home.fedauth(words)
        #expect(done.status == 0, "\(done)")
        let checked = try home.fedauth("status", "--check", "--cacert", server.caFile)
        #expect(checked.status == 0, "\(checked)")
    }

    @Test(arguments: ["strict12", "strict13"])
    func refusalsHaveAStatusOfTheirOwn(_ port: String) throws {
        try take("revoked", for: port)
        try take("stranger", for: "strict12", "strict13")
        let words = server.signIn(port)
        let rivals = try home.fedauth("identity", "bind", "stranger", server.url(port))
        #expect(rivals.status == 0 && rivals.errors.contains("'revoked' is bound to a server of 'stranger' too"))
        let several = try home.fedauth(words)
        several.expectComplaint(2, "2 identities are bound to")
        try home.fedauth(words + ["--identity", "revoked"])
            .expectComplaint(3, "refused the certificate of the identity 'revoked': it is revoked")
        try home.fedauth(words + ["--identity", "stranger"]).expectComplaint(3, "its authority is not known there")
        let json = try home.fedauth(words + ["--identity", "revoked", "--json"])
        #expect(json.status == 3 && json.text.contains(#""client-certificate-refused""#), "\(json)")
    }

    @Test func aNamedIdentityMustExistAndBeBound() throws {
        let words = server.signIn("strict12")
        try home.fedauth(words + ["--identity", "nobody"]).expectComplaint(10, "there is no identity 'nobody'")
        try take("client")
        try home.fedauth(words + ["--identity", "client"]).expectComplaint(2, "bound to no server")
        try home.fedauth("identity", "bind", "client", server.url("good"))
        // The identity is bound to another server, so this server does not get it.
        try home.fedauth(words + ["--identity", "client"]).expectComplaint(3, "asks for a client certificate")
    }

    /// A profile can name the identity, and http never reads the store.
    @Test func itIsASetting() throws {
        try take("client", for: "strict12")
        let add = try home.fedauth(
            ["profile", "add", "lab"] + server.signIn("strict12").dropFirst() + ["--identity", "client"])
        #expect(add.status == 0, "\(add)")
        #expect(try home.fedauth("login", "lab").status == 0)
        #expect(try home.fedauth("profile", "show", "lab").text.contains("identity"))
    }
}
