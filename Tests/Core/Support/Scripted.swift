import Core
import Secrets
import Testing

/// A web of pages in memory: answers by address, and remembers what it was asked.
final class ScriptedWeb: Transport {
    struct Asked {
        var method: String
        var url: String
        var body: String
        var cookie: String?
        var agent: String?
        var negotiates = false
    }

    private var answers: [String: [Response]] = [:]
    private(set) var asked: [Asked] = []
    /// What others do while a form is being sent.
    var meanwhile: (() -> Void)?
    /// Whether there is a Kerberos ticket.
    var hasTicket = true

    /// Adds an answer for `METHOD URL`; several for one address are given one after the other, the last one for ever.
    func on(
        _ method: String, _ url: String, status: Int = 200, headers: [(String, String)] = [], cookies: [String] = [],
        page: String = ""
    )
        throws
    {
        answers["\(method) \(url)", default: []].append(
            Response(
                status: status, url: try WebURL(url),
                headers: headers.map { (name: $0.0, value: $0.1) } + [("content-type", "text/html")],
                setCookies: cookies.map(SharedSecret.init(text:)), body: SharedSecret(text: page)))
    }

    func send(
        _ request: Request, maximumBodyBytes: Int, deadline: Deadline, streams: ContentStreams
    ) throws(FedauthError) -> Response {
        func text(_ secret: SharedSecret) -> String { secret.withBytes { String(decoding: $0, as: UTF8.self) } }
        asked.append(
            Asked(
                method: request.method, url: request.url.description, body: request.body.map(text) ?? "",
                cookie: request.headers.first { $0.name == "Cookie" }.map { text($0.value) },
                agent: request.headers.first { $0.name == "User-Agent" }.map { text($0.value) },
                negotiates: request.negotiates))
        if request.method == "POST" { meanwhile?() }
        // A request with a ticket is another one: `TICKET URL`.
        if request.negotiates && !hasTicket { throw FedauthError(.noTicket, "no ticket is scripted") }
        let key = "\(request.negotiates ? "TICKET" : request.method) \(request.url)"
        guard let first = answers[key]?.first else {
            throw FedauthError(.network, "nothing is scripted for \(key)")
        }
        if let count = answers[key]?.count, count > 1 { answers[key]?.removeFirst() }
        return Response(
            status: first.status, url: request.url, headers: first.headers, setCookies: first.setCookies,
            body: first.body)
    }
}

/// Pages by their text: the tests' pages are values, not HTML.
final class ScriptedReader: MarkupReader {
    var pages: [String: Page] = [:]
    var response: SAMLResponse?

    func page(html: SharedSecret, charset: String?) throws(FedauthError) -> Page {
        pages[html.withBytes { String(decoding: $0, as: UTF8.self) }] ?? Page()
    }
    func encode(_ text: SharedSecret, charset: String) -> SharedSecret { text }
    func samlResponse(xml: SharedSecret) throws(FedauthError) -> SAMLResponse {
        guard let response else { throw FedauthError(.badAnswer, "no response is scripted") }
        return response
    }
    func ecpRequest(xml: SharedSecret) throws(FedauthError) -> ECPRequest {
        throw FedauthError(
            .badAnswer,
            "not "
                + "scripted")
    }
    func ecpResponse(xml: SharedSecret) throws(FedauthError) -> ECPResponse {
        throw FedauthError(
            .badAnswer,
            "not "
                + "scripted")
    }
}

/// Nothing is a public suffix.
final class NoSuffixes: PublicSuffixes {
    func isPublicSuffix(_ domain: String) -> Bool { false }
}

/// Remembers what was said.
final class RecordingReporter: Reporter {
    var said: [String] = []
    func note(_ text: String) { said.append(text) }
    func warning(_ text: String) { said.append("warning: " + text) }
    func detail(_ text: String) { said.append("detail: " + text) }
    func stillWaiting() {}
    func waitIsOver() {}
}

/// Answers questions from a list.
final class ScriptedPrompter: Prompter {
    var answers: [String]
    var questions: [String] = []
    var canAsk: Bool

    init(_ answers: [String] = [], canAsk: Bool = true) {
        self.answers = answers
        self.canAsk = canAsk
    }

    func ask(_ question: String, isSecret: Bool) throws(FedauthError) -> Secret {
        questions.append(question)
        guard canAsk, !answers.isEmpty else { throw FedauthError(.cancelled, "no answer is scripted") }
        return Secret(answers.removeFirst().utf8)
    }

    func confirm(_ question: String) throws(FedauthError) -> Bool {
        try ask(question, isSecret: false).withBytes { String(decoding: $0, as: UTF8.self) == "y" }
    }
}

/// A secret that is known.
final class FixedSource: SecretSource {
    let description = "test"
    private let text: String
    init(_ text: String) { self.text = text }
    func secret() throws(FedauthError) -> Secret { Secret(text.utf8) }
}

/// Runs `body` and gives the error that it must throw.
func failure(_ body: () throws -> Void) -> FedauthError? {
    do {
        try body()
        return nil
    } catch {
        return error as? FedauthError
    }
}
