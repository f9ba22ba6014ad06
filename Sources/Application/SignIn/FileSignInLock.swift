public import Core
internal import System

/// Locks of sign-ins as files beside the stores, held by `flock(2)`: the kernel releases a lock when its holder ends for any reason.
/// What a lock protects is in the store, so commands with one store find one lock, whatever their runtime directory is.
///
/// The file names its holder, which removes it at the end. Waiting processes keep the file open, so that they can read
/// the holder's last note: that it gave up for all of them. The note disappears when the last of them ends.
public final class FileSignInLock: SignInLock {
    private let directory: String
    private let other: (() throws(FedauthError) -> String)?
    private let cancellation: SignInCancellation?
    /// The names of the files, around that of the sign-in.
    static let (prefix, suffix) = ("sign-in-", ".lock")
    private static let pauseMilliseconds: Int64 = 50

    /// - Parameters:
    ///   - directory: made when it is missing.
    ///   - other: returns the directory to use where `directory` cannot have locks, as in a home that is read-only; nil: none.
    ///   - cancellation: allows `RunningSignIns.cancel` while the lock is held; nil: not allowed.
    public init(
        directory: String, else other: (() throws(FedauthError) -> String)? = nil,
        cancellation: SignInCancellation? = nil
    ) {
        (self.directory, self.other, self.cancellation) = (directory, other, cancellation)
    }

    /// Waits for the lock and takes it.
    public func acquire(
        _ name: String, purpose: String, waits: Bool, deadline: Deadline, onWait: (SignInHolder) -> Void
    ) throws(FedauthError) -> any HeldSignInLock {
        do throws(FedauthError) {
            try PrivateDirectory.make(directory)
            return try acquire(name, in: directory, purpose, waits, deadline, onWait)
        } catch  where other != nil && [.other, .usage, .unsafeDirectory].contains(error.code) {
            return try acquire(name, in: try other?() ?? directory, purpose, waits, deadline, onWait)
        }
    }

    private func acquire(
        _ name: String, in directory: String, _ purpose: String, _ waits: Bool, _ deadline: Deadline,
        _ onWait: (SignInHolder) -> Void
    ) throws(FedauthError) -> any HeldSignInLock {
        let path = directory + "/" + Self.prefix + (try FileNames.plain(name)) + Self.suffix
        var hadToWait = false
        while true {
            let file = try Self.opened(path)
            var isKnown = false
            // Polls the same file while another process holds it.
            while try !Self.taken(file) {
                let holder = Self.note(in: file)?.holder
                if !waits { throw SignInHolder.inProgress(holder, name) }
                if let holder { onWait(holder) }
                isKnown = true
                hadToWait = true
                try deadline.check(waitingFor: "waiting for the other sign-in to '\(name)'")
                SystemTime.sleep(milliseconds: Self.pauseMilliseconds)
            }
            // A note left by a killed process counts only for processes that saw it hold the lock.
            if isKnown, let last = Self.note(in: file), let reason = last.givenUp { throw reason.error(last.holder) }
            // The previous holder removed the file during the wait: other processes no longer find it.
            guard file.isInPlace else { continue }
            // Before the note, by which other processes find this one.
            let held = Held(file, hadToWait: hadToWait, cancellation)
            let this = ProcessIdentity.current
            let holder = SignInHolder(processID: this.id, purpose: purpose)
            let note = SignInNote(holder, start: this.start == 0 ? nil : this.start)
            try SystemCall.attempt("write", path) { () throws(SystemFailure) in try file.write(note.text) }
            return held
        }
    }

    private static func opened(_ path: String) throws(FedauthError) -> LockFile {
        try SystemCall.attempt("lock", path) { () throws(FileFault) in try LockFile(path) }
    }

    private static func taken(_ file: LockFile) throws(FedauthError) -> Bool {
        try SystemCall.attempt("lock", file.path) { () throws(SystemFailure) in try file.take() }
    }

    /// Removes the files of locks whose holders were killed.
    static func sweep(_ directory: String) {
        for name in FileNames.names(in: directory) where name.hasPrefix(prefix) && name.hasSuffix(suffix) {
            // One who waits for it looks whether it is in its place.
            if let file = try? LockFile(existing: directory + "/" + name), (try? file.take()) == true, file.isInPlace {
                _ = HeldLock(file)
            }
        }
    }

    static func note(in file: LockFile) -> SignInNote? { file.text.flatMap(SignInNote.init) }

    private final class Held: HeldSignInLock {
        let hadToWait: Bool
        private let file: LockFile
        private let lock: HeldLock
        private let cancellation: SignInCancellation?

        init(_ file: LockFile, hadToWait: Bool, _ cancellation: SignInCancellation?) {
            self.file = file
            self.hadToWait = hadToWait
            self.cancellation = cancellation
            lock = HeldLock(file)
            cancellation?.begin()
        }

        deinit { cancellation?.end() }

        func giveUp(_ reason: SignInGivenUp) {
            guard var note = FileSignInLock.note(in: file) else { return }
            note.givenUp = reason
            // Without a note a waiting process tries next, as after a killed holder.
            try? file.write(note.text)
        }
    }
}
