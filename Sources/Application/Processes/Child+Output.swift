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
    ///   - isQuiet: whether its stderr is discarded.
    public static func output(
        of arguments: [String], name: String, limit: Int = 64 << 10, until deadline: Deadline, isQuiet: Bool = false
    ) throws(FedauthError) -> Secret {
        let pipe = try Pipe(to: name)
        let child = try Child(
            arguments, name: name, output: .descriptor(pipe.writing.number), errors: isQuiet ? .nothing : .ours)
        // The read ends only when the child is the only process with the other end.
        pipe.writing.close()
        let output = try pipe.reading.read(name: name, limit: limit, until: deadline)
        try child.finish(by: deadline)
        return output
    }
}
