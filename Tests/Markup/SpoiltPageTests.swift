import Core
import Glibc
import Markup
import Secrets
import Support
import Testing

/// Runs complete sign-ins with randomly damaged responses. Each ends, and no secret goes to a host that must not get it.
struct SpoiltPageTests {
    @Test(arguments: 0..<60 as Range<UInt64>)
    func everySignInEnds(_ seed: UInt64) throws {
        for round in 0..<8 as Range<UInt64> {
            let web = try SpoiltWeb(seed: seed * 1000 + round)
            let clock = TestClock()
            var known = LoginCredentials.Known()
            known.user = "ada"
            known.password = web.password
            known.acceptsConsent = true
            for name in ["code", "otp", "t", "u2"] { known.fields[name] = Known("answer") }
            let silence = Silence()
            let presenter = FormPresenter(
                UserAgent(transport: web, reader: LibXMLReader(), suffixes: silence, clock: clock),
                answers: LoginCredentials(
                    known: known, store: MemoryStore(), prompter: silence, reporter: silence, clock: clock),
                reporter: silence, wait: { _ in })
            do throws(FedauthError) {
                let presentation = try presenter.present(
                    PresentationRequest(
                        start: AuthorizationEndpoint(try WebURL("https://sp.test/login")),
                        finish: FinishEndpoint(try WebURL("https://sp.test/finish")),
                        deadline: Deadline(seconds: 60, from: clock)))
                #expect(presentation.answer.url.path == "/finish")
            } catch {
                let statuses: [Core.ExitStatus] = [.refused, .inputNeeded, .network, .noPresenter, .badAnswer]
                #expect(statuses.contains(error.code.status), "seed \(seed), \(round): \(error)")
                #expect(!error.message.isEmpty && error.message.count < 700, "seed \(seed), \(round): \(error)")
                #expect(error.message == error.message.printable)
            }
            #expect(web.count <= 3 * NavigationPolicy.maximumSteps)
            #expect(web.complaints.isEmpty, "seed \(seed), \(round): \(web.complaints)")
        }
    }

    private static let messages = [
        """
        <samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" \
        xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_1" Version="2.0" IssueInstant="2026-01-01T00:00:00Z">\
        <saml:Issuer>https://idp.test/</saml:Issuer><samlp:Status><samlp:StatusCode \
        Value="urn:oasis:names:tc:SAML:2.0:status:Responder"><samlp:StatusCode \
        Value="urn:oasis:names:tc:SAML:2.0:status:AuthnFailed"/></samlp:StatusCode><samlp:StatusMessage>no &amp; no\
        </samlp:StatusMessage></samlp:Status><saml:Assertion><saml:Subject><saml:NameID>ada</saml:NameID></saml:Subject>\
        <saml:AuthnStatement SessionNotOnOrAfter="2026-01-01T08:00:00.123Z"/></saml:Assertion></samlp:Response>
        """,
        """
        <S:Envelope xmlns:S="http://schemas.xmlsoap.org/soap/envelope/"><S:Header><paos:Request \
        xmlns:paos="urn:liberty:paos:2003-08" S:mustUnderstand="1" responseConsumerURL="https://sp.test/acs" \
        messageID="m1"/><ecp:RelayState xmlns:ecp="urn:oasis:names:tc:SAML:2.0:profiles:SSO:ecp">s</ecp:RelayState>\
        </S:Header><S:Body><samlp:AuthnRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol"/></S:Body></S:Envelope>
        """,
        """
        <S:Envelope xmlns:S="http://schemas.xmlsoap.org/soap/envelope/"><S:Header><ecp:Response \
        xmlns:ecp="urn:oasis:names:tc:SAML:2.0:profiles:SSO:ecp" AssertionConsumerServiceURL="https://sp.test/acs"/>\
        </S:Header><S:Body><samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol"/></S:Body></S:Envelope>
        """,
    ]
    private static let words = [
        "<!DOCTYPE x [<!ENTITY a 'b'>]>", "&a;", "<![CDATA[", "]]>", "<!--", "-->", "<?x", "?>", "<", ">", "/>", "\"",
        "'",
        "xmlns:S=\"x\"", "&#0;", "&#x110000;", "<S:Body>", "</S:Envelope>",
    ]

    @Test(arguments: 0..<40 as Range<UInt64>)
    func everyMessageIsReadOrRefused(_ seed: UInt64) {
        var mutator = Mutator(seed: seed, words: Self.words)
        let reader = LibXMLReader()
        for _ in 0..<50 {
            let xml = SharedSecret(Secret(mutator.spoil(mutator.pick(Self.messages))))
            for read in [
                { _ = try reader.samlResponse(xml: xml) }, { _ = try reader.ecpRequest(xml: xml) },
                { _ = try reader.ecpResponse(xml: xml) },
            ] {
                do { try read() } catch {
                    #expect((error as? FedauthError)?.code == .badAnswer, "seed \(seed): \(error)")
                }
            }
        }
    }
}

/// Answers every request with a damaged page of the collection, a damaged redirect or a failure, and checks the requests.
private final class SpoiltWeb: Transport {
    let password = Known(Known.password)
    private(set) var count = 0
    /// The forbidden data in requests.
    private(set) var complaints: [String] = []
    private var mutator: Mutator
    /// A separate word for each host, in the values of its cookies.
    private let marks = [
        "sp.test": "zQ1spMark", "idp.test": "zQ2idpMark", "login.idp.test": "zQ3loginMark", "evil.test": "zQ4evilMark",
    ]

