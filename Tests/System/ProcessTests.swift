import Glibc
import System
import Testing

/// Tests children. The threads of tests block signals, which no child may inherit.
struct ProcessTests {
    private func ended(_ child: GuardedChild) -> ProcessEnd {
        while true {
            if let end = child.finished() { return end }
            SystemTime.sleep(milliseconds: 1)
        }
    }

    private func start(_ text: String, output: GuardedChild.Stream = .nothing) throws -> GuardedChild {
        try GuardedChild(["/bin/sh", "-c", text], input: .nothing, output: output, errors: .nothing)
    }

    /// Returns what `pipe` has up to its end.
    private func text(_ pipe: borrowing FileDescriptor) -> String {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1000)
        while true {
            let count = chunk.withUnsafeMutableBytes { pipe.read($0) }
            guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
            bytes += chunk.prefix(count)
        }
    }

    @Test(arguments: [
        ("exit 0", ProcessEnd.status(0)), ("exit 255", .status(255)), ("kill -TERM $$", .signal(SIGTERM)),
    ])
    func theEndIsReported(_ script: String, _ end: ProcessEnd) throws {
        #expect(ended(try start(script)) == end)
    }

    @Test func endsHaveNames() {
        #expect("\(ProcessEnd.status(3)) \(ProcessEnd.signal(9))" == "status 3 signal 9")
        #expect(ProcessEnd.status(0).isSuccess && !ProcessEnd.status(1).isSuccess && !ProcessEnd.signal(9).isSuccess)
        #expect(ProcessEnd.signal(SIGINT).isInterrupt && !ProcessEnd.status(2).isInterrupt)
    }

    @Test func oneThatCannotStartIsAFailure() {
        let failure = fault(SystemFailure.self) {
            _ = try GuardedChild(["/nosuch/program"], input: .nothing, output: .nothing, errors: .nothing)
        }
        #expect(failure == SystemFailure(function: "posix_spawn", number: ENOENT))
    }

    /// Starts its arguments in another thread than the first.
    private static let threaded = """
        import subprocess, sys, threading
        threading.Thread(target=subprocess.run, args=(sys.argv[1:],)).start()
        """

    /// Starts its arguments while it blocks all signals, as shells do, some time after it has said that it runs.
    private static let blocking = """
        import os, signal, sys, time
        all = signal.valid_signals()
        signal.pthread_sigmask(signal.SIG_BLOCK, all)
        print("begun", flush=True)
        time.sleep(0.05)
        child = os.fork()
        signal.pthread_sigmask(signal.SIG_UNBLOCK, all)
        os.execvp(sys.argv[1], sys.argv[1:]) if child == 0 else os.wait()
        """

    /// Has a descendant that is replaced by its child again and again.
    private static let fleeing = """
        import os, time
        if os.fork() == 0:
            os.setsid()
            while True:
                if os.fork() != 0: os._exit(0)
                time.sleep(0.01)
        os.write(1, b"begun\\n")
        time.sleep(600)
        """

    /// The program holds the pipe, so the end of the pipe shows that all of it has ended.
    @Test(
        .timeLimit(.minutes(5)),
        arguments: [
            "echo begun; exec sleep 600", "echo begun; sleep 600; true",
            "trap '' TERM; echo begun; while :; do sleep 600 & wait; done",
            "sh -c 'trap \"\" TERM; echo begun; sleep 600; sleep 600; true' & wait",
            "sh -c 'trap : TERM; echo begun; while :; do sleep 600 & wait; done' & wait",
            "exec python3 -c '\(Self.threaded)' sh -c 'echo begun; exec sleep 600'",
            "exec python3 -c '\(Self.blocking)' sleep 600",
            // What has lost its parent, in a session of its own.
            "(setsid sleep 600 &); echo begun; exec sleep 600",
            "(setsid sh -c 'trap \"\" TERM; while :; do sleep 600; done' &); echo begun; exec sleep 600",
            "exec python3 -c '\(Self.fleeing)'",
        ])
    func anAbandonedProgramIsEnded(_ script: String) throws {
        let pipe = try Pipe()
        var child: GuardedChild? = try start(script, output: .descriptor(pipe.writing.number))
        pipe.writing.close()
        #expect(Readiness.wait(for: pipe.reading.number, milliseconds: nil))
        withExtendedLifetime(child) {}
        child = nil
        #expect(text(pipe.reading) == "begun\n")
    }

    /// An agent that a program has started serves other commands, too.
    @Test func whatAProgramLeavesBehindGoesOn() throws {
        let pipe = try Pipe()
        let child = try start("setsid sleep 600 >/dev/null & echo $!", output: .descriptor(pipe.writing.number))
        pipe.writing.close()
        let left = try #require(pid_t(text(pipe.reading).dropLast()))
        #expect(ended(child) == .status(0))
        #expect(kill(left, 0) == 0)
        kill(left, SIGKILL)
    }

    /// `ls` itself opens the directory as the next descriptor.
    @Test func aProgramInheritsOnlyItsStreams() throws {
        let pipe = try Pipe()
        let inherited = dup(pipe.reading.number)
        defer { close(inherited) }
        #expect(fcntl(inherited, F_GETFD) == 0)
        let child = try start("exec ls /proc/self/fd", output: .descriptor(pipe.writing.number))
        pipe.writing.close()
        #expect(text(pipe.reading) == "0\n1\n2\n3\n")
        #expect(ended(child) == .status(0))
    }

    @Test func aSupervisorInheritsOnlyItsStreamsAndItsLink() throws {
        let pipe = try Pipe()
        let inherited = dup(pipe.reading.number)
        defer { close(inherited) }
        let process = try SupervisedProcess([], supervisor: "/bin/sh", command: ["sh", "-c", "exec ls /proc/self/fd"])
        while process.wait(toWrite: false, toRead: false, milliseconds: 1000)?.end != true {}
        var buffer = [UInt8](repeating: 0, count: 100)
        let count = buffer.withUnsafeMutableBytes { process.read($0) } ?? 0
        #expect(String(decoding: buffer.prefix(count), as: UTF8.self) == "0\n1\n2\n3\n4\n")
        #expect(try process.finish() == .status(0))
    }

    @Test func readinessIsToldForEach() throws {
        let first = try Pipe()
        let second = try Pipe()
        #expect(!Readiness.wait(for: first.reading.number, milliseconds: 0))
        #expect(Readiness.wait(for: first.writing.number, .writing, milliseconds: 0))
        second.writing.close()
        let ready = Readiness.wait(
            for: [
                .init(first.reading.number, for: .reading), .init(second.reading.number, for: nil),
                .init(-1, for: .reading),
            ], milliseconds: nil)
        #expect(ready == [false, true, false])
    }

    /// `/bin/false` takes the place of a supervisor: it ends at once, and says nothing over its socket.
    @Test func theEndOfASupervisorIsReported() throws {
        let process = try SupervisedProcess(["x"], supervisor: "/bin/false", command: ["false"])
        while process.wait(toWrite: false, toRead: false, milliseconds: 1000)?.end != true {}
        #expect(try process.finish() == .status(1))
        process.end()
    }

    @Test func theFailureOfAProgramIsReported() throws {
        let process = try SupervisedProcess([], supervisor: "/bin/sh", command: ["sh", "-c", "printf '\\002' >&3"])
        #expect(throws: SystemFailure(function: "posix_spawn", number: 2)) { _ = try process.finish() }
    }

    @Test func aProgramIsReadAndWrittenWithoutWaiting() throws {
        let process = try SupervisedProcess(
            [], supervisor: "/bin/sh", command: ["sh", "-c", "read -r line; echo \"<$line>\""])
        var buffer = [UInt8](repeating: 0, count: 100)
        #expect(buffer.withUnsafeMutableBytes { process.read($0) } == nil)
        #expect(Array("word\n".utf8).withUnsafeBytes { process.write($0) } == 5)
        while process.wait(toWrite: false, toRead: true, milliseconds: 1000)?.output != true {}
        #expect(buffer.withUnsafeMutableBytes { process.read($0) } == 7)
        #expect(buffer.starts(with: "<word>\n".utf8))
        #expect(try process.finish() == .status(0))
    }
}
