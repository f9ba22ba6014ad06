import Core
import Secrets

/// A program in memory that keeps records, and that misbehaves where a test wants it.
final class MemoryEngine: UserProgram {
    struct Record: Equatable {
        var head: String
        var value: String
        var revision: Int
    }

    enum Fault {
        /// Ends before it does what was asked.
        case endsBefore
        /// Does what was asked, and ends without an answer.
        case endsAfter
        /// Says that it is done, and does nothing.
        case lies
        /// Answers this line instead.
        case says(String)
    }

    let name = "./mine"
    var records: [String: Record] = [:]
    private(set) var starts = 0
    /// Returns what goes wrong with a question of this type about this record.
    var fault: (_ type: String, _ name: String) -> Fault? = { _, _ in nil }
    private var revision = 0

    func start(_ arguments: [String], instructions: SharedSecret) throws(FedauthError) -> any ProgramConversation {
        starts += 1
        let conversation = Conversation(self)
        conversation.tell(instructions)
        return conversation
    }

    /// Everything that the program knows.
    var knowledge: String { records.map { "\($0) \($1.head) \($1.value)" }.joined(separator: "\n") }

    private func answers(to asked: JSONValue) -> [String]? {
        let id = asked["id"]?.integer ?? 0
        let type = asked["type"]?.text ?? ""
        let name = asked["name"]?.text ?? ""
        func answer(_ rest: String) -> String { #"{"id":\#(id),\#(rest)}"# }
        func text(_ record: Record, _ name: String, withValue: Bool) -> String {
            let value = withValue ? #","value":"\#(record.value)""# : ""
            return answer(
                #""type":"record","name":"\#(name)","revision":"\#(record.revision)","head":"\#(record.head)"\#(value)"#
            )
        }
        let fault = fault(type, name)
        switch fault {
        case .endsBefore: return nil
        case .lies: return [answer(#""type":"done""#)]
        case .says(let line): return [line.replacing("ID", with: "\(id)")]
        case .endsAfter, nil: break
        }
        var lines: [String]
        switch type {
        case "state": lines = [answer(#""type":"state","state":"ready""#)]
        case "get": lines = [records[name].map { text($0, name, withValue: true) } ?? answer(#""type":"none""#)]
        case "list":
            lines = records.sorted { $0.key < $1.key }.map { text($1, $0, withValue: false) }
            lines.append(answer(#""type":"end""#))
        default:
            guard records[name].map({ String($0.revision) }) == asked["expecting"]?.text else {
                lines = [answer(#""type":"conflict""#)]
                break
            }
            revision += 1
            records[name] =
                type == "delete"
                ? nil : Record(head: asked["head"]?.text ?? "", value: asked["value"]?.text ?? "", revision: revision)
            lines = [answer(#""type":"done""#)]
        }
        if case .endsAfter? = fault { return nil }
        return lines
    }

    private final class Conversation: ProgramConversation {
        private let engine: MemoryEngine
        private var lines: [String] = []
        private var hasEnded = false

        init(_ engine: MemoryEngine) { self.engine = engine }

        func tell(_ line: SharedSecret) {
            var limits = JSONReader.Limits()
            limits.bytes = 32 << 20
            guard !hasEnded, let asked = try? JSONReader.parse(line, limits: limits),
                let answers = engine.answers(to: asked)
            else { return hasEnded = true }
            lines += answers
        }

        func next(until deadline: Deadline) throws(FedauthError) -> ProgramOutput {
            guard let line = lines.first else { return .end("signal 9") }
            lines.removeFirst()
            return .line(SharedSecret(text: line))
        }

        func end() {}
    }
}
