internal import Core
internal import Secrets

/// Commands and events of the Chrome DevTools Protocol (https://chromedevtools.github.io/devtools-protocol/), or of
/// WebDriver BiDi (https://w3c.github.io/webdriver-bidi/), whose messages differ little.
final class DevToolsConnection {
    /// The protocol that the browser speaks.
    enum Dialect {
        case devTools, webDriver

        /// How an event begins, up to its name.
        var eventStart: String { self == .devTools ? #"{"method":""# : #"{"type":"event","method":""# }

        /// Returns the words of an answer that reports an error; nil for another one.
        func refusal(in answer: JSONValue) -> String? {
            guard let error = answer["error"] else { return nil }
            return (self == .devTools ? error : answer)["message"]?.text ?? "no message"
        }
    }

    /// A message that the browser sends without a request.
    struct Event {
        let method: String
        /// The attached target that it concerns; nil for the browser itself.
        let session: String?
        let parameters: JSONValue

        /// The name used for the result of a command that `begin` sent.
        static let answer = "answer"
    }

    /// The result of a command.
    enum Answer {
        case result(JSONValue)
        /// The browser's error message.
        case refusal(String)
        case none
    }

    private let pipe: DevToolsPipe
    private let dialect: Dialect
    private let clock: any WallClock
    private let deadline: Deadline
    /// The events that fedauth handles. Others are discarded unread: a busy page sends thousands, some long.
    private let wanted: Set<String>
    /// Events that are handled for a while only, because there are many.
    var temporarilyWanted: Set<String> = []
    /// Is given events of these names when they arrive, before and apart from the queue.
    var observer: (events: Set<String>, take: (Event) -> Void)?
    /// Handles an event when it arrives, and returns whether it did: then the event is not queued, and no command yields to it.
    var handleAtOnce: ((Event) throws(FedauthError) -> Bool)?
    private var lastID: Int64 = 0
    private var events = ArraySlice<Event>()
    /// How many of `events` a page's answer may depend on.
    private var news = 0
    private var awaited: Set<Int64> = []
    /// Events that no answer of a page depends on: pictures and other answers. Commands do not yield to them, because a window
    /// that a remote viewer watches has some of them all the time.
    static let unrelated: Set<String> = ["Page.screencastFrame", Event.answer]
    /// More events than one page ever queues; a flood ends the sign-in instead of filling the memory.
    private static let maximumEvents = 20_000
    private static let limits: JSONReader.Limits = {
        var limits = JSONReader.Limits()
        limits.bytes = DevToolsPipe.maximumMessageBytes
        // A browser stores up to 3300 cookies, each with about a dozen strings.
        limits.strings = 65_536
        limits.takesHalves = true
        return limits
    }()

    init(
        _ pipe: DevToolsPipe, dialect: Dialect = .devTools, events wanted: Set<String>, deadline: Deadline,
        clock: any WallClock
    ) { (self.pipe, self.dialect, self.wanted, self.deadline, self.clock) = (pipe, dialect, wanted, deadline, clock) }

    /// Whether the time limit of the whole sign-in is over.
    var isOutOfTime: Bool { deadline.remainingMilliseconds == 0 }

    /// Sends a command and waits for the `result` of its answer. Throws `browser-failed` when the answer is an error or
    /// the browser has ended, and `timed-out`.
    @discardableResult
    func call(
        _ method: String, _ parameters: JSONValue = [:], session: String? = nil
    ) throws(FedauthError) -> JSONValue {
        switch try ask(method, parameters, session: session) {
        case .result(let value): return value
        case .refusal(let words):
            throw FedauthError(
                .browserFailed, "the browser refused '\(method)': \(words)",
                hint: "it may be too old or too new; '--browser PATH' names another one")
        case .none: throw timedOut(method)
        }
    }

