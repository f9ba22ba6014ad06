import Core
import Glibc
import Secrets
import Support
import Testing

@testable import FileStore

/// Tests that a complete old or new state opens after a failure at any step of a write.
struct FaultTests {
    private static let old = String(repeating: "old ", count: 300)
    private static let new = String(repeating: "new ", count: 500)

    /// The manual lists a full disk among the errors that have no status of their own.
    private static func code(of fault: FaultyFiles.Fault) -> ErrorCode {
        switch fault {
        case .error(ENOSPC), .lasting(ENOSPC): .other
        default: .storeUnavailable
        }
    }

    @Test(
        arguments: [
            FaultyFiles.Fault.error(EIO), .lasting(EIO), .error(ENOSPC), .lasting(ENOSPC), .lasting(EROFS),
            .error(EACCES), .lasting(EXDEV),
        ], [nil, EPERM])
    func `each step of a put may fail`(fault: FaultyFiles.Fault, withoutLinks refusal: Int32?) throws {
        let scratch = ScratchStore()
        let store = scratch.store()
        try store.put(StoreDraft(name: "other", value: SharedSecret(text: "untouched")))
        try store.put(StoreDraft(name: "it", value: SharedSecret(text: Self.old)))
        var step = 1
        while true {
            let files = FaultyFiles(fault, at: step)
            let failing = scratch.store(files: files.calls(withoutLinks: refusal))
            failing.held = store.held
            var isAcknowledged = false
            do throws(FedauthError) {
                try failing.put(StoreDraft(name: "it", value: SharedSecret(text: Self.new)))
                isAcknowledged = true
            } catch {
                // A change that the disk did not confirm is none of its faults, but done.
                let isDone = error.message.contains("did not confirm it")
                #expect(error.code == (isDone ? .storeUnavailable : Self.code(of: fault)), "step \(step): \(error)")
                if case .lasting(EXDEV) = fault {
                    #expect(isDone || error.hint?.contains("mounted by itself") == true, "step \(step): \(error)")
                }
            }
            let after = scratch.store()
            after.held = store.held
            let value = try after.get("it")?.value
            let isNew = value?.equals(Self.new) == true
            #expect(isNew || !isAcknowledged && value?.equals(Self.old) == true, "step \(step)")
            #expect(try after.get("other")?.value.equals("untouched") == true, "step \(step)")
            // The next write works, cleans up, and leaves an earlier state that opens.
            try after.put(StoreDraft(name: "it", value: SharedSecret(text: Self.old)))
            #expect(try after.get("it")?.value.equals(Self.old) == true, "step \(step)")
            #expect(scratch.bytes("store.prev").starts(with: StoreFormat.magic), "step \(step)")
            #expect(
                scratch.bytes("store.tmp").isEmpty && scratch.bytes("store.prev.tmp").isEmpty, "step \(step)")
            if !files.wasReached { break }
            step += 1
        }
        #expect(step > 20)
    }

    @Test(arguments: [EPERM, EOPNOTSUPP, ENOSYS, EMLINK])
    func `a file system without links keeps a copy of the state before`(refusal: Int32) throws {
        let scratch = ScratchStore()
        let store = scratch.store(files: FaultyFiles(.meanwhile({}), at: 0).calls(withoutLinks: refusal))
        try store.put(StoreDraft(name: "it", value: SharedSecret(text: Self.old)))
        try store.put(StoreDraft(name: "other", value: SharedSecret(text: Self.old)))
        let before = scratch.bytes()
        try store.put(StoreDraft(name: "it", value: SharedSecret(text: Self.new)))
        #expect(try scratch.bytes("store.prev") == before && store.get("it")?.value.equals(Self.new) == true)
        #expect(try store.delete("other"))
        let damaged = scratch.bytes().dropLast(100)
        scratch.write(Array(damaged))
        _ = try store.recover()
        #expect(scratch.bytes("store.damaged") == Array(damaged) && scratch.bytes("store.prev.tmp").isEmpty)
    }

    @Test(arguments: [FaultyFiles.Fault.error(EIO), .lasting(EIO), .lasting(ENOSPC)])
    func `each step of a first put may fail`(fault: FaultyFiles.Fault) throws {
        var step = 1
        while true {
            let scratch = ScratchStore()
            let files = FaultyFiles(fault, at: step)
            do throws(FedauthError) {
                try scratch.store(files: files.calls).put(
                    StoreDraft(name: "it", value: SharedSecret(text: Self.new)))
                #expect(try scratch.store().get("it")?.value.equals(Self.new) == true, "step \(step)")
            } catch {
                let isDone = error.message.contains("did not confirm it")
                #expect(error.code == (isDone ? .storeUnavailable : Self.code(of: fault)), "step \(step): \(error)")
                let item = try scratch.store().get("it")
                #expect(item == nil || item?.value.equals(Self.new) == true, "step \(step)")
            }
            if !files.wasReached { break }
            step += 1
        }
        #expect(step > 15)
    }

    @Test func `a full disk keeps what was there`() throws {
        let scratch = ScratchStore()
        let store = scratch.store()
        try store.put(StoreDraft(name: "it", value: SharedSecret(text: Self.old)))
        let failing = scratch.store(files: FaultyFiles(.lasting(ENOSPC), at: 18).calls)
        failing.held = store.held
        let error = #expect(throws: FedauthError.self) {
            try failing.put(StoreDraft(name: "it", value: SharedSecret(text: Self.new)))
        }
        #expect(error?.hint?.contains("make room") == true, "\(error?.message ?? "") \(error?.causes ?? [])")
    }
}
