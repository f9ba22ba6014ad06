import CPOSIX
import Core
import Glibc

/// Locks of sign-ins as files in the runtime directory, held by `flock(2)`: the kernel releases them with their holder,
/// however it ends. The file says who holds it.
final class FileSignInLock: SignInLock {
    private let directory: String
    private let clock: any WallClock
    private static let pauseMilliseconds: Int64 = 50

    init(directory: String, clock: any WallClock) {
        self.directory = directory
        self.clock = clock
    }

    func acquire(
        _ name: String, purpose: String, waits: Bool, deadline: Deadline, onWait: (SignInHolder) -> Void
    ) throws(FedauthError) -> any HeldSignInLock {
        let path = directory + "/sign-in-" + (try FileNames.plain(name)) + ".lock"
        var hadToWait = false
        while true {
            if let held = try attempt(path, purpose: purpose, hadToWait: hadToWait) { return held }
            let holder = Self.holder(path)
            if !waits {
                let process = holder.processID.map { "process \($0)" } ?? "another process"
                throw FedauthError(
                    .signInInProgress, "\(process) is signing in to '\(name)' at '\(holder.purpose)'",
                    hint: "leave out '--no-wait' to wait for it")
            }
            onWait(holder)
            hadToWait = true
            try deadline.check(clock, waitingFor: "waiting for the other sign-in to '\(name)'")
            SystemClock.sleep(milliseconds: Self.pauseMilliseconds)
        }
    }

    private func attempt(_ path: String, purpose: String, hadToWait: Bool) throws(FedauthError) -> Held? {
        let file = try FileDescriptor(opening: path, O_RDWR | O_CREAT | O_NOFOLLOW, mode: 0o600)
        guard flock(file.number, LOCK_EX | LOCK_NB) == 0 else {
            if errno == EWOULDBLOCK { return nil }
            throw SystemCall.error("lock", path)
        }
        // The holder before us removed the file while we waited: what we hold is no longer the one others find.
        var mine = stat()
        var there = stat()
        guard fstat(file.number, &mine) == 0, stat(path, &there) == 0, mine.st_ino == there.st_ino else { return nil }
        ftruncate(file.number, 0)
        try FileBytes.write("\(getpid()) \(purpose)\n", to: file.number, name: path)
        return Held(file, path: path, hadToWait: hadToWait)
    }

    private static func holder(_ path: String) -> SignInHolder {
        guard let file = try? FileDescriptor(opening: path, O_RDONLY | O_NOFOLLOW),
            let content = try? file.read(name: path, limit: 8192)
        else { return SignInHolder(processID: nil, purpose: "an address that cannot be told") }
        let text = content.withBytes { String(decoding: $0, as: UTF8.self) }
        let parts = text.split(separator: " ", maxSplits: 1)
        return SignInHolder(
            processID: parts.first.flatMap { Int32($0) },
            purpose: parts.dropFirst().first.map { String($0).folded() } ?? "…")
    }

    private final class Held: HeldSignInLock {
        let hadToWait: Bool
        private let file: FileDescriptor
        private let path: String
        private let slot: Int32

        init(_ file: consuming FileDescriptor, path: String, hadToWait: Bool) {
            self.file = file
            self.path = path
            self.hadToWait = hadToWait
            slot = cposix_guard_file(path)
        }

        deinit {
            unlink(path)
            cposix_unguard_file(slot)
        }
    }
}
