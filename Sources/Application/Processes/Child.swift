public import Core
public import Secrets
public import System

/// A child process of fedauth. It ends by a signal that ends fedauth, and when fedauth no longer waits for it.
public final class Child {
    private let name: String
    private let process: GuardedChild

    /// Starts a program, found by PATH, with arguments of which none is secret; `name` is for messages.
    public init(
        _ arguments: [String], name: String, input: GuardedChild.Stream = .nothing,
        output: GuardedChild.Stream = .nothing, errors: GuardedChild.Stream = .ours
    ) throws(FedauthError) {
        self.name = name
        process = try SystemCall.attempt("start", name) { () throws(SystemFailure) in
            try GuardedChild(arguments, input: input, output: output, errors: errors)
        }
    }

    /// Waits until the process ends. Throws `timed-out`, and `program-failed` for a status other than 0.
    public func finish(by deadline: Deadline) throws(FedauthError) {
        var pauseMilliseconds: Int64 = 1
        // The end of its output is not the end of the process: a program may close its output and continue.
        while true {
            if let end = process.finished() {
                if end.isSuccess { return }
                throw FedauthError(
                    .programFailed, "'\(name.folded(to: 100))' ended with \(end)", hint: "run it by itself to see why")
            }
            try deadline.check(name)
            SystemTime.sleep(milliseconds: pauseMilliseconds)
            pauseMilliseconds = min(pauseMilliseconds * 2, 20)
        }
    }

    /// Runs a program, found by PATH, with arguments of which none is secret, and reads its output directly into wiped
    /// memory; `isQuiet` discards its stderr. Throws `other` when it cannot be started, `program-failed`, `timed-out`.
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

    /// Runs a program that reads a secret from its stdin: writes all of it, and waits for the program, which may leave
    /// a child process running (a clipboard needs a process that holds it). Throws `other` when it cannot be started,
    /// `program-failed`, `timed-out`.
    public static func feed(
        _ secret: borrowing Secret, to arguments: [String], name: String, until deadline: Deadline
    ) throws(FedauthError) {
        let pipe = try Pipe(to: name)
        // A program that does not read must not block fedauth for ever.
        pipe.writing.setNonBlocking()
        let child = try Child(arguments, name: name, input: .descriptor(pipe.reading.number), errors: .nothing)
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

/// Processes of this program that continue after the command has ended.
public enum BackgroundProcess {
    /// Starts a process with these words. It inherits only `descriptors`, as 3, 4 and so on. Does not wait for it.
    /// Returns false when it cannot be started.
    public static func start(_ words: [String], keeping descriptors: [Int32]) -> Bool {
        let process = try? DetachedProcess.start(
            ["fedauth"] + words, program: DetachedProcess.ownProgram, environment: [],
            streams: [nil, nil, nil] + descriptors, in: "/")
        return process != nil
    }
}
