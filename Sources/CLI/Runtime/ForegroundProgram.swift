import CPOSIX
import Core
import Glibc

/// A program that uses the terminal alone, such as an editor, while fedauth waits for it.
struct ForegroundProgram: ~Copyable {
    private let state: TerminalState

    /// Throws `input-needed` when there is no terminal.
    init(hint: String) throws(FedauthError) {
        guard let state = TerminalState() else {
            throw FedauthError(.inputNeeded, "there is no terminal for an editor", hint: hint)
        }
        self.state = state
    }

    /// Runs the program and waits for its end. Throws `program-failed` unless its status is 0.
    ///
    /// - Parameter name: for messages.
    borrowing func run(_ arguments: [String], name: String) throws(FedauthError) {
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
        let child = try GuardedSpawn.start(
            arguments, name: name, hint: "VISUAL or EDITOR names the editor", handled: handled
        ) { actions in
            for stream in 0...2 as ClosedRange<Int32> { posix_spawn_file_actions_adddup2(&actions, number, stream) }
        }
        var status: Int32 = 0
        let got = SystemCall.retrying { waitpid(child, &status, 0) }
        cposix_unguard_child()
        guard got == child else { throw SystemCall.error("wait for", name) }
        guard status == 0 else {
            let how = status & 0x7F == 0 ? "status \((status >> 8) & 0xFF)" : "signal \(status & 0x7F)"
            // Ctrl-C in an editor that does not handle it means that the user gives up.
            let code: ErrorCode = status & 0x7F == SIGINT ? .cancelled : .programFailed
            throw FedauthError(code, "'\(name.folded(to: 100))' ended with \(how)")
        }
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
    /// Whether the parent process made fedauth ignore the signal (nohup).
    fileprivate var isIgnored: Bool {
        unsafeBitCast(__sigaction_handler.sa_handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}
