import Core
import System

/// A command whose output a shell evaluates, so that a failure must also appear in the output.
protocol FailsForShell {
    /// What to print; nil when the output is not for a shell.
    var failureText: String? { get }

    /// Returns the text for words that could not be parsed completely.
    static func failureText(_ words: CommandWords) -> String?
}

extension FailsForShell {
    /// Prints the failure when a signal from any source ends the process before the output is complete.
    func guardOutput() { Self.guardOutput(failureText) }

    static func guardOutput(_ text: String?) { OutputGuard.set(Terminal.isTerminal(1) ? nil : text) }
}

/// Returns an error for a command that has reported all, with an exit status other than 0.
func alreadyReported(_ code: ErrorCode) -> FedauthError {
    FedauthError(code, "")
}