    private static let pages: [[UInt8]] = {
        let names = [
            "adfs2019.html", "azure.html", "keycloak.html", "nested.html", "okta.html", "refresh.html", "sap-ias.html",
            "shibboleth.html", "simplesamlphp-post.html", "simplesamlphp.html", "tables.html",
        ].compactMap { try? pageBytes($0) }
        let corpus = (try? Corpus.files())?.filter { $0.hasSuffix(".html") }.compactMap {
            try? pageBytes("Corpus/" + $0)
        }
        return names + (corpus ?? [])
            + [
                "<form method=post action=/in><input name=user><input type=password name=pass><button name=go></form>",
                "<form method=post action='https://evil.test/in'><input name=user><input type=password name=p></form>",
                "<form method=post action='https://sp.test/acs'><input type=hidden name=SAMLResponse value='PHg+PC94Pg=='>"
                    + "<input type=hidden name=RelayState value=x></form><script>document.forms[0].submit()</script>",
                "<base href='//idp.test/x/'><form method=post><input name=code autocomplete=one-time-code></form>",
                "<meta http-equiv=refresh content='0;url=/next'><p class=error>Wrong</p>",
                "<form action=yes><input type=submit name=yes></form><form action=no><input type=submit name=no></form>",
                "<form><textarea name=t>\n\nx</textarea><select name=s><option selected>a<option>b</select></form>",
                "<iframe src=/login></iframe><script>x</script>",
            ].map { Array($0.utf8) }
    }()
    private static let locations = [
        "/next", "https://idp.test/sso?SAMLRequest=x", "https://sp.test/finish", "https://login.idp.test/",
        "http://sp.test/",
        "//evil.test/take", "?again",
    ]
    private static let words = [
        "<form method=post>", "</form>", "<input type=password name=p2>", "<input name=u2>", "<template>",
        "</template>",
        "<!--", "-->", "<script>", "</script>", "<textarea>", "<select>", "<base href=https://evil.test/>", "<table>",
        "<svg>", "&#x110000;", "&#0;", "&lt", "\"", "'", ">", "<", "/>", "=", "form=f", "https://evil.test/",
        "; Domain=test", "; Path=/x", "javascript:",
    ]

    init(seed: UInt64) throws { mutator = Mutator(seed: seed, words: Self.words) }

    func send(
        _ request: Request, maximumBodyBytes: Int, deadline: Deadline, streams: ContentStreams
    ) throws(FedauthError) -> Response {
        count += 1
        watch(request)
        if mutator.once(in: 60) { throw FedauthError(.network, "the connection broke") }
        var headers = [(name: "content-type", value: mutator.once(in: 40) ? "a/b" : "text/html")]
        var status = 200
        if mutator.once(in: 3) {
            status = mutator.pick([301, 302, 303, 307, 308])
            headers.append(("location", spoiltText(mutator.pick(Self.locations))))
        } else if mutator.once(in: 30) {
            status = Int.random(in: 100...599, using: &mutator)
        }
        let mark = marks[request.url.host] ?? "zQ0otherMark"
        let cookie = mutator.spoil("n\(count % 5)=\(mark); Path=/; Domain=\(request.url.host)", most: 2)
        return Response(
            status: status, url: request.url, headers: headers, setCookies: [SharedSecret(Secret(cookie))],
            body: SharedSecret(Secret(mutator.spoil(mutator.pick(Self.pages), most: 5))))
    }

    private func spoiltText(_ text: String) -> String {
        mutator.once(in: 2) ? text : String(decoding: mutator.spoil(text, most: 2), as: UTF8.self)
    }

    private func watch(_ request: Request) {
        func text(_ secret: SharedSecret) -> String { secret.withBytes { String(decoding: $0, as: UTF8.self) } }
        let url = request.url.description
        if url.contains(Known.password) { complaints.append("the password stands in \(url)") }
        let holdsPassword = request.body.map(text)?.contains(Known.password) == true
        if holdsPassword, request.url.scheme == .http, !request.url.origin.isLoopback {
            complaints.append("the password went to \(url)")
        }
        let cookies = request.headers.filter { $0.name == "Cookie" }.map { text($0.value) }.joined()
        for (host, mark) in marks where cookies.contains(mark) {
            // A damaged Domain may be the common parent of both hosts.
            let home = host.hasSuffix(".idp.test") ? "idp.test" : host
            let belongs = request.url.host == home || request.url.host.hasSuffix("." + home)
            if !belongs { complaints.append("a cookie of \(host) went to \(url)") }
        }
    }
}

private final class Known: SecretSource {
    static let password = "zQfuzzPassword"
    let description = "test"
    private let text: String
    init(_ text: String) { self.text = text }
    func secret() throws(FedauthError) -> Secret { Secret(text.utf8) }
}

/// Answers no question and drops all messages; every name without a dot is a public suffix.
private final class Silence: Prompter, Reporter, PublicSuffixes {
    let canAsk = false
    func ask(_ question: String, isSecret: Bool) throws(FedauthError) -> Secret {
        throw FedauthError(.inputNeeded, "x")
    }
    func confirm(_ question: String) throws(FedauthError) -> Bool { throw FedauthError(.inputNeeded, "x") }
    func note(_ text: String) {}
    func warning(_ text: String) {}
    func detail(_ text: String) {}
    func stillWaiting() {}
    func waitIsOver() {}
    func isPublicSuffix(_ domain: String) -> Bool { !domain.contains(".") }
}
