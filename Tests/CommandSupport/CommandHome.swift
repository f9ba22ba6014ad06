import Support
import Testing

/// A home whose commands run in this process: for what they print, how they end and what they leave. What needs a process of
/// its own (a closed stream, a signal, a terminal, an agent, another program in its place) needs a
/// `Home`. What `--json` prints is held against its schema. If `FEDAUTH_BINARY` names a program, that one is tested here too.
final class CommandHome: Home {
    @discardableResult
    override func fedauth(
        _ arguments: [String], input: String = "", adding: [String: String] = [:]
    ) throws -> Outcome {
        // `exec` replaces its process.
        guard !BinaryUnderTest.isNamed, arguments.first != "exec" else {
            return try super.fedauth(arguments, input: input, adding: adding)
        }
        let outcome = try CommandInProcess.run(
            arguments, input: Array(input.utf8), environment: environment.merging(adding) { $1 })
        if arguments.contains("--json") {
            for fault in JSONSchema.faults(in: outcome.text, of: arguments) {
                Issue.record("\(arguments): by docs/json, \(fault): \(outcome)")
            }
        }
        return outcome
    }
}
