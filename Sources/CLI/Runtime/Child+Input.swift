import Core
import Glibc
import Secrets

extension Child {
    /// Runs a program that reads a secret from its stdin: writes all of it, and waits for the program, which may leave
    /// a child process running (a clipboard needs a process that holds it). Throws `other` when it cannot be started,
    /// `program-failed`, `timed-out`.
    static func feed(
        _ secret: borrowing Secret, to arguments: [String], name: String, patience: WaitBudget
    ) throws(FedauthError) {
        let pipe = try Pipe(to: name)
        // A program that does not read must not block fedauth for ever.
        _ = fcntl(pipe.writing.number, F_SETFL, O_NONBLOCK)
        let child = try Child(
            arguments, name: name, input: .descriptor(pipe.reading.number), errors: .nothing)
        pipe.reading.close()
        let number = pipe.writing.number
        try secret.withBytes { (bytes) throws(FedauthError) in try write(bytes, to: number, name, patience) }
        pipe.writing.close()
        try child.finish(patience)
    }

    /// Stops early when the pipe has no reader; the program's status shows the reason.
    private static func write(
        _ bytes: UnsafeRawBufferPointer, to descriptor: Int32, _ name: String, _ patience: WaitBudget
    ) throws(FedauthError) {
        var written = 0
        while written < bytes.count {
            let got = SystemCall.retrying {
                Glibc.write(descriptor, bytes.baseAddress?.advanced(by: written), bytes.count - written)
            }
            if got > 0 {
                written += got
                continue
            }
            guard got < 0, errno == EAGAIN else { return }
            try patience.wait(for: descriptor, toWrite: true, name: name)
        }
    }
}
