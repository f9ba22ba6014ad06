internal import Core
internal import Secrets

/// Commands and events of the Chrome DevTools Protocol (https://chromedevtools.github.io/devtools-protocol/).
final class DevToolsConnection {
    /// What the browser tells without being asked.
    struct Event {
        let method: String
        /// The attached target that it is about; nil for the browser itself.
        let session: String?
        let parameters: JSONValue

        /// The method of the answer to a command that was sent by `begin`.
        static let answer = "answer"
    }

    /// What becomes of a command.
    enum Answer {
        case result(JSONValue)
        /// In the browser's words.
        case refusal(String)
        case none
    }

    private let pipe: DevToolsPipe
    private let clock: any WallClock
    private let deadline: Deadline
    /// The events that somebody looks at. All others are thrown away unread: a busy page makes thousands, and some are
    /// long.
    private let wanted: Set<String>
    private var lastID: Int64 = 0
    private var events: [Event] = []
    private var awaited: Set<Int64> = []
    /// More than a single page ever has unread; a flood ends the sign-in rather than the memory.
    private static let maximumEvents = 20_000
    private static let limits: JSONReader.Limits = {
        var limits = JSONReader.Limits()
        limits.bytes = DevToolsPipe.maximumMessageBytes
        // A browser keeps 3300 cookies, each with a dozen texts.
        limits.strings = 65_536
        return limits
    }()

    init(_ pipe: DevToolsPipe, events wanted: Set<String>, deadline: Deadline, clock: any WallClock) {
        self.pipe = pipe
        self.wanted = wanted
        self.deadline = deadline
        self.clock = clock
    }

    /// Whether the whole of the sign-in has lasted too long.
    var isOutOfTime: Bool { deadline.remainingMilliseconds(clock) == 0 }

    /// Sends a command and waits for its answer's `result`.
    ///
    /// Throws `browser-failed` for an answer that is an error and when the browser has ended, `timed-out`.
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

    /// Sends a command and waits for its answer, up to `milliseconds`: that of a page comes late or never when the page
    /// hangs, shows a dialog, or is gone.
    ///
    /// - Parameter yields: to the next event, which may wait for our word. A page answers nothing while it goes somewhere
    ///   else, and does not go on before that word: then there is no answer either.
    func ask(
        _ method: String, _ parameters: JSONValue = [:], session: String? = nil, within milliseconds: Int64 = .max,
        yields: Bool = false
    ) throws(FedauthError) -> Answer {
        if yields && !events.isEmpty { return .none }
        let start = clock.monotonicMilliseconds
        let id = try post(method, parameters, session: session)
        while !isOutOfTime {
            let left = milliseconds - (clock.monotonicMilliseconds - start)
            guard left > 0 else { break }
            guard let message = try receive(within: left) else { continue }
            guard message["id"]?.integer == id else {
                try keep(message)
                if yields && !events.isEmpty { return .none }
                continue
            }
            if let error = message["error"] { return .refusal((error["message"]?.text ?? "no word").folded(to: 200)) }
            return .result(message["result"] ?? .null)
        }
        return .none
    }

    /// Sends a command whose answer is of no account: its target may be gone by then.
    @discardableResult
    func post(
        _ method: String, _ parameters: JSONValue = [:], session: String? = nil
    ) throws(FedauthError) -> Int64 {
        lastID += 1
        var members: [JSONValue.Member] = [
            .init("id", .number(String(lastID))), .init("method", .text(method)), .init("params", parameters),
        ]
        if let session { members.append(.init("sessionId", .text(session))) }
        var text = Secret(capacity: 512)
        JSONValue.object(members).write(to: &text)
        guard pipe.send(text, deadline) else {
            throw isOutOfTime ? timedOut(method) : ended
        }
        return lastID
    }

    /// Sends a command that goes on while events come, and whose answer comes as one of them.
    func begin(_ method: String, _ parameters: JSONValue, session: String?) throws(FedauthError) {
        awaited.insert(try post(method, parameters, session: session))
    }

    /// The next event, which may take up to `milliseconds`; nil when nothing of account has come. Throws `browser-failed`
    /// at the end of the browser.
    func event(within milliseconds: Int64) throws(FedauthError) -> Event? {
        if events.isEmpty, let message = try receive(within: milliseconds) { try keep(message) }
        return events.isEmpty ? nil : events.removeFirst()
    }

    /// Nil when nothing comes, or something that nobody wants to know.
    private func receive(within milliseconds: Int64) throws(FedauthError) -> JSONValue? {
        switch try pipe.receive(within: milliseconds, deadline) {
        case .message(let text):
            guard isWanted(text) else { return nil }
            return try JSONReader.parse(
                text, of: "the browser's message", failure: .browserFailed, limits: Self.limits)
        case .nothingYet: return nil
        case .end: throw ended
        }
    }

    /// Events begin with their method; what begins otherwise is an answer.
    private func isWanted(_ text: SharedSecret) -> Bool {
        text.withBytes { bytes in
            let start = Array(#"{"method":""#.utf8)
            guard bytes.starts(with: start) else { return true }
            let name = bytes.dropFirst(start.count).prefix(64).prefix { $0 != UInt8(ascii: "\"") }
            return wanted.contains(String(decoding: name, as: UTF8.self))
        }
    }

    private func keep(_ message: JSONValue) throws(FedauthError) {
        if let id = message["id"]?.integer, awaited.remove(id) != nil {
            events.append(Event(method: Event.answer, session: nil, parameters: message["result"] ?? .null))
        }
        guard let method = message["method"]?.text, wanted.contains(method) else { return }
        guard events.count < Self.maximumEvents else {
            throw FedauthError(.browserFailed, "the browser's page makes too much noise")
        }
        events.append(
            Event(method: method, session: message["sessionId"]?.text, parameters: message["params"] ?? .null))
    }

    private var ended: FedauthError { FedauthError(.browserFailed, "the browser has ended by itself") }

    private func timedOut(_ method: String) -> FedauthError {
        FedauthError(
            .timedOut, "timed out after \(deadline.limitSeconds) s while waiting for the browser ('\(method)')",
            hint: "allow more time by --timeout")
    }
}
