import Core
import Secrets

/// How a family of shells takes variables out of text: the text that sets them, takes them back, or fails.
///
/// The text stands on one line and survives being split into words and joined again, as `eval $(…)` without quotes does
/// it. What a value holds is never text of its own: only letters, digits and `_` stand as they are, everything else is
/// written as numbers or in base64. The exceptions are tcsh, where bytes beyond ASCII stand as they are too, and
/// PowerShell, which does not split.
protocol ShellForm {
    /// Writes a statement that sets and exports a variable.
    func assign(_ name: String, _ value: UnsafeRawBufferPointer, to out: inout Secret)

    /// Returns what the shell would lose or change in the value; nil when it is kept unchanged.
    func obstacle(in value: UnsafeRawBufferPointer) -> String?

    /// Returns the text before the first statement that sets these variables.
    func opening(_ names: [String]) -> String
    /// What stands between two statements.
    var joint: String { get }
    /// What ends the last.
    var closing: String { get }

    /// Returns a last statement that fails when one of the variables is empty, which no correct value is.
    func check(_ names: [String]) -> String

    /// Returns the text that unsets the variables; it accepts variables that are not set.
    func unset(_ names: [String]) -> String

    /// The text that makes the line fail which evaluates it.
    var failure: String { get }

    /// Returns the line with which a user evaluates the output of `command`.
    func evaluation(of command: String) -> String
}

extension ShellForm {
    func opening(_ names: [String]) -> String { "" }
    var joint: String { "; " }
    var closing: String { ";" }
    var failure: String { "false;" }
    func check(_ names: [String]) -> String { "" }
    func obstacle(in value: UnsafeRawBufferPointer) -> String? { ValueObstacle.nul(in: value) }
}
