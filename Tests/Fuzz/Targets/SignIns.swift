import Crypto
import Markup
import Secrets

@testable import Core

/// A complete sign-in by the form engine, with servers that return the responses of the input. It ends at the finish or with a
/// readable error, sends no unencrypted request, and puts the password into no address.
@Sendable func checkSignIn(_ input: FuzzInput) throws {
    let web = ScriptedAnswers(input)
    let terminal = SilentTerminal()
    var known = LoginCredentials.Known()
    known.user = "ada"
    known.password = FixedSecret(Surroundings.password)
    known.acceptsConsent = true
    let presenter = FormPresenter(
        userAgent(web),
        answers: LoginCredentials(
            known: known, store: MemoryStores.empty(), prompter: terminal, reporter: terminal,
            clock: Surroundings.clock()),
        reporter: terminal, wait: { _ in })
    let request = PresentationRequest(
        start: AuthorizationEndpoint(try WebURL("https://sp.test/login")),
        finish: FinishEndpoint(try WebURL("https://sp.test/finish")), deadline: Surroundings.deadline())
    let shown = try attempt { () throws(FedauthError) in try presenter.present(request) }
    if let shown {
        try require(request.finish.matches(shown.answer.url), "it ended at '\(shown.answer.url)'")
        for cookie in shown.jar.cookies {
            try require(cookie.isFor(host: cookie.setBy.host), "a cookie of '\(cookie.domain)'")
        }
    }
    for request in web.requests {
        try require(!request.url.withFragment.contains(Surroundings.password), "the password is in '\(request.url)'")
        try require(request.url.scheme == .https || request.url.origin.isLoopback, "'\(request.url)' is not encrypted")
        let other = request.url.host
        let cookies = request.headers.filter { $0.name == "Cookie" }
        try require(cookies.count <= 1, "several Cookie fields for '\(other)'")
    }
    try terminal.requirePrintable()
}

/// An enrolment at a Secure Login Server that returns the responses of the input. User name and password go to that server
/// only.
@Sendable func checkSLS(_ input: FuzzInput) throws {
    let web = ScriptedAnswers(input)
    let terminal = SilentTerminal()
    var known = LoginCredentials.Known()
    known.user = "ada"
    known.password = FixedSecret(Surroundings.password)
    for name in ["otp", "code"] { known.fields[name] = FixedSecret("123456") }
    let words = SLSVocabulary()
    let addresses = try SLSAddresses(base: WebURL("https://sls.test/"), code: "P", words: words)
    let server = SLSServer(
        userAgent(web), addresses: addresses, words: words, wishes: EnrollmentWishes(), negotiates: false,
        answers: LoginCredentials(
            known: known, store: MemoryStores.empty(), prompter: terminal, reporter: terminal,
            clock: Surroundings.clock()),
        reporter: terminal)
    try enroll(at: server)
    try require(web.requests.allSatisfy { $0.url.origin == addresses.base.origin }, "another server is asked")
    try web.requirePasswordOnly(for: [addresses.base.origin])
    try terminal.requirePrintable()
}

/// An enrolment by EST (RFC 7030) at a server that returns the responses of the input. Nothing goes to another origin.
@Sendable func checkEST(_ input: FuzzInput) throws {
    let web = ScriptedAnswers(input)
    let terminal = SilentTerminal()
    let base = try WebURL("https://est.test/.well-known/est")
    let server = ESTServer(
        userAgent(web), base: base, asksForAttributes: true, answerers: [], reporter: terminal, wait: { _ in })
    try enroll(at: server)
    try require(web.requests.allSatisfy { $0.url.origin == base.origin }, "another server is asked")
    try terminal.requirePrintable()
}

/// Checks that an issued certificate belongs to the key.
private func enroll(at server: any EnrollmentServer) throws {
    let key = try FuzzKey.p256()
    let enrollment = Enrollment(server: server, cryptography: OpenSSLEnrollment(), clock: Surroundings.clock())
    let outcome = try attempt { () throws(FedauthError) in
        try enrollment.run(EnrollmentWishes(), key: .own(key), deadline: Surroundings.deadline())
    }
    guard let leaf = outcome?.certificate.chain.first.flatMap({ Certificate(der: $0) }) else { return }
    try require(try PrivateKey(pkcs8: key).belongs(to: leaf), "a certificate of another key")
}

private func userAgent(_ transport: any Transport) -> UserAgent {
    UserAgent(
        transport: transport, reader: LibXMLReader(), suffixes: FewSuffixes(), clock: Surroundings.clock())
}
