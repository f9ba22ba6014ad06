import Core
import Glibc
import Secrets
import Support
import System
import Testing

@testable import Markup

/// Tests that `LibXMLReader` reads the same in confined processes, and that a fault stays in its process.
struct ConfinedReaderTests {
    private let nothing = SharedSecret(text: "")

    @Test(arguments: try Corpus.files().filter { $0.hasSuffix(".html") })
    func pagesAreTheSame(_ name: String) throws {
        let html = shared(try pageBytes("Corpus/" + name))
        let page = try LibXMLReader(isConfined: true).page(html: html, charset: nil)
        #expect(parts(of: page) == parts(of: try LibXMLReader().page(html: html, charset: nil)))
    }

    /// The converters of these are files, which a confined process cannot open.
    @Test(arguments: ["shift_jis", "euc-kr", "gb18030", "iso-8859-2", "euc-jp"])
    func oldCharacterSetsAreRead(_ charset: String) throws {
        let text = charset == "iso-8859-2" ? "Hasło" : "暗証番号"
        let encoded = LibXMLReader().encode(SharedSecret(text: "<title>\(text)</title>"), charset: charset)
        let title = try LibXMLReader(isConfined: true).page(html: encoded, charset: charset).title
        #expect(title == (charset == "euc-kr" ? try LibXMLReader().page(html: encoded, charset: charset).title : text))
    }

    @Test func everyFieldIsPassed() throws {
        var field = FormField(
            kind: .select, name: "a", identifier: "b", value: SharedSecret(text: "c\0d"), isChecked: true, label: "e",
            autocomplete: "f", inputMode: "g", maximumLength: -3, options: [.init(value: "h", text: "i")],
            isInvisible: true, isRequired: true, isReadOnly: true, isImage: true, formAction: "", formMethod: .post)
        (field.isCollapsed, field.isUnvalidated, field.node) = (true, true, 7)
        var page =
            Page(
                title: "t", base: "b",
                forms: [
                    LoginForm(
                        identifier: "i", name: "n", action: "a", method: .post, encoding: "e", charset: "c",
                        fields: [field], offers: [.init(value: "v", text: "t")])
                ], refresh: MetaRefresh(delaySeconds: 3, target: "u", isForNoscript: true), text: "x", mainText: "m",
                errors: ["1", "2"], reference: "r", details: [.init(name: "n", text: "t")], hasScripts: true,
                frames: ["f"], numbers: ["12"], links: [Page.Link("l", to: "/l", node: 3)], submitsItself: true,
                obstacles: [.captcha, .webAuthn])
        page.forms[0].heldButtons = [field]
        page.namedLinks = [Page.Link("m", to: "/m", node: 4)]
        (page.scriptTexts, page.otherWays, page.headings) = (["said by a script"], ["a logo"], ["Welcome"])
        page.policies = ["form-action 'self'"]
        try check(page)
        let response = SAMLResponse(
            statusCodes: ["a", "b"], statusMessage: "m", issuer: "i", subject: "s", isSubjectOpaque: true,
            sessionNotOnOrAfter: Timestamp(seconds: -1), notOnOrAfter: Timestamp(seconds: .max), audience: "u",
            accountNames: ["n"])
        try check(response)
        try check(
            ECPRequest(
                responseConsumerURL: "u", messageID: "m", relayState: SharedSecret(text: "r"),
                forIdentityProvider: SharedSecret(text: "i")))
        try check(
            ECPResponse(
                assertionConsumerServiceURL: "u", response: response, standaloneResponse: SharedSecret(text: "s"),
                fault: "f"))
        let token = IssuedToken(
            .saml11, SharedSecret(text: "b"), identifier: "i", issuer: "s", subject: "u", isSubjectOpaque: true,
            audiences: ["a"], notBefore: Timestamp(seconds: 1), notOnOrAfter: Timestamp(seconds: 2),
            presentableUntil: Timestamp(seconds: 3), recipient: "r", claims: [.init("c", ["v", "w"])])
        try check(
            SecurityTokenAnswer.response(
                SecurityTokenResponse(
                    bytes: SharedSecret(text: "b"), version: .february2005, context: "c",
                    created: Timestamp(seconds: 1), expires: Timestamp(seconds: 2), appliesTo: "a", tokenType: "t",
                    token: token)))
        try check(SecurityTokenAnswer.fault(SOAPFault(code: "c", reason: "r", detail: "d")))
        try check([TrustEndpoint(url: "u", version: .february2005, credential: .signature)])
        var error = FedauthError(.usage, "m", hint: "h", causes: ["c"])
        (error.serverCode, error.isUnanswered) = ("s", true)
        error.finish = try WebURL("https://h/")
        try check(error)
    }

    /// A member that `pass` forgets would be lost. Each field must differ from that of `blank`, or this would not see it.
    private func check<Value: Transferable>(_ value: Value) throws {
        var (sent, read) = (value, Value.blank)
        var writing = Transfer()
        try writing.pass(&sent)
        let bytes = SharedSecret(writing.finish())
        var reading = Transfer(bytes.copy())
        try reading.pass(&read)
        #expect(reading.left == 0)
        #expect(parts(of: read) == parts(of: value))
        let (mine, blank) = (Mirror(reflecting: value).children, Mirror(reflecting: Value.blank).children)
        for (mine, blank) in zip(mine, blank) where mine.label != nil {
            #expect(parts(of: mine.value) != parts(of: blank.value), "\(Value.self).\(mine.label ?? "")")
        }
        // Whatever comes in its place, reading ends.
        for count in 0..<bytes.count where count % 8 == 0 || count < 64 {
            for byte in [0x00, 0x7F, 0xFF] as [UInt8] {
                var spoilt = bytes.bytes
                spoilt[count] = byte
                var other = Value.blank
                var spoilt8 = Transfer(Secret(spoilt))
                do throws(Transfer.Fault) { try spoilt8.pass(&other) } catch {}
                var cut = Transfer(Secret(bytes.bytes.prefix(count)))
                #expect(throws: Transfer.Fault.self) { try cut.pass(&other) }
            }
        }
    }

