internal import Core
internal import Secrets

/// Writes the conversation of the windows to a trace, by the DevTools domain Network. The browser tells of a request
/// and of an answer twice, in either order: what the page sees, and the fields that were really sent or received, with
/// the cookies. One is written when both are known, or when the next event shows that the second is missing.
final class BrowserTrace {
    /// The events that `take` understands.
    static let events: Set<String> = [
        "Network.requestWillBeSent", "Network.requestWillBeSentExtraInfo", "Network.responseReceived",
        "Network.responseReceivedExtraInfo", "Network.loadingFailed", "Network.loadingFinished",
    ]
    /// Content of this length is reported with a request; it is in memory anyway.
    static let postBytes = 65_536
    /// Requests of a page that never end are forgotten beyond this number.
    private static let maximumRequests = 2_000

    private let trace: ConversationTrace
    /// Servers whose requests fedauth sends itself, and writes itself.
    private let relayed: Set<Origin>
    private var exchanges: [String: Exchange] = [:]
    /// The answers that brought the documents of the windows, and whether it was said what they were taken for.
    private var documents: [String: (number: Int, response: Response, isJudged: Bool)] = [:]

    /// One request with its answer; redirects have the same ID, one after the other.
    private struct Exchange {
        /// The request that is not written yet.
        var request: (value: Request, hasContent: Bool)?
        /// The fields that were really sent; they may come before the request.
        var sent: [Request.Header]?
        /// The answer that is not written yet.
        var response: Response?
        /// The fields that were really received; they may come before the answer.
        var received: JSONValue?
        var address: String
        /// The window, if it is a document for one.
        var window: String?
        /// The number in the trace, of the request that was written last.
        var number: Int?
        /// The cookies of the answer that the browser has refused, each with its words for the reasons.
        var refused: [(cookie: SharedSecret, reasons: [String])] = []
    }

    init(_ trace: ConversationTrace, relayed: Set<Origin>) { (self.trace, self.relayed) = (trace, relayed) }

    /// Writes what an event completes.
    func take(_ event: DevToolsConnection.Event) {
        guard Self.events.contains(event.method), let name = event.parameters["requestId"]?.text else { return }
        // Frames in other processes count their requests themselves.
        let id = "\(event.session ?? "") \(name)"
        if exchanges[id] == nil, exchanges.count >= Self.maximumRequests { return }
        var exchange = exchanges[id] ?? Exchange(address: "")
        exchanges[id] = take(event.method, event.parameters, event.session, &exchange) ? nil : exchange
    }

    /// Begins what is read of the page that a window shows.
    func beginPage(in session: String) {
        if let document = documents[session] { trace.beginPage(answering: document.number) }
    }

    /// Writes what a page was taken for, when its scripts have run.
    func judge(_ page: Page?, in session: String) {
        guard let document = documents[session] else { return }
        documents[session]?.isJudged = true
        beginPage(in: session)
        trace.write(AnswerMeaning(document.response, page: page, expecting: .content()), of: document.response)
    }

    /// Judges the documents that nobody has read, such as that of the finish, by their answers alone.
    func end() { for (session, document) in documents where !document.isJudged { judge(nil, in: session) } }

