package import Core
package import Secrets

/// A web of pages in memory: answers by address and records the requests.
package final class ScriptedWeb: Transport {
    package struct Asked {
        package var method: String
        package var url: String
        package var body: String
        package var cookie: String?
        package var agent: String?
        package var negotiates = false
    }

    private var answers: [String: [Response]] = [:]
    package private(set) var asked: [Asked] = []
    /// Runs while a form is being sent, as another process would.
    package var meanwhile: (() -> Void)?
    /// Whether there is a Kerberos ticket.
    package var hasTicket = true
    /// The error in place of an answer to a form.
    package var silence: ErrorCode?

    /// Creates a web without answers.
    package init() {}

    /// Adds an answer for `METHOD URL`. Several answers for one address are given in order, and the last one is repeated.
    package func on(
        _ method: String, _ url: String, status: Int = 200, headers: [(String, String)] = [], cookies: [String] = [],
        page: String = ""
    )
        throws
    {
        answers["\(method) \(url)", default: []].append(
            Response(
                status: status, url: try WebURL(url),
                headers: headers.map { (name: $0.0, value: $0.1) }
                    + (headers.contains { $0.0 == "content-type" } ? [] : [("content-type", "text/html")]),
                setCookies: cookies.map(SharedSecret.init(text:)), body: SharedSecret(text: page)))
    }

    package func send(
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
        if let silence, request.method == "POST" { throw FedauthError(silence, "no answer is scripted") }
        // A request with a Kerberos ticket counts as `TICKET URL`.
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

/// Returns pages by their text; the tests' pages are values, not HTML.
package final class ScriptedReader: MarkupReader {
    package var pages: [String: Page] = [:]
    package var response: SAMLResponse?
    /// The fault that an ECP endpoint answers; nil: what it answers is no SOAP.
    package var fault: String?
    /// Runs while a page is read.
    package var whileReading: () -> Void = {}

    package init() {}

    package func page(html: SharedSecret, charset: String?, deadline: Deadline?) throws(FedauthError) -> Page {
        whileReading()
        return pages[html.withBytes { String(decoding: $0, as: UTF8.self) }] ?? Page()
    }
    package func encode(_ text: SharedSecret, charset: String) -> SharedSecret { text }
    package func samlResponse(xml: SharedSecret) throws(FedauthError) -> SAMLResponse {
        guard let response else { throw FedauthError(.badAnswer, "no response is scripted") }
        return response
    }
    package func ecpRequest(xml: SharedSecret) throws(FedauthError) -> ECPRequest {
        ECPRequest(
            responseConsumerURL: "https://sp/ecp", messageID: nil, relayState: nil,
            forIdentityProvider: SharedSecret(text: "<x/>"))
    }
    package func ecpResponse(xml: SharedSecret) throws(FedauthError) -> ECPResponse {
        guard let fault else { throw FedauthError(.badAnswer, "this is no SOAP") }
        return ECPResponse(assertionConsumerServiceURL: nil, response: SAMLResponse(statusCodes: []), fault: fault)
    }
}

/// Treats no name as a public suffix.
package final class NoSuffixes: PublicSuffixes {
    package init() {}
    package func isPublicSuffix(_ domain: String) -> Bool { false }
}

/// Records the messages.
package final class RecordingReporter: Reporter {
    package var said: [String] = []
    package var masked: [SharedSecret] = []
    package init() {}
    package func note(_ text: String) { said.append(text) }
    package func warning(_ text: String) { said.append("warning: " + text) }
    package func detail(_ text: String) { said.append("detail: " + text) }
    package func mask(_ secret: SharedSecret) { masked.append(secret) }
    package func stillWaiting() {}
    package private(set) var endedWaits = 0
    package func waitIsOver() { endedWaits += 1 }
}

/// Answers questions from a list.
package final class ScriptedPrompter: Prompter {
    package var answers: [String]
    package var questions: [String] = []
    package var canAsk: Bool

    package init(_ answers: [String] = [], canAsk: Bool = true) {
        self.answers = answers
        self.canAsk = canAsk
    }

    package func ask(_ question: String, isSecret: Bool) throws(FedauthError) -> Secret {
        questions.append(question)
        guard canAsk, !answers.isEmpty else { throw FedauthError(.cancelled, "no answer is scripted") }
        return Secret(answers.removeFirst().utf8)
    }

    package func confirm(_ question: String) throws(FedauthError) -> Bool {
        try ask(question, isSecret: false).withBytes { String(decoding: $0, as: UTF8.self) == "y" }
    }
}

/// A known secret.
package final class FixedSource: SecretSource {
    package let description = "test"
    package let isPublic: Bool
    private let text: String
    package init(_ text: String, isPublic: Bool) {
        self.text = text
        self.isPublic = isPublic
    }
    package convenience init(_ text: String) { self.init(text, isPublic: false) }
    package func secret() throws(FedauthError) -> Secret { Secret(text.utf8) }
}

/// Runs `body` and returns the error that it must throw.
package func failure(_ body: () throws -> Void) -> FedauthError? {
    do {
        try body()
        return nil
    } catch {
        return error as? FedauthError
    }
}

extension UserAgent {
    /// Creates a user agent for which no name is a public suffix.
    package init(
        _ transport: any Transport, reader: any MarkupReader = ScriptedReader(), clock: any WallClock,
        policy: NavigationPolicy = NavigationPolicy()
    ) {
        self.init(transport: transport, reader: reader, suffixes: NoSuffixes(), clock: clock, policy: policy)
    }
}
