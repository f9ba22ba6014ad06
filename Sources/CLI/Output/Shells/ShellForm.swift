import Core
import Secrets

/// How a family of shells takes variables out of text: the text that sets them, takes them back, or fails.
///
/// The text stands on one line and survives being split into words and joined again, as `eval $(…)` without quotes does
/// it. What a value holds is never text of its own: only letters, digits and `_` stand as they are, everything else is
/// written as numbers or in base64. The exceptions are tcsh, where bytes beyond ASCII stand as they are too, and
/// PowerShell, which does not split.
protocol ShellForm {
    /// One statement that sets and exports a variable.
    func assign(_ name: String, _ value: UnsafeRawBufferPointer, to out: inout Secret)

    /// What the shell would lose or change of the value; nil when it arrives as it is.
    func obstacle(in value: UnsafeRawBufferPointer) -> String?

    /// What stands before the first statement, where these variables are set.
    func opening(_ names: [String]) -> String
    /// What stands between two statements.
    var joint: String { get }
    /// What ends the last.
    var closing: String { get }

    /// A last statement that fails when one of the variables, none of them empty, is empty after all.
    func check(_ names: [String]) -> String

    /// The text that takes the variables back, set or not.
    func unset(_ names: [String]) -> String

    /// The text that makes the line fail which evaluates it.
    var failure: String { get }

    /// The line by which a user evaluates what `command` prints.
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
