public import Core
public import Secrets
internal import System

extension Child {
    /// Runs a program that reads a secret from its stdin: writes all of it, and waits for the program, which may leave
    /// a child process running (a clipboard needs a process that holds it). Throws `other` when it cannot be started,
    /// `program-failed`, `timed-out`.
    public static func feed(
        _ secret: borrowing Secret, to arguments: [String], name: String, until deadline: Deadline
    ) throws(FedauthError) {
        let pipe = try Pipe(to: name)
        // A program that does not read must not block fedauth for ever.
        pipe.writing.setNonBlocking()
        let child = try Child(
            arguments, name: name, input: .descriptor(pipe.reading.number), errors: .nothing)
        pipe.reading.close()
        let end = pipe.writing
        try secret.withBytes { (bytes) throws(FedauthError) in try write(bytes, to: end, name, deadline) }
        end.close()
        try child.finish(by: deadline)
    }

    /// Stops early when the pipe has no reader; the program's status shows the reason.
    private static func write(
        _ bytes: UnsafeRawBufferPointer, to end: borrowing FileDescriptor, _ name: String, _ deadline: Deadline
    ) throws(FedauthError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = end.write(UnsafeRawBufferPointer(rebasing: rest))
            if count > 0 {
                rest = rest.dropFirst(count)
            } else {
                guard count < 0, SystemFailure("write").wouldBlock else { return }
                try deadline.wait(for: end.number, toWrite: true, name: name)
            }
        }
    }
}
