import Testing

@testable import CommandSupport

/// Tests `fedauth sls enroll` at a Secure Login Server with every form of question and response.
struct EnrollmentTests {
    let scene: EnrollmentScene

    init() throws { scene = try EnrollmentScene(in: CommandHome()) }

    /// Logins with zero to three steps ask once each and give a certificate that Apache accepts.
    @Test(arguments: [("none", 1), ("one", 2), ("two", 3), ("three", 4), ("no-status.two", 3), ("unknown-keys.two", 3)])
    func loginInAnyNumberOfSteps(words: String, requests: Int) throws {
        let done = try scene.enroll(words)
        #expect(done.status == 0, "\(done)")
        #expect(try scene.verbs() == Array(repeating: "doLogin", count: requests) + ["getCertificate"])
        let own = try scene.exported()
        #expect(own.subject == "CN=ada,O=Lab" && own.text.contains("email:ada@example.test"), "\(own)")
        #expect(own.text.contains("TLS Web Client Authentication"))
        for url in [scene.server.mtls, scene.server.apache] {
            let shown = try scene.curl(url, own)
            #expect(shown.status == 0, "\(shown)")
        }
    }

    /// In any encoding and order, fedauth finds its certificate by the key and orders the chain.
    @Test(arguments: [
        "wrapped", "crlf", "pem", "pem-certificates", "der", "reversed", "shuffled", "reversed.crlf", "shuffled.pem",
    ])
    func answersInAnyForm(words: String) throws {
        let done = try scene.enroll("one." + words)
        #expect(done.status == 0, "\(done)")
        let own = try scene.exported()
        let chain = try scene.openssl("crl2pkcs7", "-nocrl", "-certfile", own.certificate)
        let file = try scene.home.file("chain.p7", chain.text)
        let printed = try scene.openssl("pkcs7", "-in", file, "-print_certs", "-noout").text
            .replacing(" = ", with: "=")
        let subjects = printed.split(separator: "\n").filter { $0.hasPrefix("subject=") }
        #expect(
            subjects.map(String.init)
                == [
                    "subject=O=Lab, CN=ada", "subject=O=Lab, CN=Lab people issuing",
                    "subject=O=Lab, CN=Lab people root",
                ]
                || subjects.map(String.init)
                    == ["subject=O=Lab, CN=ada", "subject=O=Lab, CN=Lab people issuing"],
            "\(printed)")
    }

    @Test(arguments: [
        ("one", "RSA 2048", "(2048 bit)"), ("rsa3072", "RSA 3072", "(3072 bit)"), ("rsa4096", "RSA", "(4096 bit)"),
        ("p256", "EC", "prime256v1"), ("p384", "EC", "secp384r1"), ("ed25519", "ED25519", "ED25519"),
    ])
    func keysAsTheTemplateWants(words: String, name: String, shown: String) throws {
        let done = try scene.enroll(words)
        #expect(done.status == 0, "\(name): \(done)")
        #expect(try scene.exported().text.contains(shown))
    }

    /// The key size may be increased, but not reduced.
    @Test func aWishForAStrongerKey() throws {
        #expect(try scene.enroll("one", "--key-type", "rsa3072").status == 0)
        #expect(try scene.exported().text.contains("(3072 bit)"))
        let weaker = try scene.enroll("rsa4096", "--key-type", "rsa2048", "--force")
        #expect(weaker.status == 2 && weaker.errors.contains("rsa4096"), "\(weaker)")
    }

    @Test func wishesAreSentAndTheTemplateHasTheLastWord() throws {
        let wishes = [
            "--subject", "CN=ada,OU=Doors", "--san", "dns:door.example.test", "--san", "email:a@example.test",
        ]
        let done = try scene.home.fedauth(
            ["sls", "enroll"] + scene.at("wishes") + ["--name", "who", "--no-input"] + scene.answers + wishes)
        #expect(done.status == 0, "\(done)")
        let first = try #require(try scene.server.records(scene.tag).first)
        #expect(first.body.contains("subjectName=CN%3Dada%2COU%3DDoors"), "\(first)")
        #expect(first.body.contains("subjectAltNamesDNS=door.example.test"))
        let own = try scene.exported()
        #expect(own.subject == "CN=ada,OU=Doors" && own.text.contains("DNS:door.example.test"), "\(own)")
        let refused = try scene.enroll("one.refuses-wishes", "--subject", "CN=eve", "--force")
        #expect(refused.status == 3 && refused.errors.contains("additional names are not allowed"), "\(refused)")
    }

    @Test func namesWithEverySign() throws {
        let done = try scene.enroll("odd-subject")
        #expect(done.status == 0, "\(done)")
        let own = try scene.exported()
        #expect(own.subject == #"CN=ada,O=Łab\, \"Doors\" \+ Sons\; \<x\>"#, "\(own.subject)")
    }

    /// A name beyond ASCII and a password with all kinds of characters arrive unchanged.
    @Test(arguments: ["signs", "quotes", "utf8", "emoji", "spaces", "Zoë"])
    func passwordsArriveAsTheyAre(user: String) throws {
        let password = try scene.home.file("other", scene.server.users[user] ?? "")
        let done = try scene.home.fedauth(
            ["sls", "enroll"] + scene.at("one.any-key") + [
                "--name", "who", "--no-input", "--user", user, "--password-file", password,
            ])
        #expect(done.status == 0, "\(done)")
        #expect(try scene.exported().subject == "CN=\(user),O=Lab")
    }

    /// A server that uses other names for everything, which the profile lists.
    @Test func otherNamesForAllKeys() throws {
        let words = [
            "authStatus=state", "clientMessage=text", "messageType=severity", "disclaimer=notice",
            "inputFields=questions", "fieldName=id", "prompt=label", "type=kind", "preset=value",
            "confirmField=repeat", "keySize=client.bits", "certificateTemplate=template", "templateSubject=dn",
            "templateKeyType=algorithm", "templateKeySize=bits", "templateSignature=signature",
            "templateKeyUsage=usage", "templateExtendedKeyUsage=purpose", "templateRFC822=names.mail",
            "templateDNS=names.hosts", "subjectName=wishSubject", "subjectAltNamesRfc822=wishMail",
            "subjectAltNamesDNS=wishHosts",
        ].flatMap { ["--sls-name", $0] }
        let done = try scene.home.fedauth(
            ["sls", "enroll"] + scene.at("two.other-names.p384.wishes") + [
                "--name", "who", "--no-input", "--san", "dns:a.test",
            ]
                + scene.answers + words)
        #expect(done.status == 0, "\(done)")
        let own = try scene.exported()
        #expect(own.text.contains("secp384r1") && own.text.contains("DNS:a.test"), "\(own)")
    }

    /// Without a template, or without anything, the key size is that of `clientConfig` or 2048, and the subject is the
    /// signed-in user.
    @Test(arguments: ["one.bare", "one.silent"])
    func aServerThatSaysLittle(words: String) throws {
        let done = try scene.enroll(words)
        #expect(done.status == 0, "\(done)")
        #expect(try scene.exported().text.contains("(2048 bit)"))
    }

    /// Uses a ticket of a real Kerberos realm instead of a form.
    @Test func aTicketInsteadOfAPassword() throws {
        let kerberos = try Lab.get().challenges.kerberos
        let server = try EnrollmentServer.start(
            ["--keytab", kerberos.serviceKeytab], environment: ["KRB5_CONFIG": kerberos.krb5Config])
        let words = ["sls", "enroll", server.sls, "--profile-code", scene.code("negotiate"), "--cacert", server.caFile]
        let variables = ["KRB5_CONFIG": kerberos.krb5Config, "KRB5CCNAME": kerberos.cache]
        let done = try scene.home.fedauth(words + ["--name", "who", "--no-input"], adding: variables)
        #expect(done.status == 0, "\(done)")
        #expect(try server.records(scene.tag).last?.verb == "getCertificate")
        let unattended = try scene.home.fedauth(
            words + ["--name", "other", "--no-input"],
            adding: ["KRB5_CONFIG": kerberos.krb5Config, "KRB5CCNAME": "FILE:/nonexistent"])
        #expect(unattended.status == 3 || unattended.status == 4, "\(unattended)")
    }

    /// Uses the port that requires a certificate, with a registration identity.
    @Test func aCertificateInsteadOfAPassword() throws {
        let own = scene.server.registration
        #expect(
            try scene.home.fedauth(
                "identity", "import", own.p12File, "--name", "ra", "--passphrase-file", own.passphraseFile
            )
            .status == 0)
        let words = [
            "sls", "enroll", scene.server.slsCertificate, "--profile-code", scene.code("certificate"), "--cacert",
            scene.server.caFile, "--name", "who", "--no-input",
        ]
        let without = try scene.home.fedauth(words)
        #expect(without.status == 3 && without.errors.contains("certificate"), "\(without)")
        let done = try scene.home.fedauth(words + ["--ra", "ra"])
        #expect(done.status == 0, "\(done)")
        #expect(try scene.server.records(scene.tag).allSatisfy { $0.certificate?.subject == "CN=ada,O=Lab" })
        #expect(try scene.exported().subject == "CN=ada,O=Lab")
    }

    /// Stops after the template.
    @Test func aDryRunAsksForNoCertificate() throws {
        let done = try scene.enroll("two.p384", "--dry-run")
        #expect(done.status == 0, "\(done)")
        #expect(done.text.contains("CN=ada,O=Lab") && done.text.contains("p384"), "\(done)")
        #expect(try scene.verbs() == ["doLogin", "doLogin", "doLogin"])
        try scene.expectNothingKept()
    }
}
