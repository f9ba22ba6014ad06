internal import CPOSIX

/// Makes a shell that evaluates the output fail when a signal ends this process too early.
public enum OutputGuard {
    /// Sets the text that is then written to stdout; nil: none.
    public static func set(_ text: String?) { cposix_guard_output(text) }

    /// The output begins.
    public static func begins() { cposix_guard_output_begins() }

    /// The output is complete.
    public static func ends() { cposix_guard_output_ends() }

    /// Whether only a part of the output was written.
    public static var isPartial: Bool { cposix_guard_output_state() == cposix_output_partial }
}
