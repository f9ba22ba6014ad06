public import Core
public import System

/// Errors for failed system calls, with the system's messages.
public enum SystemCall {
    /// Returns the error "cannot VERB 'PATH': Permission denied" for the present `errno`.
    public static func error(_ verb: String, _ path: String, hint: String? = nil) -> FedauthError {
        error(verb, path, SystemFailure(verb), hint: hint)
    }

    /// Returns the same error for a failed call.
    public static func error(
        _ verb: String, _ path: String, _ failure: SystemFailure, hint: String? = nil
    ) -> FedauthError {
        // A named file that is missing is a mistake of the command line; status 10 is for profiles, sessions and
        // entries.
        let code: ErrorCode = failure.isAboutPath ? .usage : .other
        return FedauthError(code, "cannot \(verb) '\(path.folded(to: 200))': \(failure.text)", hint: hint)
    }

    /// Runs `body`, and turns its failure into the error "cannot VERB 'PATH': …".
    public static func attempt<Value: ~Copyable>(
        _ verb: String, _ path: String, _ body: () throws(SystemFailure) -> Value
    ) throws(FedauthError) -> Value {
        do throws(SystemFailure) {
            return try body()
        } catch {
            throw Self.error(verb, path, error)
        }
    }

    /// Runs `body`, and turns its fault into the error that says why the file is not used.
    public static func attempt<Value: ~Copyable>(
        _ verb: String, _ path: String, _ body: () throws(FileFault) -> Value
    ) throws(FedauthError) -> Value {
        do throws(FileFault) {
            return try body()
        } catch {
            throw Self.error(verb, path, error)
        }
    }

    /// Returns why a file that must be private is not used.
    ///
    /// - Parameter hint: what to do instead; nil: advice that makes the file usable.
    public static func error(_ verb: String, _ path: String, _ fault: FileFault, hint: String? = nil) -> FedauthError {
        let name = path.folded(to: 200)
        let way: String
        let why: String
        switch fault {
        case .system(let failure): return error(verb, path, failure, hint: hint)
        case .belowForeign(let place):
            (why, way) = ("'\(place.path.folded(to: 200))' belongs to \(place.ownerText)", "run fedauth as that user")
        case .otherKind: (why, way) = ("'\(name)' is not a regular file", "remove it, or name another file")
        case .foreign(let owner):
            (why, way) = (
                "'\(name)' belongs to \(UserAccounts.text(of: owner)), not to you",
                "remove it, or as root: chown \(ThisProcess.user) '\(name)'"
            )
        case .shared: (why, way) = ("others may write '\(name)'", "chmod go-w '\(name)'")
        case .linked(let count):
            (why, way) = ("'\(name)' has \(count) names", "find the others by: find -samefile '\(name)'")
        }
        return FedauthError(.unsafeFile, "\(why), so it is not used", hint: hint ?? way)
    }
}
