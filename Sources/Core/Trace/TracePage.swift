/// A trace as one page for a browser: who sent what to whom, and what fedauth made of it. It is made from the lines of the text and
/// from nothing else, so that it shows no more than the text does.
public struct TracePage {
    /// Stands before the text in a file for a page while the command runs. Browsers show what follows `plaintext` as text, whatever
    /// it is (HTML standard, section 13.2.5.5), so that a trace whose command was killed can be read.
    public static let head = """
        <!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'">\
        <title>fedauth: the command has not ended</title><plaintext>

        """

    /// What a line with `#` begins.
    struct Event {
        /// `request`, `answer`, `failure`, `page`, `note`, `warning`, `question`, `answered`, `end`, or the program.
        var kind: Substring
        /// That of the request; 0: none.
        var number = 0
        /// Since the beginning; nil: not known.
        var milliseconds: Int?
        var isOfBrowser = false
        var lines: [Substring] = []

        /// The lines of a kind, without their mark.
        func lines(_ mark: Character) -> [Substring] { lines.filter { $0.first == mark }.map { $0.dropFirst(2) } }
    }

    /// A request with what came of it.
    struct Exchange {
        var request: Event
        var answer: Event?
        /// What was read of its page last.
        var page: [Substring] = []
        /// Origin and the rest of the address.
        var origin: Substring
        var method: Substring
        var target: Substring
    }

    /// What stands in one row.
    enum Row {
        case exchange(Exchange)
        case person(Event)
    }

    private(set) var program: Substring = ""
    /// Whether the trace was written by `--trace-secrets`.
    var holdsSecrets: Bool { program.hasSuffix(Self.secretsMark) }
    static let secretsMark = ", with secrets"
    private(set) var rows: [Row] = []
    private(set) var origins: [Substring] = []
    private(set) var end: Event?
    /// The place of each request in `rows`.
    private var places: [Int: Int] = [:]

    /// Whether the text had no event, so that it is no trace.
    public var isEmpty: Bool { rows.isEmpty && end == nil }

    /// Reads the text of a trace, or of the file of a page whose command has not ended.
    public init(text: String) {
        var event: Event?
        // What stands before the first event, such as `head`, is left out. A line break of Windows is one character.
        for line in text.split(whereSeparator: { $0 == "\n" || $0 == "\r\n" }) {
            if line.hasPrefix("# ") {
                if let event { add(event) }
                event = Self.event(line.dropFirst(2))
            } else {
                event?.lines.append(line)
            }
        }
        if let event { add(event) }
    }

    /// The milliseconds that are believed: a text of another origin may have any number.
    private static let times = 0...1_000_000_000_000

    /// Reads `request 3 at 0.214 s, by the browser`.
    private static func event(_ line: Substring) -> Event {
        let words = line.split(separator: " ")
        var event = Event(kind: words.first ?? "")
        guard let at = words.firstIndex(of: "at"), at < 3, words.count > at + 1 else {
            event.kind = line
            return event
        }
        if at == 2 { event.number = Int(words[1]) ?? 0 }
        event.milliseconds = Int(words[at + 1].filter { $0 != "." }).flatMap { times.contains($0) ? $0 : nil }
        event.isOfBrowser = line.hasSuffix("by the browser")
        return event
    }

    private mutating func add(_ event: Event) {
        switch event.kind {
        case "request":
            let words = (event.lines.first ?? "").split(separator: " ", maxSplits: 2)
            guard words.count > 1 else { return }
            var (origin, target): (Substring, Substring) = ("(address left out)", "")
            // Where a secret covers the address, it has no scheme.
            if words.count > 2, let scheme = words[2].firstIndex(of: ":") {
                let host = words[2][scheme...].drop { $0 == ":" || $0 == "/" }.prefix { !"/?#".contains($0) }
                (origin, target) = (words[2][..<host.endIndex], words[2][host.endIndex...])
            }
            if !origins.contains(origin) { origins.append(origin) }
            places[event.number] = rows.count
            rows.append(.exchange(Exchange(request: event, origin: origin, method: words[1], target: target)))
        case "answer", "failure":
            guard let place = places[event.number], case .exchange(var exchange) = rows[place] else { return }
            // What is read later, such as the text of a page, belongs to the same answer.
            exchange.answer = event
            rows[place] = .exchange(exchange)
        case "page":
            guard let place = places[event.number], case .exchange(var exchange) = rows[place] else { return }
            if event.lines.first?.hasPrefix("= page ") == true { exchange.page = [] }
            exchange.page += event.lines("=")
            rows[place] = .exchange(exchange)
        case "note", "warning", "question", "answered": rows.append(.person(event))
        case "end": end = event
        default: program = event.kind
        }
    }

    /// Whether what a message or a cookie says is a fault.
    static func isFault(_ line: Substring) -> Bool {
        line.contains(": dropped") || line.hasSuffix("by this machine's clock") || line.hasPrefix("error: ")
            || (line.hasPrefix("status: ") || line.hasPrefix("SAML response from ")) && !line.hasSuffix("Success")
    }
}

extension TracePage.Exchange {
    /// The status; nil: there is no answer.
    var status: Int? { answer?.lines("<").first.flatMap { Int($0) } }
    /// What is read from the message, the answer and its page.
    var remarks: [Substring] { request.lines("=") + (answer?.lines("=") ?? []) + page }

    /// Whether a page of the browser needs it, and the sign-in does not: a picture, a script, a style.
    var isPart: Bool {
        guard request.isOfBrowser else { return false }
        let fields = request.lines(">")
        if let use = fields.first(where: { $0.hasPrefix("sec-fetch-dest: ") })?.dropFirst(16) {
            return !["document", "iframe", "frame", "empty"].contains(use)
        }
        return method == "GET" && !fields.contains { $0.hasPrefix("accept: ") && $0.contains("html") }
    }

    /// What a reader who looks for a fault should see.
    var findings: [String] {
        var found = remarks.map { $0.drop { $0 == " " } }.filter(TracePage.isFault).map(\.description)
        if let status, status >= 400 { found.append("status \(status)") }
        return found + (answer?.lines("!").prefix(1).map(\.description) ?? [])
    }
}
