import Glibc
import Support
import System
import Testing

/// flock(2) locks open files, so two locks in one process behave like two processes.
struct BoundedLockTests {
    private let scratch: Scratch
    private var path: String { scratch["lock"] }

    init() throws { scratch = try Scratch() }

    private func taking(waitSeconds: Int64 = 0) -> BoundedLock.Failure? {
        fault { _ = try BoundedLock.take(path, waitSeconds: waitSeconds) }
    }

    @Test func theHolderIsNamedAndNothingIsLeft() throws {
        var held: HeldLock? = try BoundedLock.take(path, waitSeconds: 0)
        #expect(scratch.text("lock") == "\(getpid())\n")
        #expect(taking() == .busy(holder: getpid()))
        #expect(taking(waitSeconds: 1) == .busy(holder: getpid()))
        withExtendedLifetime(held) {}
        held = nil
        #expect(scratch.names.isEmpty)
        #expect(taking() == nil)
    }

    /// The holder was killed, so the kernel has released the lock.
    @Test func aLeftOverFileDelaysNothing() {
        scratch.file("lock", "1\n")
        #expect(taking() == nil && scratch.names.isEmpty)
    }

    /// A user who can only open the directory cannot open the lock file; a user who can write there cannot substitute it.
    @Test func whatAnotherUserCouldHoldIsNotTheLock() throws {
        let held = try BoundedLock.take(path, waitSeconds: 0)
        var status = stat()
        #expect(lstat(path, &status) == 0 && status.st_mode == S_IFREG | 0o600)
        withExtendedLifetime(held) {}
        mkfifo(scratch["fifo"], 0o600)
        symlink("elsewhere", scratch["link"])
        scratch.file("one")
        link(scratch["one"], scratch["two"])
        for (name, expected) in [("fifo", FileFault.otherKind), ("link", .otherKind), ("two", .linked(count: 2))] {
            let failure: BoundedLock.Failure? = fault { _ = try BoundedLock.take(scratch[name], waitSeconds: 0) }
            #expect(failure == .unusable(expected), "\(name)")
        }
        #expect(!scratch.names.contains("elsewhere"))
    }

    @Test(.enabled(if: Scratch.isRoot, "only root can give a file away"))
    func anotherUsersFileIsNotTheLock() {
        chown(scratch.file("lock"), Scratch.stranger, Scratch.stranger)
        #expect(taking() == .unusable(.foreign(owner: Scratch.stranger)))
    }

    /// A directory in which no file can be created.
    @Test func aPlaceWhereNothingCanBeMadeIsToldAtOnce() {
        let failure: BoundedLock.Failure? = fault { _ = try BoundedLock.take("/proc/self/x.lock", waitSeconds: 60) }
        guard case .unusable(.system) = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
    }
}