    /// Sends a command and waits up to `milliseconds` for its answer. The answer of a page comes late or never when the
    /// page hangs, shows a dialog, or is gone. `yields`: stops waiting at the next event, which may be a paused
    /// request. A page that is navigating answers only after that request continues. `isSentAlways`: sends the command
    /// although there is such an event already: half of a click is none.
    func ask(
        _ method: String, _ parameters: JSONValue = [:], session: String? = nil, within milliseconds: Int64 = .max,
        yields: Bool = false, isSentAlways: Bool = false
    ) throws(FedauthError) -> Answer {
        if yields && !isSentAlways && news > 0 { return .none }
        let start = clock.monotonicMilliseconds
        let id = try post(method, parameters, session: session)
        while !isOutOfTime {
            let left = milliseconds - (clock.monotonicMilliseconds - start)
            guard left > 0 else { break }
            guard let message = try receive(within: left) else { continue }
            guard message["id"]?.integer == id else {
                try keep(message)
                if yields && news > 0 { return .none }
                continue
            }
            if let refusal = dialect.refusal(in: message) { return .refusal(refusal.folded(to: 200)) }
            return .result(message["result"] ?? .null)
        }
        return .none
    }

    /// Sends a command and ignores its answer: its target may be gone by then.
    @discardableResult
    func post(_ method: String, _ parameters: JSONValue = [:], session: String? = nil) throws(FedauthError) -> Int64 {
        lastID += 1
        var members: [JSONValue.Member] = [
            .init("id", .number(String(lastID))), .init("method", .text(method)), .init("params", parameters),
        ]
        if let session { members.append(.init("sessionId", .text(session))) }
        var text = Secret(capacity: 512)
        JSONValue.object(members).write(to: &text)
        guard pipe.send(text, deadline) else { throw isOutOfTime ? timedOut(method) : ended }
        return lastID
    }

    /// Sends a command whose answer arrives later as an event.
    func begin(_ method: String, _ parameters: JSONValue, session: String?) throws(FedauthError) {
        awaited.insert(try post(method, parameters, session: session))
    }

    /// Waits so long for the next event; nil when none arrives. Throws `browser-failed` when the browser ends.
    func event(within milliseconds: Int64) throws(FedauthError) -> Event? {
        if events.isEmpty, let message = try receive(within: milliseconds) { try keep(message) }
        guard let event = events.popFirst() else { return nil }
        if !Self.unrelated.contains(event.method) { news -= 1 }
        return event
    }

    /// Returns nil when nothing arrives, or an event that is not handled.
    private func receive(within milliseconds: Int64) throws(FedauthError) -> JSONValue? {
        switch try pipe.receive(within: milliseconds, deadline) {
        case .message(let text):
            guard isWanted(text) else { return nil }
            return try JSONReader.parse(text, of: "the browser's message", failure: .browserFailed, limits: Self.limits)
        case .nothingYet: return nil
        case .end: throw ended
        }
    }

    /// Events begin with their method; other messages are answers.
    private func isWanted(_ text: SharedSecret) -> Bool {
        text.withBytes { bytes in
            let start = Array(dialect.eventStart.utf8)
            guard bytes.starts(with: start) else { return true }
            let name = bytes.dropFirst(start.count).prefix(64).prefix { $0 != UInt8(ascii: "\"") }
            let method = String(decoding: name, as: UTF8.self)
            return handles(method) || observer?.events.contains(method) == true
        }
    }

    private func handles(_ method: String) -> Bool { wanted.contains(method) || temporarilyWanted.contains(method) }

    private func keep(_ message: JSONValue) throws(FedauthError) {
        if let id = message["id"]?.integer, awaited.remove(id) != nil {
            queue(Event(method: Event.answer, session: nil, parameters: message["result"] ?? .null))
        }
        guard let method = message["method"]?.text else { return }
        let event = Event(method: method, session: message["sessionId"]?.text, parameters: message["params"] ?? .null)
        if let observer, observer.events.contains(method) { observer.take(event) }
        guard handles(method), try handleAtOnce?(event) != true else { return }
        guard events.count < Self.maximumEvents else {
            throw FedauthError(.browserFailed, "the browser's page makes too much noise")
        }
        queue(event)
    }

    private func queue(_ event: Event) {
        events.append(event)
        if !Self.unrelated.contains(event.method) { news += 1 }
    }

    private var ended: FedauthError { FedauthError(.browserFailed, "the browser has ended by itself") }

    private func timedOut(_ method: String) -> FedauthError {
        FedauthError(
            .timedOut, "timed out after \(deadline.limitSeconds) s while waiting for the browser ('\(method)')",
            hint: "allow more time by --timeout")
    }
}
