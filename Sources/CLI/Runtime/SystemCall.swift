import Core
import Glibc

/// Failures of system calls, in the words of the system.
enum SystemCall {
    /// "cannot VERB 'PATH': Permission denied", from `errno` as it is now, and stays.
    static func error(_ verb: String, _ path: String, hint: String? = nil) -> FedauthError {
        let number = errno
        defer { errno = number }
        let words = String(cString: strerror(number)).lowercased()
        // A file that is named and missing is a mistake of the command line; 10 is for profiles, sessions and entries.
        let code: ErrorCode = [ENOENT, ENOTDIR, EISDIR].contains(number) ? .usage : .other
        return FedauthError(code, "cannot \(verb) '\(path.folded(to: 200))': \(words)", hint: hint)
    }

    /// Repeats a call that a signal has interrupted.
    static func retrying<Result: SignedInteger>(_ call: () -> Result) -> Result {
        while true {
            let result = call()
            if result != -1 || errno != EINTR { return result }
        }
    }
}
