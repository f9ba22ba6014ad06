/// A command whose output a shell evaluates: there a failure must be part of the output too.
protocol FailsForShell {
    /// What to print; nil when the output is not for a shell.
    var failureText: String? { get }

    /// The same for words that could not be read as a whole.
    static func failureText(_ words: TypedWords) -> String?
}
