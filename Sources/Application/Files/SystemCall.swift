public import Core
public import Secrets
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
        // A missing named file is a mistake of the command line; status 10 is for profiles, sessions and entries.
        let code: ErrorCode = failure.isAboutPath ? .usage : .other
        return FedauthError(code, "cannot \(verb) '\(path.folded(to: 200))': \(failure.text)", hint: hint)
    }

    /// Runs `body`, and turns its failure into the error "cannot VERB 'PATH': …".
    public static func attempt<Value: ~Copyable>(
        _ verb: String, _ path: String, _ body: () throws(SystemFailure) -> Value
    ) throws(FedauthError) -> Value {
        do throws(SystemFailure) {
            return try body()
        } catch { throw Self.error(verb, path, error) }
    }

    /// Runs `body`, and turns its fault into the error that says why the file is not used.
    public static func attempt<Value: ~Copyable>(
        _ verb: String, _ path: String, _ body: () throws(FileFault) -> Value
    ) throws(FedauthError) -> Value {
        do throws(FileFault) {
            return try body()
        } catch { throw Self.error(verb, path, error) }
    }

    /// Returns why a file that must be private is not used; without a `hint`, with advice that makes the file usable.
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

extension FileDescriptor {
    /// Opens a file with open(2) and O_CLOEXEC; without flags, to read it.
    public init(opening path: String, _ flags: Int32 = 0, mode: UInt32 = 0) throws(FedauthError) {
        self = try SystemCall.attempt("open", path) { () throws(SystemFailure) in
            try FileDescriptor(path: path, flags: flags, mode: mode)
        }
    }

    /// Opens a file to read it. Does not wait for the other end of a FIFO; `read` does, within its time limit.
    public init(reading path: String) throws(FedauthError) {
        self = try SystemCall.attempt("open", path) { () throws(SystemFailure) in try FileDescriptor(toRead: path) }
    }

    /// Reads to the end; see `FileBytes.read`.
    public borrowing func read(
        name: String, limit: Int, until deadline: Deadline? = nil
    ) throws(FedauthError) -> Secret { try FileBytes.read(number, name: name, limit: limit, until: deadline) }
}

extension Pipe {
    /// Makes a pipe; `name` is its purpose, for messages.
    public init(to name: String) throws(FedauthError) {
        self = try SystemCall.attempt("start", name) { () throws(SystemFailure) in try Pipe() }
    }
}

extension BoundedLock {
    /// The wait for a lock whose holder needs milliseconds; after that, the holder has probably been stopped.
    public static let usualSeconds: Int64 = 5

    /// Takes the lock for changing `path`: the file `.NAME.lock` beside it. Throws `busy`, naming the holder.
    public static func take(for path: String, waitSeconds: Int64 = usualSeconds) throws(FedauthError) -> HeldLock {
        let lock = FileNames.directory(of: path) + "/." + FileNames.base(of: path) + ".lock"
        do throws(Failure) {
            return try take(lock, waitSeconds: waitSeconds)
        } catch {
            switch error {
            case .unusable(let fault): throw SystemCall.error("lock", lock, fault)
            case .busy(let holder):
                let process = holder.map { "process \($0)" } ?? "another process"
                throw FedauthError(
                    .busy, "\(process) has been changing '\(path.folded(to: 200))' for \(waitSeconds) s",
                    hint: "try again; if that process is stopped, continue or end it"
                        + (holder.map { ": kill -CONT \($0)" } ?? ""))
            }
        }
    }
}

/// Directories that only their owner can access.
public enum PrivateDirectory {
    /// Creates `path` with mode 0700, and its parents. Throws `unsafe-directory` when `path` belongs to another user,
    /// is not a directory, or is open to others.
    public static func make(_ path: String) throws(FedauthError) {
        do throws(FileFault) { try System.PrivateDirectory.make(path) } catch { throw Self.error(path, error) }
    }

    /// Throws when `path` is missing, and `unsafe-directory` when it is not private.
    public static func check(_ path: String) throws(FedauthError) {
        do throws(FileFault) { try System.PrivateDirectory.check(path) } catch { throw Self.error(path, error) }
    }

    private static func error(_ path: String, _ fault: FileFault) -> FedauthError {
        let name = path.folded(to: 200)
        let why: String
        let way: String
        switch fault {
        case .system(let failure): return SystemCall.error("make", path, failure)
        case .foreign(let owner):
            why = "belongs to \(UserAccounts.text(of: owner)), not to you"
            way = "as root: chown \(ThisProcess.user) '\(name)'; or name another directory"
        case .belowForeign(let place):
            return FedauthError(
                .unsafeDirectory,
                "'\(name)' would belong to root, and '\(place.path.folded(to: 200))' to \(place.ownerText)",
                hint: "run fedauth as that user, or set HOME to a directory of root's")
        case .otherKind: (why, way) = ("is a link or a file", "move it away: a directory is made in its place")
        case .shared, .linked: (why, way) = ("is open to others", "chmod 700 '\(name)'")
        }
        return FedauthError(.unsafeDirectory, "the directory '\(name)' is not private: it \(why)", hint: way)
    }
}
