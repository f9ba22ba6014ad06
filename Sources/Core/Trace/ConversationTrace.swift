public import Secrets

/// Writes what happens to a trace, in the one format of all conversations. `TracePage` reads it. A line begins with the
/// kind of what it says: `#` a new event, with its time, `>` what was sent, `<` what came, `=` what fedauth made of it,
/// `*` what the user was told or asked, `!` an error.
public final class ConversationTrace {
    private let sink: any TraceSink
    private let known: KnownSecrets
    private let redaction: Redaction
    private let clock: (any WallClock)?
    private let start: Int64
    private var requests = 0

    /// Writes to `sink`; `known` gets the secrets of the conversation before they could be written; `showsSecrets`
    /// omits nothing. Without a clock, neither the time of events is written, nor that of what messages say.
    public init(_ sink: any TraceSink, known: KnownSecrets, showsSecrets: Bool, clock: (any WallClock)? = nil) {
        (self.sink, self.known, self.clock) = (sink, known, clock)
        start = clock?.monotonicMilliseconds ?? 0
        redaction = Redaction(showsSecrets: showsSecrets)
    }

    /// Writes the first line: the program, and the time by this machine's clock.
    public func begin(by program: String) {
        guard let clock else { return }
        sink.write("# \(program), \(clock.now.iso8601)" + (redaction.showsSecrets ? TracePage.secretsMark : ""))
    }

    /// Writes a request that is about to be sent, and returns its number. `streamed`: the length of content that is not
    /// in the request, `some` when unknown; nil: there is none. `isOfBrowser`: a browser sends it.
    @discardableResult
    public func write(_ request: Request, streamed: String? = nil, isOfBrowser: Bool = false) -> Int {
        if known.isWanted { known.learn(ConversationSecrets.of(request, passwords: known.fieldNames)) }
        requests += 1
        begin("request \(requests)", isOfBrowser ? ", by the browser" : "")
        sink.write("> \(request.method) \(redaction.url(request.url))")
        if request.negotiates { sink.write("> authorization: Negotiate (by libcurl, if there is a ticket)") }
        for header in request.headers { sink.write("> \(line(header))") }
        if let body = request.body { sink.write("> \(content(body, request.headers))") }
        if let streamed { sink.write("> (\(streamed) bytes, streamed)") }
        if let clock {
            let messages = TracedMessages(now: clock.now, redaction: redaction)
            for line in messages.lines(of: request) { sink.write("= " + line) }
        }
        return requests
    }

    /// Writes an answer to the request `number`, or the latest; without known content, no length and no outline.
    public func write(_ response: Response, answering number: Int? = nil, hasBody: Bool = true) {
        if known.isWanted { known.learn(ConversationSecrets.of(response)) }
        begin("answer \(number ?? requests)")
        sink.write("< \(response.status)")
        for header in response.headers {
            sink.write("< \(redaction.field(header.name, header.value, base: response.url))")
        }
        for field in response.setCookies { sink.write("< \(redaction.setCookie(field))") }
        guard hasBody else { return }
        sink.write("< (\(response.body.count) bytes)")
        if redaction.showsSecrets, !response.body.isEmpty { sink.write("< \(redaction.text(response.body))") }
        if !redaction.showsSecrets, Self.isJSON(response), let outline = JSONOutline.text(response.body) {
            sink.write("< \(outline)")
        }
        guard let clock, !redaction.showsSecrets else { return }
        let messages = TracedMessages(now: clock.now, redaction: redaction)
        for line in messages.lines(ofTokens: response) { sink.write("= " + line) }
    }

    /// Writes why there is no answer to a request; nil: to the latest one.
    public func write(_ error: FedauthError, answering number: Int? = nil) {
        begin("failure \(number ?? requests)")
        sink.write("! \(error.message)")
        for cause in error.causes { sink.write("!   \(cause)") }
    }

    /// Writes which cookies of an answer were kept, and which rule dropped the others.
    func writeCookies(of response: Response) {
        guard clock != nil else { return }
        var refused = response.refusedCookies
        for field in response.setCookies {
            let cookie = SetCookie(field: field)
            let name = cookie?.name ?? "?"
            if let index = refused.firstIndex(where: { $0.name == name }) {
                sink.write("= cookie \(name.folded(to: 60)): dropped, \(refused.remove(at: index).why.rawValue)")
            } else {
                let domain = cookie?.last("domain").map { "for \($0.folded(to: 80)) and below" }
                sink.write("= cookie \(name.folded(to: 60)): kept, \(domain ?? "for this host only")")
            }
        }
    }

