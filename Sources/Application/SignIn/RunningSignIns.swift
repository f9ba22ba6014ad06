public import Core
internal import System

/// A sign-in or an enrolment that another process is doing.
public struct RunningSignIn: Sendable, Equatable {
    /// The name by which it can be chosen: that of the profile or session, or of the identity.
    public var name: String
    /// Its process ID.
    public var processID: Int32
    /// The address of its sign-in.
    public var purpose: String
    /// The path of the file of its lock.
    public var lock: String
}

/// Finds the sign-ins of this user and ends them.
public protocol RunningSignIns: AnyObject {
    /// Returns the sign-ins under way; with a name, only those of that profile, session or identity.
    func found(named name: String?) throws(FedauthError) -> [RunningSignIn]

    /// Ends the sign-in, and those that wait for it. Throws `not-found` when it has ended meanwhile, `busy` when it is not
    /// certain which process it is, and `timed-out` when the process does not end.
    func cancel(_ signIn: RunningSignIn) throws(FedauthError)
}

/// Finds sign-ins by the files of `FileSignInLock`.
///
/// A signal goes only to a process that is certainly the holder: the kernel names it as the process with the lock on a
/// file that only this user can write, and the file names the same process, with the time of its start. The process is
/// opened before it is examined, so the signal cannot reach a later process with the same ID.
public final class LockedSignIns: RunningSignIns {
    private let directories: [String]
    private let send: (borrowing ProcessHandle) throws(SystemFailure) -> Void
    private static let identities = "identity-"
    /// Before the server's name in locks that are no sign-ins, but parts of one.
    static let passwords = "password-at-"
    private static let endMilliseconds: Int64 = 5000
    private static let pauseMilliseconds: Int64 = 20
    /// The beginnings of the names that the kernel keeps of this program, at most 15 bytes; see `InvocationName`.
    private static let programs = ["fedauth", "git-credential-", "docker-credenti"]

    /// - Parameter directories: those in which locks may be.
    public convenience init(directories: [String]) {
        self.init(directories: directories) { (process) throws(SystemFailure) in try process.cancel() }
    }

    /// - Parameter send: sends the request to cancel; tests replace it.
    init(directories: [String], send: @escaping (borrowing ProcessHandle) throws(SystemFailure) -> Void) {
        (self.directories, self.send) = (directories, send)
    }

    /// Reads the files of all locks.
    public func found(named name: String?) throws(FedauthError) -> [RunningSignIn] {
        let (prefix, suffix) = (FileSignInLock.prefix, FileSignInLock.suffix)
        var wanted: Set<String>?
        if let name { wanted = [try FileNames.plain(name), try FileNames.plain(Self.identities + name)] }
        return directories.flatMap { place in FileNames.names(in: place).sorted().map { (place, $0) } }.compactMap {
            (directory, file) in
            guard file.hasPrefix(prefix), file.hasSuffix(suffix) else { return nil }
            let (plain, path) = (String(file.dropFirst(prefix.count).dropLast(suffix.count)), directory + "/" + file)
            guard wanted?.contains(plain) ?? !plain.hasPrefix(Self.passwords), let file = try? LockFile(existing: path),
                let note = FileSignInLock.note(in: file),
                let process = note.holder.processID, file.holder != nil || Self.runs(process, note) || Self.isHeld(file)
            else { return nil }
            return RunningSignIn(
                name: shown(plain), processID: process, purpose: note.holder.purpose, lock: path)
        }
    }

    /// Returns whether the process that the note names runs, for a kernel that does not report locks.
    private static func runs(_ process: Int32, _ note: SignInNote) -> Bool {
        guard let handle = ProcessHandle(process), let start = note.start else { return false }
        return handle.start == start
    }

    /// Returns whether a process holds the lock that cannot be seen here, such as one of a container.
    private static func isHeld(_ file: LockFile) -> Bool { (try? file.take()) == false }

    /// Writes to the file that waiting processes end too, and asks the holder to end.
    public func cancel(_ signIn: RunningSignIn) throws(FedauthError) {
        guard let file = try? LockFile(existing: signIn.lock) else { throw Self.over(signIn) }
        guard var note = FileSignInLock.note(in: file), note.holder.processID == signIn.processID else {
            throw Self.over(signIn)
        }
        let holder = file.holder
        if holder == nil, !Self.runs(signIn.processID, note), Self.isHeld(file) {
            throw FedauthError(
                .busy,
                "the sign-in '\(signIn.name.folded(to: 60))' is that of another container or machine, whose process "
                    + "\(signIn.processID) cannot be seen here",
                hint: "nothing was ended; 'fedauth cancel' ends it there")
        }
        // The note has the number that a container gives it.
        guard let process = ProcessHandle(holder?.processID ?? signIn.processID) else { throw Self.over(signIn) }
        guard let holder, let start = note.start,
            process.start == start, process.user == ThisProcess.user,
            Self.programs.contains(where: holder.program.hasPrefix)
        else {
            throw FedauthError(
                .busy,
                "it is not certain that process \(signIn.processID) does the sign-in '\(signIn.name.folded(to: 60))'",
                hint: "nothing was ended; end that process yourself if it is a fedauth")
        }
        let before = note.text
        note.givenUp = .cancelled
        try? file.write(note.text)
        do throws(SystemFailure) {
            try send(process)
        } catch {
            try? file.write(before)
            throw error.isMissingProcess
                ? Self.over(signIn) : SystemCall.error("cancel", "process \(signIn.processID)", error)
        }
        let end = SystemTime.monotonicMilliseconds + Self.endMilliseconds
        while !process.waitForEnd(milliseconds: Self.pauseMilliseconds), file.isInPlace {
            guard SystemTime.monotonicMilliseconds < end else {
                throw FedauthError(
                    .timedOut, "process \(signIn.processID) does not end",
                    hint: "look at it in its terminal, or end it by 'kill \(signIn.processID)'")
            }
        }
    }

    /// Returns the name behind the name of a file; that of a long one is not known whole.
    private func shown(_ plain: String) -> String {
        let name = FileNames.named(plain) ?? plain
        return name.hasPrefix(Self.identities) ? String(name.dropFirst(Self.identities.count)) : name
    }

    private static func over(_ signIn: RunningSignIn) -> FedauthError {
        FedauthError(.notFound, "the sign-in '\(signIn.name.folded(to: 60))' has ended meanwhile")
    }
}
