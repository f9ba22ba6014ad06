import Glibc
import Testing

@testable import CommandSupport

/// Tests that the values of the command line, a profile and variables stay with the origins that they name. The servers record
/// the received requests.
struct RequestRedirectTests {
    let home: Home
    let server: BasicServer
    private static let needle = "Circle of Life"

    init() throws {
        home = try CommandHome()
        server = try BasicServer.start()
    }

    /// Ways to give the first server's user.
    enum Naming: String, CaseIterable {
        case options, variables, profile, provider, fields
    }

    private func words(_ naming: Naming) throws -> (words: [String], variables: [String: String]) {
        let file = try home.file("password", Self.needle)
        switch naming {
        case .options:
            return (
                [
                    "--user", "ada", "--password-file", file, "--field", "username=text:ada", "--field",
                    "password=file:\(file)", "--integrated", "always", "--remember",
                ], [:]
            )
        case .variables: return ([], ["FEDAUTH_USER": "ada", "FEDAUTH_PASSWORD_COMMAND": "cat \(file)"])
        case .profile:
            let configuration = try home.file(
                "profile.toml",
                """
                [defaults]
                user = "ada"
                password-file = "\(file)"
                [profile.first]
                resource = "\(server.main)"
                field = ["password=file:\(file)"]
                """)
            return (["--config", configuration], [:])
        case .provider:
            let program = try home.file(
                "provider", "#!/bin/sh\necho '{\"type\":\"headers\",\"headers\":[{\"Authorization\":\"Basic x\"}]}'\n")
            chmod(program, 0o700)
            return (["--provider", program], [:])
        case .fields:
            return (["--header", "@" + (try home.file("fields", "Authorization: Bearer mine\nX-Key: mine\n"))], [:])
        }
    }

    @Test(arguments: Naming.allCases)
    func nothingThatWasNamedArrivesAtAnotherOrigin(_ naming: Naming) throws {
        let (words, variables) = try words(naming)
        // Another name of the same machine is another host.
        let named = server.main.replacing("127.0.0.1", with: "localhost")
        let places = ["basic", "digest", "negotiate", "bearer", "saml", "form"].map { server.trap + "/" + $0 }
        for place in places + [named + "/basic", named + "/md5"] {
            for status in [301, 302, 303, 307, 308] where status < 303 || place.hasSuffix("basic") {
                let outcome = try home.fedauth(
                    ["request", "\(server.main)/away?to=\(place)&status=\(status)", "-L", "--no-input"] + words,
                    adding: variables)
                let records = try server.takeRecords()
                // The first server is addressed by its number; the others are foreign.
                let foreign = records.filter {
                    $0.port != server.port || $0.field("Host")?.hasPrefix("localhost") == true
                }
                #expect(!foreign.isEmpty, "\(place): \(outcome)")
                for record in foreign {
                    #expect(record.field("Authorization") == nil, "\(place) \(status): \(record)")
                    #expect(record.field("X-Key") == nil && record.field("Cookie") == nil, "\(record)")
                    #expect(record.content.isEmpty, "\(place) \(status): \(record)")
                }
                if place.hasSuffix("/form") {
                    #expect(outcome.status == 0, "\(place): \(outcome)")
                } else if place.hasSuffix("/bearer") {
                    #expect(outcome.status == 11, "\(place): \(outcome)")
                } else {
                    #expect(outcome.status == 4, "\(place): \(outcome)")
                }
            }
        }
        // Only the provider's answer for the first server is stored.
        let stored = try home.fedauth("store", "list").text.split(separator: "\n")
        #expect(stored.allSatisfy { $0.contains(server.main) }, "\(stored)")
    }

    /// The named server gets the credentials before and after a redirect to another server.
    @Test func theNamedOriginGetsWhatWasNamed() throws {
        let (words, variables) = try words(.options)
        let outcome = try home.fedauth(
            ["request", "\(server.main)/basic", "--no-input"] + words, adding: variables)
        #expect(outcome.status == 0 && outcome.text == "welcome", "\(outcome)")
        #expect(try server.takeAnswers() == ["Basic"])
        let away = try home.fedauth(
            ["request", "\(server.main)/away?to=/md5", "-L", "--no-input"] + words, adding: variables)
        #expect(away.status == 0 && away.text == "welcome", "\(away)")
        #expect(try server.takeAnswers() == ["Digest"])
    }
}

/// Tests the same for client certificates.
struct RequestRedirectIdentityTests {
    /// The name of an identity applies to the named origin; another origin gets the identity that the store has for it.
    @Test func anIdentityByNameIsForTheNamedOrigin() throws {
        let home = try CommandHome()
        let server = try TLSServer.get()
        let first = try BasicServer.start()
        try server.importIdentity("revoked", to: home, for: ["strict13", "strict12"])
        let words = [
            "request", "\(first.main)/away?to=\(server.url("strict12", "/echo"))", "-L", "--no-input", "--cacert",
            server.caFile,
        ]
        // fedauth uses the store's identity for the origin, with any '--identity'.
        try home.fedauth(words + ["--identity", "revoked"]).expectComplaint(3, "refused the certificate")
        try server.importIdentity("client", to: home, for: ["strict12"])
        try home.fedauth(words + ["--identity", "client"]).expectComplaint(2, "2 identities are bound to")
        try home.fedauth("identity", "bind", "revoked", "--remove", server.url("strict12"))
        let other = try home.fedauth(words + ["--identity", "revoked"])
        #expect(other.status == 0, "\(other)")
        // At the address of the command line, the name applies.
        try server.importIdentity("stranger", to: home, for: ["strict12"])
        let direct = try home.fedauth(
            "request", server.url("strict12", "/echo"), "--identity", "client", "--cacert", server.caFile)
        #expect(direct.status == 0, "\(direct)")
    }
}
