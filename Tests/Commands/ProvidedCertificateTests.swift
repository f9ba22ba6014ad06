import Glibc
import Testing

@testable import CommandSupport

/// Tests the certificates of a provider, with TLS 1.2 and 1.3.
struct ProvidedCertificateTests {
    let lab: Lab
    let home: Home

    init() throws {
        lab = try Lab.get()
        home = try CommandHome()
        home.environment["FEDAUTH_CACERT"] = lab.caFile
    }

    /// Writes a program that gives this identity of the lab and records its calls.
    private func program(_ name: String, password: String? = nil, asFile: Bool = false) throws -> String {
        let identity = try #require(lab.challenges.identities[name])
        let phrase = try password ?? Files.text(identity.passphraseFile)
        let content = asFile ? #""file":"\#(identity.p12File)""# : #""pkcs12":"'$(base64 -w0 '\#(identity.p12File)')'""#
        let path = try home.file(
            "provider",
            """
            #!/bin/bash
            read -r told; echo "$told" >> $HOME/told
            echo '{"type":"certificate",\(content),"password":"\(phrase)"}'

            """)
        chmod(path, 0o700)
        return path
    }

    private func told() throws -> [String] {
        guard access(home.path + "/told", F_OK) == 0 else { return [] }
        return try Files.text(home.path + "/told").split(separator: "\n").map(String.init)
    }

    private func request(
        _ server: String, _ program: String, _ more: String..., path: String = "/echo"
    ) throws -> Outcome {
        let origin = try #require(lab.challenges.urls[server])
        return try home.fedauth(["request", origin + path, "--no-input", "--provider", program] + more)
    }

    @Test(arguments: ["tls12", "tls13"])
    func itIsAskedForOnceAndKept(_ server: String) throws {
        let program = try program("ada", asFile: server == "tls12")
        for _ in 0..<2 {
            let outcome = try request(server, program)
            #expect(outcome.status == 0 && outcome.text.contains("\"certificate\": \"ada\""), "\(outcome)")
        }
        let told = try told()
        #expect(told.count == 1 && told[0].contains(#""kind":"certificate""#), "\(told)")
        #expect(told[0].contains(#""issuers":["/"#), "\(told)")
        #expect(told[0].contains(#""challenge":"tls""#) && told[0].contains(#""lastResult":"none""#), "\(told)")
        #expect(try home.fedauth("store", "list").text.contains("provider/certificate/https://app.localhost:"))
    }

    /// Some paths of a server require a certificate. The server asks for it after it has read the request: with a renegotiation
    /// (TLS 1.2), or after the handshake (TLS 1.3). fedauth sends the whole request again.
    @Test(arguments: ["inner12", "inner13"])
    func itIsAskedForBehindTheRequest(_ server: String) throws {
        let program = try program("ada")
        // A public path causes no question.
        #expect(try request(server, program).status == 0 && told().isEmpty)
        let data = String(repeating: "x", count: 100_000)
        let file = try home.file("content", data)
        let origin = try #require(lab.challenges.urls[server])
        for words in [["-d", "@\(file)"], ["-T", file], []] {
            let outcome = try home.fedauth(
                ["request", origin + "/inner/echo", "--no-input", "--provider", program] + words)
            #expect(outcome.status == 0 && outcome.text.contains("\"certificate\": \"ada\""), "\(outcome)")
            #expect(outcome.text.contains("\"length\": \(words.isEmpty ? 0 : data.count)"), "\(outcome)")
        }
        let told = try told()
        #expect(told.count == 1, "\(told)")
        #expect(told.first?.contains(#""issuers":["/"#) == true, "\(told)")
    }

    /// Without a provider, the error says what is missing; a bound identity is sent at once.
    @Test(arguments: ["inner12", "inner13"])
    func whatIsMissingBehindTheRequestIsSaid(_ server: String) throws {
        let origin = try #require(lab.challenges.urls[server])
        let outcome = try home.fedauth("request", origin + "/inner/echo", "--no-input")
        outcome.expectComplaint(3, "'app.localhost' asks for a client certificate")
        let refused = try request(server, try program("revoked"), path: "/inner/echo")
        #expect(refused.status == 3 && refused.errors.contains("gave again what"), "\(refused)")
    }

    @Test(arguments: ["tls12", "tls13"])
    func aRefusedOneIsAskedForAnew(_ server: String) throws {
        let bad = try request(server, try program("revoked"))
        #expect(bad.status == 3 && bad.errors.contains("gave again what"), "\(bad)")
        #expect(try told().map { $0.contains(#""lastResult":"failure""#) } == [false, true])
        #expect(try told().last?.contains("revoked") == true, "the program is told why")
        let good = try request(server, try program("ada"))
        #expect(good.status == 0, "\(good)")
        #expect(try told().count == 3)
        #expect(try told().last?.contains(#""lastResult":"none""#) == true, "no store was made for a failure")
    }

    @Test func whatDoesNotOpenIsSaid() throws {
        try request("tls13", try program("ada", password: "wrong"))
            .expectComplaint(13, "the passphrase does not open 'the certificate of")
        let broken = try home.file("broken", "#!/bin/sh\necho '{\"type\":\"certificate\",\"pkcs12\":\"MIIB\"}'\n")
        chmod(broken, 0o700)
        try request("tls13", broken).expectComplaint(2, "is damaged, or no PKCS#12 file")
        let absent = try home.file("absent", "#!/bin/sh\necho '{\"type\":\"certificate\",\"file\":\"/nosuch.p12\"}'\n")
        chmod(absent, 0o700)
        try request("tls13", absent).expectComplaint(10, "/nosuch.p12")
        let none = try home.file("none", "#!/bin/sh\necho '{\"type\":\"none\"}'\n")
        chmod(none, 0o700)
        try request("tls13", none).expectComplaint(3, "client certificate")
        let cancel = try home.file("cancel", "#!/bin/sh\necho '{\"type\":\"cancel\"}'\n")
        chmod(cancel, 0o700)
        try request("tls12", cancel).expectComplaint(5, "cancelled")
    }

    /// The server of a sign-in requires a certificate; the user named its addresses.
    @Test(arguments: ["strict12", "strict13"])
    func aSignInUsesIt(_ port: String) throws {
        let server = try TLSServer.get()
        let pem = try home.file(
            "client.pem",
            try ["pem", "key"].map { String(decoding: try Files.bytes("\(server.folder)/client.\($0)"), as: UTF8.self) }
                .joined())
        let program = try home.file("file", "#!/bin/sh\necho '{\"type\":\"certificate\",\"file\":\"\(pem)\"}'\n")
        chmod(program, 0o700)
        // The stored answer is enough for a check, which asks nothing, also if it was stored for a named user.
        for user in [[], ["--user", "ada"]] {
            let done = try home.fedauth(server.signIn(port) + ["--provider", program] + user)
            #expect(done.status == 0 && done.text.contains("nothing was done") == false, "\(done)")
            let name = program + ".away"
            rename(program, name)
            let checked = try home.fedauth("status", "--check", "--cacert", server.caFile, "--provider", program)
            #expect(checked.status == 0, "\(checked)")
            rename(name, program)
            try home.fedauth("logout", "--cacert", server.caFile)
        }
    }
}
