internal import CPOSIX
internal import Glibc

/// A program that uses the terminal alone, such as an editor, while this process waits for it.
public struct ForegroundProgram: ~Copyable {
    private let state: TerminalState

    /// Returns nil when there is no terminal.
    public init?() {
        guard let state = TerminalState() else { return nil }
        self.state = state
    }

    /// Runs the program, with `input` or the terminal as stdin, to its end. Throws a failure of the start or of waitpid(2).
    public borrowing func run(_ arguments: [String], input: String? = nil) throws(SystemFailure) -> ProcessEnd {
        let file = try input.map(Self.file)
        let before = Self.ignore([SIGINT, SIGQUIT])
        defer {
            for (number, action) in before {
                var action = action
                sigaction(number, &action, nil)
            }
            state.restore()
        }
        let handled = before.filter { !$0.action.isIgnored }.map(\.number)
        let number = state.terminal.number
        let child = try GuardedSpawn.start(arguments, handled: handled) { actions in
            for stream in 0...2 as ClosedRange<Int32> { posix_spawn_file_actions_adddup2(&actions, number, stream) }
            if let file { posix_spawn_file_actions_adddup2(&actions, file.number, 0) }
        }
        defer { cposix_unguard_child() }
        return try ProcessEnd.wait(for: child)
    }

    /// Returns a file with the text. A pipe would break when the program has read enough.
    private static func file(_ text: String) throws(SystemFailure) -> SharedDescriptor {
        let file = try FileDescriptor(unnamedIn: "/dev/shm")
        var text = text
        let isWritten = text.withUTF8 { file.writeAll(UnsafeRawBufferPointer($0)) }
        guard isWritten, lseek(file.number, 0, SEEK_SET) == 0 else { throw SystemFailure("write") }
        return SharedDescriptor(takingOwnershipOf: file.release())
    }

    private static func ignore(_ numbers: [Int32]) -> [(number: Int32, action: sigaction)] {
        numbers.map { number in
            var ignoring = sigaction()
            ignoring.__sigaction_handler.sa_handler = SIG_IGN
            var old = sigaction()
            sigaction(number, &ignoring, &old)
            return (number, old)
        }
    }
}

extension sigaction {
    /// Whether the parent process made this process ignore the signal (nohup).
    fileprivate var isIgnored: Bool {
        unsafeBitCast(__sigaction_handler.sa_handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}
