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

    private let pipe: DevToolsPipe
    private let deadline: Deadline
    private var lastID: Int64 = 0
    private var events: [Event] = []
    private var awaited: Set<Int64> = []
    /// More than a single page ever has unread; a flood ends the sign-in rather than the memory.
    private static let maximumEvents = 20_000

    init(_ pipe: DevToolsPipe, deadline: Deadline) {
        self.pipe = pipe
        self.deadline = deadline
    }

    /// Sends a command and waits for its answer's `result`.
    ///
    /// Throws `browser-failed` for an answer that is an error and when the browser has ended, `timed-out`.
    @discardableResult
    func call(
        _ method: String, _ parameters: JSONValue = [:], session: String? = nil
    ) throws(FedauthError) -> JSONValue {
        let id = try post(method, parameters, session: session)
        while true {
            guard let message = try receive(within: .max) else { throw timedOut(method) }
            guard message["id"]?.integer == id else {
                try keep(message)
                continue
            }
            if let error = message["error"] {
                throw FedauthError(
                    .browserFailed,
                    "the browser refused '\(method)': \((error["message"]?.text ?? "no word").folded(to: 200))",
                    hint: "it may be too old or too new; '--browser PATH' names another one")
            }
            return message["result"] ?? .null
        }
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
        guard pipe.send(text, deadline) else { throw ended }
        return lastID
    }

    /// Sends a command that goes on while events come, and whose answer comes as one of them.
    func begin(_ method: String, _ parameters: JSONValue, session: String?) throws(FedauthError) {
        awaited.insert(try post(method, parameters, session: session))
    }

    /// The next event, which may take up to `milliseconds`; nil when none comes. Throws `browser-failed` at the end of the
    /// browser.
    func event(within milliseconds: Int64) throws(FedauthError) -> Event? {
        while events.isEmpty {
            guard let message = try receive(within: milliseconds) else { return nil }
            try keep(message)
        }
        return events.removeFirst()
    }

    private func receive(within milliseconds: Int64) throws(FedauthError) -> JSONValue? {
        switch try pipe.receive(within: milliseconds, deadline) {
        case .message(let text):
            return try JSONReader.parse(text, of: "the browser's message", failure: .browserFailed)
        case .nothingYet: return nil
        case .end: throw ended
        }
    }

    private func keep(_ message: JSONValue) throws(FedauthError) {
        if let id = message["id"]?.integer, awaited.remove(id) != nil {
            events.append(Event(method: Event.answer, session: nil, parameters: message["result"] ?? .null))
        }
        guard let method = message["method"]?.text else { return }
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
