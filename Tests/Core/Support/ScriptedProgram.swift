import Core
import Secrets

/// A presenter's program in memory: prints its script and records its input.
final class ScriptedProgram: UserProgram {
    let name = "./mine"
    var lines: [String]
    let end: String
    private(set) var arguments: [String] = []
    private(set) var received: JSONValue = .null
    private(set) var isEnded = false

    init(_ lines: [String], end: String = "status 0") {
        self.lines = lines
        self.end = end
    }

    func start(_ arguments: [String], instructions: SharedSecret) throws(FedauthError) -> any ProgramConversation {
        self.arguments = arguments
        self.received = try JSONReader.parse(instructions)
        return Conversation(self)
    }

    private final class Conversation: ProgramConversation {
        private let program: ScriptedProgram
        init(_ program: ScriptedProgram) { self.program = program }

        func next(until deadline: Deadline) throws(FedauthError) -> ProgramOutput {
            guard !program.lines.isEmpty else { return .end(program.end) }
            return .line(SharedSecret(text: program.lines.removeFirst()))
        }

        func end() { program.isEnded = true }
    }
}
