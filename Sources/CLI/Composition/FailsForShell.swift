import CPOSIX
import Glibc

/// A command whose output a shell evaluates: there a failure must be part of the output too.
protocol FailsForShell {
    /// What to print; nil when the output is not for a shell.
    var failureText: String? { get }

    /// Returns the text for words that could not be parsed completely.
    static func failureText(_ words: TypedWords) -> String?
}

extension FailsForShell {
    /// Prints the same when a signal ends the process, whatever sends it, until the output stands there as a whole.
    func guardOutput() { Self.guardOutput(failureText) }

    static func guardOutput(_ text: String?) { cposix_guard_output(isatty(1) == 1 ? nil : text) }
}
