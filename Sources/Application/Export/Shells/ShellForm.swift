import Secrets

/// The syntax in which a family of shells sets variables, unsets them, or fails. The text is one line, also correct
/// when split into words and joined again, as in `eval $(…)` without quotes. Only letters, digits and `_` (in tcsh also
/// bytes beyond ASCII) appear unchanged, everything else as numbers or Base64: the shell never interprets a value.
protocol ShellForm {
    /// Writes a statement that sets and exports a variable.
    func assign(_ name: String, _ value: UnsafeRawBufferPointer, to out: inout Secret)

    /// Returns what the shell would lose or change in the value; nil when it is kept unchanged.
    func obstacle(in value: UnsafeRawBufferPointer) -> String?

    /// Returns the text before the first statement that sets these variables.
    func opening(_ names: [String]) -> String

    /// Returns a last statement that fails when one of the variables is empty; a correct value never is.
    func check(_ names: [String]) -> String

    /// Returns the text that unsets the variables; it accepts variables that are not set.
    func unset(_ names: [String]) -> String

    /// Returns the line with which a user evaluates the output of `command`.
    func evaluation(of command: String) -> String
}

extension ShellForm {
    /// The text between two statements. A variable that cannot be set, such as a readonly one, makes the line fail.
    var joint: String { " && " }
    /// The text after the last statement.
    var closing: String { ";" }
    /// The text that makes the evaluated line fail.
    var failure: String { "false;" }

    func evaluation(of command: String) -> String { "eval $(\(command))" }
    func opening(_ names: [String]) -> String { "" }
    func check(_ names: [String]) -> String { "" }
    func obstacle(in value: UnsafeRawBufferPointer) -> String? { ValueObstacle.nul(in: value) }
}
