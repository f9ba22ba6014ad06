import Core
import Glibc
import System

extension ErrorCode {
    /// A file that must be private belongs to another user, or is not as required.
    static let unsafeFile = ErrorCode("unsafe-file", .other)
    /// A directory that must be private is open to others, or belongs to another user.
    static let unsafeDirectory = ErrorCode("unsafe-directory", .other)
}

/// Errors for failed system calls, with the system's messages.
enum SystemCall {
    /// Returns the error "cannot VERB 'PATH': Permission denied" for the present `errno`, which stays unchanged.
    static func error(_ verb: String, _ path: String, hint: String? = nil) -> FedauthError {
        let number = errno
        defer { errno = number }
        return error(verb, path, number, hint)
    }

    /// Returns the same error for a failed call.
    static func error(_ verb: String, _ path: String, _ failure: SystemFailure) -> FedauthError {
        error(verb, path, failure.number, nil)
    }

    private static func error(_ verb: String, _ path: String, _ number: Int32, _ hint: String?) -> FedauthError {
        let words = String(cString: strerror(number)).lowercased()
        // A named file that is missing is a mistake of the command line; status 10 is for profiles, sessions and
        // entries.
        let code: ErrorCode = [ENOENT, ENOTDIR, EISDIR].contains(number) ? .usage : .other
        return FedauthError(code, "cannot \(verb) '\(path.folded(to: 200))': \(words)", hint: hint)
    }

    /// Returns why a file that must be private is not used.
    ///
    /// - Parameter hint: what to do instead; nil: advice that makes the file usable.
    static func error(_ verb: String, _ path: String, _ fault: FileFault, hint: String? = nil) -> FedauthError {
        let name = path.folded(to: 200)
        let way: String
        let why: String
        switch fault {
        case .system(let failure): return error(verb, path, failure.number, hint)
        case .otherKind: (why, way) = ("'\(name)' is not a regular file", "remove it, or name another file")
        case .foreign(let owner):
            (why, way) = (
                "'\(name)' belongs to user \(owner), not to you", "remove it, or as root: chown \(geteuid()) '\(name)'"
            )
        case .shared: (why, way) = ("others may write '\(name)'", "chmod go-w '\(name)'")
        case .linked(let count):
            (why, way) = ("'\(name)' has \(count) names", "find the others by: find -samefile '\(name)'")
        }
        return FedauthError(.unsafeFile, "\(why), so it is not used", hint: hint ?? way)
    }

    /// Repeats a call that a signal has interrupted.
    static func retrying<Result: SignedInteger>(_ call: () -> Result) -> Result {
        while true {
            let result = call()
            if result != -1 || errno != EINTR { return result }
        }
    }
}
