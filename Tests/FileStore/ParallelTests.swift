import Core
import Secrets
import Support
import Testing

@testable import FileStore

struct ParallelTests {
    @Test func `forty first puts at once lose nothing`() async throws {
        let scratch = ScratchStore()
        let folder = scratch.root
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<40 {
                group.addTask {
                    let clock = TestClock()
                    let store = EncryptedFileStore(
                        directory: folder + "/data/fedauth", stateDirectory: folder + "/state/fedauth",
                        passphrases: FixedPassphrase(), clock: clock, lockWaitSeconds: 30, scryptLogN: 15,
                        usesCache: false)
                    try store.put(StoreDraft(name: "entry-\(index)", value: SharedSecret(text: "\(index)")))
                    guard try store.get("entry-\(index)") != nil else {
                        throw FedauthError(.other, "lost \(index)")
                    }
                }
            }
            try await group.waitForAll()
        }
        let store = scratch.store()
        #expect(try store.list().count == 40)
        for index in 0..<40 { #expect(try store.get("entry-\(index)")?.value.equals("\(index)") == true) }
    }

    @Test func `of two writers that expect the same version one wins`() throws {
        let scratch = ScratchStore()
        let first = scratch.store()
        let second = scratch.store()
        try first.put(StoreDraft(name: "a", value: SharedSecret(text: "0")))
        try first.put(StoreDraft(name: "a", value: SharedSecret(text: "1")), expecting: .version(1))
        let error = #expect(throws: FedauthError.self) {
            try second.put(StoreDraft(name: "a", value: SharedSecret(text: "2")), expecting: .version(1))
        }
        #expect(error?.code == .versionConflict)
        #expect(try second.get("a")?.value.equals("1") == true)
    }

    @Test func `a write between a reader's steps is no older copy to it`() throws {
        let scratch = ScratchStore()
        let folder = scratch.root
        try scratch.store().put(StoreDraft(name: "a", value: SharedSecret(text: "0")))
        let before = scratch.passphrases.questions
        // The other process writes before each step of the get in turn; the get returns the old or the new value.
        var step = 1
        while true {
            let files = FaultyFiles(
                .meanwhile {
                    let other = EncryptedFileStore(
                        directory: folder + "/data/fedauth", stateDirectory: folder + "/state/fedauth",
                        passphrases: FixedPassphrase(), clock: TestClock(), lockWaitSeconds: 5,
                        scryptLogN: 15,
                        usesCache: false)
                    _ = try? other.put(StoreDraft(name: "a", value: SharedSecret(text: "1")))
                }, at: step)
            let reader = scratch.store(files: files.calls)
            #expect(try reader.get("a") != nil, "step \(step)")
            if !files.wasReached { break }
            step += 1
        }
        #expect(step > 8 && scratch.passphrases.questions > before)
    }
}
