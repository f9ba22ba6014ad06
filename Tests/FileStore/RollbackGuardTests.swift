import Glibc
import Support
import Synchronization
import System
import Testing

@testable import FileStore

/// Tests the record of the last states seen.
struct RollbackGuardTests {
    private final class Flag: Sendable {
        let isSet = Atomic(false)
    }

    @Test func anOlderStateNeverReplacesTheNewerOneOfAnotherProcess() {
        let root = "/tmp/fedauth-test-\(getpid())-\(UInt64.random(in: 0...(.max)))"
        defer { run("rm", "-rf", root) }
        @Sendable func guarding(_ step: Int, _ files: PosixFiles = PosixFiles()) -> RollbackGuard {
            RollbackGuard(
                folder: "\(root)/\(step)", storeID: Array(repeating: 1, count: 16), files: files, cacheBackend: nil)
        }
        func mark(_ generation: UInt64) -> RollbackGuard.Mark {
            .init(generation: generation, checksum: Array(repeating: 2, count: 32))
        }
        let newer = mark(6)
        for step in 1... {
            let written = Flag()
            let files = FaultyFiles(
                .meanwhile {
                    let other = guarding(step)
                    // Another process would wait for the lock; it writes where that is free.
                    mkdir(root, 0o700)
                    mkdir(other.folder, 0o700)
                    guard (try? BoundedLock.take(other.lockPath, waitSeconds: 0)) != nil else { return }
                    other.remember(newer)
                    written.isSet.store(true, ordering: .relaxed)
                }, at: step)
            guarding(step, files.calls).remember(mark(5))
            guard files.wasReached else {
                #expect(step > 5)
                return
            }
            let wasWritten = written.isSet.load(ordering: .relaxed)
            #expect(guarding(step).newest()?.generation == (wasWritten ? 6 : 5), "step \(step)")
        }
    }

    @Test func aDeletionReplacesTheStateThatWasDeletedOnly() {
        let root = "/tmp/fedauth-test-\(getpid())-\(UInt64.random(in: 0...(.max)))"
        defer { run("rm", "-rf", root) }
        let record = RollbackGuard(
            folder: root, storeID: Array(repeating: 1, count: 16), files: PosixFiles(), cacheBackend: nil)
        let mark = RollbackGuard.Mark(generation: 2, checksum: Array(repeating: 2, count: 32))
        record.remember(mark)
        record.remember(.deletion(of: 1))
        #expect(record.newest() == mark)
        record.remember(.deletion(of: 2))
        #expect(mark.isOlder(than: record.newest()))
        record.remember(mark)
        #expect(record.newest()?.isDeletion == true)
        record.remember(.init(generation: 3, checksum: mark.checksum))
        #expect(record.newest()?.generation == 3)
    }
}