    /// Returns the value, with its secrets, as lines.
    private func parts(of value: Any) -> [String] {
        if let secret = value as? SharedSecret { return ["\(secret.bytes)"] }
        if let set = value as? Set<Page.Obstacle> { return set.map(\.rawValue).sorted() }
        let children = Mirror(reflecting: value).children
        guard !children.isEmpty else { return ["\(value)"] }
        return children.flatMap { child in parts(of: child.value).map { "\(child.label ?? "-").\($0)" } }
    }

    @Test func errorsAreThoseOfTheReader() {
        let html = SharedSecret(Secret([UInt8](repeating: 0x20, count: LibXMLReader.maximumPageBytes + 1)))
        #expect(
            failure { _ = try LibXMLReader(isConfined: true).page(html: html, charset: nil) }?.message
                == failure { _ = try LibXMLReader().page(html: html, charset: nil) }?.message)
        let xml = SharedSecret(text: "<!DOCTYPE a><a/>")
        let mine = failure { _ = try LibXMLReader(isConfined: true).samlResponse(xml: xml) }
        let other = failure { _ = try LibXMLReader().samlResponse(xml: xml) }
        #expect(mine?.message == other?.message && mine?.code == other?.code && mine?.hint == other?.hint)
    }

    @Test func whatHoldsTheProcessIsToldOnce() throws {
        var told: [Confinement] = []
        let reader = LibXMLReader(isConfined: true) { told.append($0) }
        #expect(told.isEmpty)
        for _ in 1...2 { _ = try reader.page(html: SharedSecret(text: "<p>page"), charset: nil) }
        _ = failure { _ = try reader.samlResponse(xml: SharedSecret(text: "<")) }
        #expect(told.count == 1 && told[0].contains([.calls, .limits]))
        var first: Confinement?
        _ = failure {
            _ = try ConfinedReading.answer(to: nothing, what: "page", telling: { first = $0 }) {
                (_) throws(FedauthError) -> Page in throw FedauthError(.badAnswer, "it is no page")
            }
        }
        #expect(first == told.first)
    }

    /// A kind of document that is read in this process would not say what holds a process.
    @Test func everyKindOfDocumentIsReadInAProcess() {
        let xml = SharedSecret(text: "<a/>")
        let kinds: [(LibXMLReader) throws -> Void] = [
            { _ = try $0.page(html: xml, charset: nil) },
            { _ = try $0.samlResponse(xml: xml) },
            { _ = try $0.ecpRequest(xml: xml) },
            { _ = try $0.ecpResponse(xml: xml) },
            { _ = try $0.securityTokenAnswer(xml) },
            { _ = try $0.trustEndpoints(metadata: xml) },
            { _ = try $0.signingCertificates(metadata: xml) },
            { _ = try $0.signature(ofAssertion: xml) },
        ]
        for (index, read) in kinds.enumerated() {
            var told = 0
            let reader = LibXMLReader(isConfined: true) { _ in told += 1 }
            try? read(reader)
            #expect(told == 1, "kind \(index)")
        }
    }

    /// Of a page that takes longer, and of code of an attacker that never answers, nothing remains.
    @Test func theDeadlineEndsTheProcess() {
        let over = Deadline(seconds: 0, from: TestClock())
        let stuck = failure {
            _ = try ConfinedReading.answer(to: nothing, what: "page", deadline: over) {
                (_) throws(FedauthError) -> Page in
                while true { sched_yield() }
            }
        }
        #expect(stuck?.code == .timedOut && stuck?.message.hasSuffix("while reading the page") == true)
        let html = SharedSecret(text: String(repeating: "<p>x", count: 800_000))
        let long = failure { _ = try LibXMLReader(isConfined: true).page(html: html, charset: nil, deadline: over) }
        #expect(long?.code == .timedOut)
    }

    @Test func aCrashIsABadAnswer() {
        let error = failure {
            _ = try ConfinedReading.answer(to: nothing, what: "page") { (_) throws(FedauthError) -> Page in
                UnsafeMutablePointer<UInt8>(bitPattern: 8)?.pointee = 1
                return Page()
            }
        }
        #expect(error?.code == .badAnswer)
        #expect(error?.message == "the page cannot be read: the process that read it ended with signal 11")
    }

    /// Code of an attacker that answers something else, or opens what it wants, gets no further.
    @Test func whatIsReadReachesNothing() throws {
        let secret = SharedSecret(text: "a secret of fedauth")
        let answer = try ConfinedReading.answer(to: SharedSecret(text: "page"), what: "page") {
            (document) throws(FedauthError) -> [String] in
            [
                document.text, "\(open("/etc/passwd", O_RDONLY))", "\(socket(AF_INET, 1, 0))",
                "\(kill(getppid(), 0))", secret.bytes.allSatisfy { $0 == 0 } ? "wiped" : "leaked",
            ]
        }
        #expect(answer == ["page", "-1", "-1", "-1", "wiped"])
        #expect(secret.text == "a secret of fedauth")
    }
}
