public import Core
public import Secrets
internal import System

extension Child {
    /// Runs a program and reads its output directly into wiped memory. Throws `other` when it cannot be started,
    /// `program-failed`, `timed-out`.
    ///
    /// - Parameters:
    ///   - arguments: the program (found by PATH) and its arguments; none of them secret.
    ///   - name: for messages.
    ///   - budget: the time limit.
    ///   - isQuiet: whether its stderr is discarded.
    public static func output(
        of arguments: [String], name: String, limit: Int = 64 << 10, budget: WaitBudget, isQuiet: Bool = false
    ) throws(FedauthError) -> Secret {
        let pipe = try Pipe(to: name)
        let child = try Child(
            arguments, name: name, output: .descriptor(pipe.writing.number), errors: isQuiet ? .nothing : .ours)
        // The read ends only when the child is the only process with the other end.
        pipe.writing.close()
        let output = try pipe.reading.read(name: name, limit: limit, budget: budget)
        try child.finish(budget)
        return output
    }
}