    /// Returns whether nothing more is expected of the exchange.
    private func take(
        _ method: String, _ parameters: JSONValue, _ session: String?, _ exchange: inout Exchange
    ) -> Bool {
        switch method {
        case "Network.requestWillBeSent":
            if let redirect = parameters["redirectResponse"] {
                writeRequest(&exchange)
                exchange.response = response(redirect)
                writeResponse(&exchange)
            }
            guard let asked = parameters["request"] else { return true }
            exchange.address = asked["url"]?.text ?? ""
            exchange.window = parameters["type"]?.text == "Document" ? session : nil
            exchange.request = request(asked)
            if exchange.sent != nil { writeRequest(&exchange) }
        case "Network.requestWillBeSentExtraInfo":
            exchange.sent = Self.headers(parameters["headers"])
            if exchange.request != nil { writeRequest(&exchange) }
        case "Network.responseReceived":
            writeRequest(&exchange)
            exchange.response = parameters["response"].flatMap(response)
            let isWhole = exchange.received != nil || parameters["hasExtraInfo"]?.bool != true
            if isWhole { writeResponse(&exchange) }
        case "Network.responseReceivedExtraInfo":
            exchange.received = parameters["headers"]
            exchange.refused = (parameters["blockedCookies"]?.elements ?? []).compactMap { blocked in
                guard let cookie = blocked["cookieLine"]?.secret else { return nil }
                return (cookie, blocked["blockedReasons"]?.elements?.compactMap(\.text) ?? [])
            }
            if exchange.response != nil { writeResponse(&exchange) }
        case "Network.loadingFailed":
            let isPending = exchange.request != nil
            writeRequest(&exchange)
            writeResponse(&exchange)
            let words = parameters["errorText"]?.text ?? ""
            // What a page gave up after its answer is no failure of the conversation.
            if isPending || !PageFailure.isAbandoned(words), isWritten(exchange.address) {
                let reason = parameters["blockedReason"]?.text.map { " (\($0))" } ?? ""
                trace.write(
                    PageFailure.error(words.isEmpty ? "it was stopped\(reason)" : words, at: exchange.address),
                    answering: exchange.number)
            }
            return true
        default:
            writeRequest(&exchange)
            writeResponse(&exchange)
            return true
        }
        return false
    }

    private func isWritten(_ address: String) -> Bool {
        guard let url = BrowserAddress.web(address) else { return false }
        return !(url.scheme == .https && relayed.contains(url.origin))
    }

    private func request(_ asked: JSONValue) -> (value: Request, hasContent: Bool)? {
        guard let address = asked["url"]?.text, isWritten(address), let url = BrowserAddress.web(address) else {
            return nil
        }
        let body = asked["postData"]?.secret
        let request = Request(asked["method"]?.text ?? "GET", url, headers: Self.headers(asked["headers"]), body: body)
        return (request, asked["hasPostData"]?.bool ?? (body != nil))
    }

    private func response(_ reported: JSONValue) -> Response? {
        guard let address = reported["url"]?.text, isWritten(address), let url = BrowserAddress.web(address) else {
            return nil
        }
        return Self.filled(Response(status: Int(reported["status"]?.integer ?? 0), url: url), reported["headers"])
    }

    private func writeRequest(_ exchange: inout Exchange) {
        defer { exchange.sent = nil }
        guard let pending = exchange.request else { return }
        exchange.request = nil
        var request = pending.value
        if let sent = exchange.sent { request.headers = sent }
        exchange.number = trace.write(
            request, streamed: pending.hasContent && request.body == nil ? "some" : nil, isOfBrowser: true)
    }

    private func writeResponse(_ exchange: inout Exchange) {
        defer { exchange.received = nil }
        guard var response = exchange.response else { return }
        exchange.response = nil
        if let received = exchange.received { response = Self.filled(response, received) }
        trace.write(response, answering: exchange.number, hasBody: false)
        if let window = exchange.window, response.redirect == nil, let number = exchange.number {
            // A page that went on by itself before it was read.
            if documents[window]?.isJudged == false { judge(nil, in: window) }
            documents[window] = (number, response, false)
        } else {
            trace.write(AnswerMeaning(response, page: nil, expecting: .content()), of: response)
        }
        for refused in exchange.refused { trace.writeRefused(refused.cookie, byBrowserFor: refused.reasons) }
        exchange.refused = []
    }

    /// Leaves out the fields with a colon, in which HTTP/2 puts method and address.
    private static func headers(_ reported: JSONValue?) -> [Request.Header] {
        (reported?.members ?? []).compactMap { field in
            guard !field.name.hasPrefix(":"), let value = field.value.secret else { return nil }
            return Request.Header(field.name.asciiLowercased, value)
        }
    }

    /// Returns the answer with these fields; the browser joins fields of the same name by line breaks.
    private static func filled(_ response: Response, _ reported: JSONValue?) -> Response {
        var response = response
        response.headers = []
        response.setCookies = []
        for field in headers(reported) {
            let values = field.value.withBytes { bytes in
                bytes.split(separator: 0x0A).map { SharedSecret(copying: UnsafeRawBufferPointer(rebasing: $0)) }
            }
            if field.name == "set-cookie" {
                response.setCookies += values
            } else {
                response.headers += values.map { value in
                    (field.name, value.withBytes { String(decoding: $0, as: UTF8.self) })
                }
            }
        }
        return response
    }
}