    /// Writes that the browser has refused a cookie, by its own word for the rule.
    public func writeRefused(_ cookie: SharedSecret, byBrowserFor reasons: [String]) {
        guard clock != nil else { return }
        let name = SetCookie(field: cookie)?.name ?? "?"
        sink.write(
            "= cookie \(name.folded(to: 60)): dropped by the browser, \(reasons.joined(separator: ", ").folded())")
    }

    /// Writes what the judge of answers took an answer for, and why.
    public func write(_ meaning: AnswerMeaning, of response: Response) {
        if clock != nil { sink.write("= taken for \(meaning.words(for: response, redaction))") }
    }

    /// Writes what a document of a sign-in was taken for: the messages at a finish that is not requested, for example.
    func write(_ meaning: AnswerMeaning, of document: Document) {
        // What a page with a message is, its step says.
        if case .handOn(let form)? = document.page?.meaning, form.carriesProtocolMessage { return }
        guard let answer = document.finishAnswer else { return write(meaning, of: document.response) }
        guard let clock else { return }
        let request = Request("POST", answer.url, headers: [.form], body: answer.form)
        if known.isWanted { known.learn(ConversationSecrets.of(request)) }
        sink.write("= taken for the finish, which is not requested: \(redaction.url(answer.url))")
        for line in TracedMessages(now: clock.now, redaction: redaction).lines(of: request) { sink.write("= " + line) }
    }

    /// Begins what is read of an answer after others have come, as a browser shows its page.
    public func beginPage(answering number: Int) { begin("page \(number)") }

    /// Writes a `note`, `warning`, `question` or what was `answered`; addresses in it as those of requests.
    public func tell(_ kind: String, _ text: String) {
        guard clock != nil else { return }
        begin(kind)
        if !text.isEmpty { sink.write("* \(redaction.addresses(in: text).folded(to: 400))") }
    }

    /// Writes how the command ended; if it `handsOver`, another command goes on in its place, so that nobody knows yet.
    public func end(_ error: FedauthError?, handsOver: Bool = false) {
        guard clock != nil else { return }
        begin("end")
        guard let error else { return sink.write(handsOver ? "= handed over to the command" : "= done") }
        if !error.message.isEmpty { sink.write("! \(error.code.name): \(error.message)") }
        if let hint = error.hint { sink.write("! hint: \(hint)") }
        sink.write("! exit status \(error.code.status.number)")
    }

    /// Begins an event.
    private func begin(_ what: String, _ more: String = "") {
        guard let clock else { return }
        let time = max(0, clock.monotonicMilliseconds - start)
        let fraction = String(time % 1000 + 1000).dropFirst()
        sink.write("# \(what) at \(time / 1000).\(fraction) s\(more)")
    }

    private static func isJSON(_ response: Response) -> Bool {
        let type = MediaType(response.header("content-type") ?? "").essence
        // Some servers declare JSON as text. Content that is not JSON has no outline.
        return type.hasSuffix("/json") || type.hasSuffix("+json") || response.body.firstVisible == UInt8(ascii: "{")
    }

    private func line(_ header: Request.Header) -> String {
        let name = header.name.lowercased()
        if name == "cookie" { return "cookie: \(redaction.pairs(header.value, separator: 0x3B))" }
        guard redaction.showsSecrets || Redaction.harmless.contains(name) else { return "\(name): \(Redaction.mark)" }
        return "\(name): \(redaction.text(header.value))"
    }

    private func content(_ body: SharedSecret, _ headers: [Request.Header]) -> String {
        let type = headers.first { $0.name.lowercased() == "content-type" }.map { redaction.text($0.value) } ?? ""
        if MediaType(type).isForm { return "(\(body.count) bytes) \(redaction.pairs(body, separator: 0x26))" }
        return redaction.showsSecrets ? redaction.text(body) : "(\(body.count) bytes)"
    }
}
