import Secrets
import Support
import Testing

@testable import Core

/// Tests the login at a Secure Login Server and the following certificate, with a scripted server and user.
@Suite struct SLSServerTests {
    private let clock = TestClock()
    private let store = MemoryStore()
    private let reporter = RecordingReporter()
    private let web = EnrollmentScript()
    private let cryptography = WordCryptography()

    private static let credentials = #"""
        {"authStatus":"INPUT_REQUIRED","clientMessage":"Sign in","messageType":"info","inputFields":[
        {"fieldName":"username","prompt":"User name","type":"plain"},
        {"fieldName":"password","prompt":"Password","type":"secure"}]}
        """#
    private static let code = #"{"inputFields":[{"fieldName":"otp","prompt":"Code","type":"secure"}]}"#
    private static let done = #"""
        {"authStatus":"AUTHENTICATED","clientConfig":{"keySize":2048},"certificateTemplate":{"subject":"CN=ada,O=Lab",
        "keyType":"RSA","keySize":3072,"signatureAlgorithm":"SHA384withRSA","keyUsage":["digitalSignature"],
        "extendedKeyUsage":["clientAuth"],"subjectAltNames":{"rfc822":["ada@example.test"],"dns":[]}}}
        """#

    private func server(
        _ prompter: ScriptedPrompter, _ known: LoginCredentials.Known = LoginCredentials.Known(),
        wishes: EnrollmentWishes = EnrollmentWishes(), names: [String] = [], negotiates: Bool = false,
        refusals: RefusedSecrets? = nil
    ) throws -> SLSServer {
        let words = try SLSVocabulary(correctedBy: names)
        return SLSServer(
            UserAgent(web, clock: clock),
            addresses: try SLSAddresses(base: WebURL("https://s.test/"), code: "P", words: words), words: words,
            wishes: wishes, negotiates: negotiates,
            answers: LoginCredentials(
                known: known, store: store, prompter: prompter, reporter: reporter, clock: clock, refusals: refusals),
            reporter: reporter)
    }

    private var deadline: Deadline { Deadline(seconds: 60, from: clock) }

    /// Several identities of one account are renewed in one command.
    @Test(
        arguments: [
            (200, #"{"authStatus":"FAILED","clientMessage":"wrong"}"#), (403, #"{"clientMessage":"wrong"}"#),
            (200, credentials.replacing(#""info""#, with: #""error""#)), (200, "<title>Login failed</title>"),
            (303, ""), (200, ""), (500, "oops"), (200, #"{"words":"unknown"}"#),
        ], [true, false])
    func oneCommandSendsARefusedPasswordOnce(_ answer: (Int, String), _ isStored: Bool) throws {
        let refusals = RefusedSecrets(
            store, ofCommand: .init(), hashing: ReadableHashing(), reporter: reporter, clock: clock, isSent: true)
        var known = LoginCredentials.Known()
        known.user = "ada"
        if isStored {
            try StoredCredentials(store, clock: clock).keep(
                Credential(user: "ada", password: SharedSecret(text: "old")),
                for: CredentialScope(.form, server: "https://s.test"))
        } else {
            known.password = FixedSource("old")
        }
        for _ in 0..<3 {
            try web.then(200, Self.credentials)
            try web.then(answer.0, answer.1)
            let server = try server(ScriptedPrompter(canAsk: false), known, refusals: refusals)
            #expect(failure { _ = try server.offer(deadline: deadline) } != nil)
            web.forgetAnswers()
        }
        #expect(web.asked.filter { $0.body.contains("password=old") }.count == 1)
    }

    /// How often commands of a timer send a password: what may have had another cause counts the second time.
    @Test(arguments: [
        (200, #"{"authStatus":"FAILED","clientMessage":"wrong"}"#, 1), (401, "", 1),
        (403, #"{"clientMessage":"wrong"}"#, 2),
        (423, "", 2), (200, #"{"authStatus":"FAILED","clientMessage":"The user is locked"}"#, 2),
    ])
    func aRefusalCountsAsItIsMeant(_ status: Int, _ body: String, _ times: Int) throws {
        var known = LoginCredentials.Known()
        (known.user, known.password) = ("ada", FixedSource("old"))
        for _ in 0..<4 {
            let refusals = RefusedSecrets(
                store, ofCommand: .init(), hashing: ReadableHashing(), reporter: reporter, clock: clock, isSent: false)
            try web.then(200, Self.credentials)
            try web.then(status, body)
            #expect(
                failure {
                    _ = try server(ScriptedPrompter(canAsk: false), known, refusals: refusals).offer(deadline: deadline)
                }?.code == .refused)
            web.forgetAnswers()
        }
        #expect(web.asked.filter { $0.body.contains("password=old") }.count == times)
    }

    /// What was not sent, because another field has no answer, or what a next step shows to be right, is not refused.
    @Test(arguments: [["username", "password", "branch"], ["username", "password"]])
    func whatNoServerRefusedIsSentAgain(_ names: [String]) throws {
        let isSent = names.count == 2
        let fields = names.map {
            #"{"fieldName":"\#($0)","prompt":"\#($0)","type":"\#($0 == "password" ? "secure" : "plain")"}"#
        }
        .joined(separator: ",")
        let refusals = RefusedSecrets(
            store, ofCommand: .init(), hashing: ReadableHashing(), reporter: reporter, clock: clock, isSent: true)
        var known = LoginCredentials.Known()
        known.user = "ada"
        known.password = FixedSource("right")
        let step = #"{"authStatus":"INPUT_REQUIRED","messageType":"info","inputFields":[\#(fields)]}"#
        for _ in 0..<3 {
            try web.then(200, step)
            try web.then(200, Self.code)
            let server = try server(ScriptedPrompter(canAsk: false), known, refusals: refusals)
            #expect(failure { _ = try server.offer(deadline: deadline) }?.code == .inputNeeded)
            web.forgetAnswers()
        }
        #expect(web.asked.count { $0.body.contains("password=right") } == (isSent ? 3 : 0))
        try web.then(200, Self.credentials)
        try web.then(200, Self.done)
        _ = try server(ScriptedPrompter(canAsk: false), known, refusals: refusals).offer(deadline: deadline)
    }

    /// The type of a field that may be shown has another name on other servers.
    @Test func theUserNameIsNoPassword() throws {
        var known = LoginCredentials.Known()
        (known.user, known.password) = ("ada", FixedSource("right"))
        try web.then(200, Self.credentials.replacing("plain", with: "TEXT"))
        try web.then(200, Self.done)
        _ = try server(ScriptedPrompter(canAsk: false), known).offer(deadline: deadline)
        #expect(web.asked.last?.body == "username=ada&password=right")
        #expect(reporter.said.count { $0.contains("the type 'TEXT' is not known") && $0.contains("plain=TEXT") } == 1)
    }

    @Test func theTypesOfSecretsAreKnown() throws {
        var known = LoginCredentials.Known()
        (known.user, known.password) = ("ada", FixedSource("right"))
        for type in ["secure", "PASSWORD", "password-of-some-kind"] {
            try web.then(200, Self.credentials.replacing("secure", with: type))
            try web.then(200, Self.done)
            _ = try server(ScriptedPrompter(canAsk: false), known).offer(deadline: deadline)
        }
        #expect(!reporter.said.contains { $0.contains("is not known") })
    }

    /// What corrects the words of a protocol is seen in a trace, and nothing else.
    @Test func aTraceShowsTheWordsOfTheProtocol() throws {
        let told = Self.credentials.replacing("plain", with: "TEXT").replacing("Sign in", with: "n33dle")
        let outline = try #require(JSONOutline.text(SharedSecret(text: told)))
        #expect(outline.contains(#"authStatus: "INPUT_REQUIRED""#) && outline.contains(#"type: "TEXT""#), "\(outline)")
        #expect(!outline.contains("n33dle") && !outline.contains("User name"), "\(outline)")
        for value in ["", "n33dle", "two words", String(repeating: "a", count: 33)] {
            let shown = JSONOutline.text(SharedSecret(text: #"{"type":"\#(value)"}"#))
            #expect(shown == (value.isEmpty ? #"{type: ""}"# : #"{type: "…"}"#))
        }
    }

    @Test func threeStepsAndTheCertificate() throws {
        try web.then(200, Self.credentials, cookies: ["JSESSIONID=1; Path=/; Secure"])
        try web.then(200, Self.code)
        try web.then(200, Self.done)
        try web.then(200, "certificate")
        let prompter = ScriptedPrompter(["ada", "p&w", "123456"])
        let enrollment = Enrollment(server: try server(prompter), cryptography: cryptography, clock: clock)
        let outcome = try enrollment.run(EnrollmentWishes(), key: .new, deadline: deadline)
        #expect(outcome.keyKind == .rsa(bits: 3072))
        #expect(
            web.asked.map(\.body) == ["", "username=ada&password=p%26w", "otp=123456", "csr of CN=ada,O=Lab"])
        #expect(web.asked.map(\.cookie) == [nil, "JSESSIONID=1", "JSESSIONID=1", "JSESSIONID=1"])
        #expect(web.asked[3].line == "POST https://s.test/SecureLoginServer/slc2/getCertificate?profile=P")
        #expect(web.asked[3].type == "application/pkcs10")
        let template = try #require(cryptography.templates.first)
        #expect(template.signature == .sha384 && template.alternativeNames == [.email("ada@example.test")])
        #expect(template.keyUsages == ["digitalSignature"])
    }

    @Test func givenValuesAreNotAskedAndMissingOnesAreNamed() throws {
        try web.then(200, Self.credentials)
        try web.then(200, Self.credentials)
        var known = LoginCredentials.Known()
        let silent = ScriptedPrompter(canAsk: false)
        let error = failure { _ = try server(silent).offer(deadline: deadline) }
        #expect(error?.code == .inputNeeded)
        #expect(error?.message.contains("'username', 'password'") == true)
        known.user = "ada"
        known.fields["password"] = FixedSource("secret")
        try web.then(200, Self.code)
        let lacking = failure { _ = try server(silent, known).offer(deadline: deadline) }
        #expect(lacking?.message.contains("'otp'") == true)
        #expect(web.asked.last?.body == "username=ada&password=secret")
    }

    /// fedauth asks again for a refused value, but does not send a value from an option twice.
    @Test func refusedInput() throws {
        let refused = Self.credentials.replacing("\"info\"", with: "\"error\"").replacing("Sign in", with: "Wrong")
        try web.then(200, Self.credentials)
        try web.then(200, refused)
        try web.then(200, Self.done)
        _ = try server(ScriptedPrompter(["ada", "no", "ada", "yes"])).offer(deadline: deadline)
        #expect(web.asked.map(\.body) == ["", "username=ada&password=no", "username=ada&password=yes"])
        #expect(reporter.said.contains("warning: 's.test': Wrong"))
        var known = LoginCredentials.Known()
        known.user = "ada"
        known.password = FixedSource("no")
        for answer in [refused, Self.credentials] {
            let before = web.asked.count
            try web.then(200, Self.credentials)
            try web.then(200, answer)
            let error = failure { _ = try server(ScriptedPrompter(["x", "y"]), known).offer(deadline: deadline) }
            #expect(error?.code == .refused && web.asked.count == before + 2)
        }
    }

    @Test func aNewPasswordIsAskedForTwice() throws {
        let change = #"""
            {"messageType":"error","clientMessage":"Your password has expired","inputFields":[
            {"fieldName":"new","prompt":"New password","type":"secure","confirmField":"new2"}]}
            """#
        try web.then(200, Self.credentials)
        try web.then(200, change)
        try web.then(200, Self.done)
        var known = LoginCredentials.Known()
        known.password = FixedSource("old")
        let prompter = ScriptedPrompter(["ada", "one", "other", "new", "new"])
        _ = try server(prompter, known).offer(deadline: deadline)
        #expect(web.asked.last?.body == "new=new&new2=new")
        #expect(reporter.said.contains { $0.contains("has expired") })
        #expect(reporter.said.contains { $0.contains("not the same") })
    }

    @Test func presetsAreTakenForNothing() throws {
        let preset = #"{"inputFields":[{"fieldName":"u","prompt":"User","type":"plain","preset":"ada"}]}"#
        for prompter in [ScriptedPrompter([""]), ScriptedPrompter(canAsk: false)] {
            try web.then(200, preset)
            try web.then(200, #"{"clientConfig":{"keySize":2048}}"#)
            let offer = try server(prompter).offer(deadline: deadline)
            #expect(web.asked.last?.body == "u=ada")
            #expect(offer.usualSubject?.description == "CN=ada" && offer.rsaBits == 2048)
        }
    }

    /// An invalid subject is an error of the server if its template names it, and a usage error if the user does.
    @Test func aSubjectThatNoCertificateCanHold() throws {
        cryptography.impossible = "CN=ada,O=Lab"
        var wishes = EnrollmentWishes()
        wishes.subject = try DistinguishedName(parsing: "CN=ada,O=Lab")
        for (answer, code) in [(Self.done, ErrorCode.badAnswer), (#"{"clientConfig":{"keySize":2048}}"#, .usage)] {
            try web.then(200, answer)
            let enrollment = Enrollment(
                server: try server(ScriptedPrompter()), cryptography: cryptography, clock: clock)
            #expect(failure { _ = try enrollment.run(wishes, key: .new, deadline: deadline) }?.code == code)
        }
    }

    @Test func otherNamesAndUnknownOnes() throws {
        let names = [
            "authStatus=r.state", "inputFields=r.ask", "fieldName=id", "type=kind", "plain=text", "failed=NO",
            "clientMessage=say", "subjectName=who",
        ]
        try web.then(200, #"{"r":{"state":"ASK","ask":[{"id":"x","kind":"text","more":[{}]}],"n":null},"z":1e9}"#)
        try web.then(200, #"{"r":{"state":"NO"},"say":"Not\u001b[2J today"}"#)
        var wishes = EnrollmentWishes()
        wishes.subject = try DistinguishedName(parsing: "CN=a")
        let error = failure {
            _ = try server(ScriptedPrompter(["1"]), wishes: wishes, names: names).offer(deadline: deadline)
        }
        #expect(error?.code == .refused && error?.message.contains("Not?[2J today") == true)
        #expect(web.asked.map(\.body) == ["who=CN%3Da&subjectAltNamesRfc822=&subjectAltNamesDNS=", "x=1"])
    }

    @Test func aTicket() throws {
        try web.then(401, "", [("www-authenticate", "Negotiate")])
        try web.then(200, Self.done)
        try web.then(200, Self.done)
        _ = try server(ScriptedPrompter(canAsk: false)).offer(deadline: deadline)
        #expect(web.asked.map(\.negotiates) == [false, true])
        _ = try server(ScriptedPrompter(canAsk: false), negotiates: true).offer(deadline: deadline)
        #expect(web.asked.last?.negotiates == true)
    }

    @Test func eightStepsAtMost() throws {
        for _ in 0..<20 { try web.then(200, #"{"inputFields":[{"fieldName":"more","type":"plain"}]}"#) }
        let error = failure {
            _ = try server(ScriptedPrompter(Array(repeating: "x", count: 20))).offer(deadline: deadline)
        }
        #expect(error?.code == .badAnswer && web.asked.count == 9)
    }

    @Test(arguments: [
        (200, "<html>proxy</html>", "", ErrorCode.unexpectedContent), (200, "", "", .unexpectedContent),
        (200, "[1]", "", .badAnswer), (200, #"{"inputFields":[{"prompt":"x"}]}"#, "", .badAnswer),
        (200, #"{"authStatus":"INPUT_REQUIRED"}"#, "", .badAnswer), (404, "none", "", .notFound),
        (403, #"{"authStatus":"FAILED","clientMessage":"locked"}"#, "", .refused), (500, "oops", "", .badAnswer),
        (302, "", "https://elsewhere.test/", .refusedHost), (307, "", "http://s.test/", .refusedHost),
        (302, "", "/other", .unexpectedContent),
        (200, #"{"certificateTemplate":{"subject":"nonsense"}}"#, "", .badAnswer),
    ])
    func whatEndsIt(_ status: Int, _ body: String, _ location: String, _ code: ErrorCode) throws {
        try web.then(status, body, location.isEmpty ? [] : [("location", location)])
        let error = failure { _ = try server(ScriptedPrompter()).offer(deadline: deadline) }
        #expect(error?.code == code, "\(String(describing: error))")
        #expect(web.asked.count == 1)
    }

    /// A key type that fedauth cannot generate stops users without their own request.
    @Test(arguments: [#"{"certificateTemplate":{"keyType":"DSA"}}"#, #"{"clientConfig":{"keySize":512}}"#])
    func keysThatAreNotMadeHere(answer: String) throws {
        try web.then(200, answer)
        let enrollment = Enrollment(server: try server(ScriptedPrompter()), cryptography: cryptography, clock: clock)
        let error = failure { _ = try enrollment.run(EnrollmentWishes(), key: .new, deadline: deadline) }
        #expect(error?.code == .unsupportedKey && web.asked.count == 1)
        try web.then(200, answer)
        try web.then(200, "certificate")
        let own = EnrollmentKey.ownRequest(SharedSecret(text: "key"), [1, 2, 3])
        _ = try enrollment.run(EnrollmentWishes(), key: own, deadline: deadline)
        #expect(web.asked.count == 3)
    }

    /// fedauth takes an answer without a known state as the end of the login; the error of a following refusal explains this.
    @Test func aGuessIsSaid() throws {
        let guess = #"{"clientConfig":{"keySize":2048},"state":"ASK","questions":[{"id":"u"}]}"#
        try web.then(200, guess)
        try web.then(401, "sign in first")
        let enrollment = Enrollment(server: try server(ScriptedPrompter()), cryptography: cryptography, clock: clock)
        let error = failure { _ = try enrollment.run(EnrollmentWishes(), key: .new, deadline: deadline) }
        #expect(error?.code == .refused && error?.hint?.contains("--sls-name") == true)
        #expect(reporter.said.contains { $0.contains("takes its answer for the end of the login") })
        try web.then(200, #"{"state":"ASK"}"#)
        let unknown = failure { _ = try server(ScriptedPrompter()).offer(deadline: deadline) }
        #expect(unknown?.code == .badAnswer && unknown?.message.contains("none of the names") == true)
    }

    @Test func keysAsWished() throws {
        func template(_ answer: String, _ kind: KeyKind?) throws -> CertificateTemplate {
            try web.then(200, answer)
            var wishes = EnrollmentWishes()
            wishes.key = kind
            return try Enrollment(
                server: try server(ScriptedPrompter()), cryptography: cryptography, clock: clock
            ).template(wishes, deadline: deadline)
        }
        let free = "{}"
        let sized = #"{"clientConfig":{"keySize":3072}}"#
        for (type, key) in [("EC", KeyKind.p256), ("RSA", .rsa(bits: 3072))] {
            let typed = #"{"clientConfig":{"keySize":3072},"certificateTemplate":{"keyType":"\#(type)"}}"#
            #expect(try template(typed, nil).key == key)
        }
        #expect(try template(free, nil).key == .usual && template(free, .p384).key == .p384)
        #expect(try template(sized, nil).key == .rsa(bits: 3072) && template(sized, .p256).key == .p256)
        #expect(try template(Self.done, .rsa(bits: 4096)).key == .rsa(bits: 4096))
        for (answer, kind) in [(Self.done, KeyKind.p256), (Self.done, .usual), (sized, .usual)] {
            #expect(failure { _ = try template(answer, kind) }?.code == .unsupportedKey)
        }
    }
}
