import Core
import Secrets
import Support
import Testing

@testable import Application

struct EntryChangesTests {
    private let store = MemoryStore()

    private func draft(_ name: String, _ value: String = "v", _ attributes: [String: String] = [:]) -> StoreDraft {
        StoreDraft(name: name, attributes: attributes, value: SharedSecret(text: value))
    }

    private func names() throws -> [String] { try store.list().map(\.name) }

    @Test func anUpdateKeepsWhatItDoesNotName() throws {
        var first = EntryUpdate(draft("a", "1", ["x": "1", "y": "1"]))
        first.kind = "key"
        _ = try first.write(to: store)
        let entry = try EntryUpdate(draft("a", "2", ["y": "2"])).write(to: store)
        #expect(entry.kind == "key" && entry.attributes == ["x": "1", "y": "2"] && entry.version == 2)
        var fresh = EntryUpdate(draft("a", "3"))
        fresh.isFresh = true
        let last = try fresh.write(to: store)
        #expect(last.kind != "key" && last.attributes.isEmpty)
    }

    /// Another process writes between reading and writing: its attributes are kept, too.
    @Test func anUpdateIsMadeAgainAfterAnotherOne() throws {
        _ = try store.put(draft("a", "1"), expecting: .any)
        let racing = RacingStore(store, at: [1]) { [draft] store in
            _ = try? store.put(draft("a", "2", ["theirs": "1"]), expecting: .any)
        }
        let entry = try EntryUpdate(draft("a", "3", ["ours": "1"])).write(to: racing)
        #expect(entry.attributes == ["theirs": "1", "ours": "1"] && entry.version == 3)
    }

    @Test func anUpdateEndsWhenOthersAlwaysComeFirst() throws {
        let racing = RacingStore(store, at: 1...1000) { [draft] store in
            _ = try? store.put(draft("a", "v", [:]), expecting: .any)
        }
        let error = #expect(throws: FedauthError.self) { _ = try EntryUpdate(draft("a")).write(to: racing) }
        #expect(error?.code == .versionConflict)
    }

    /// What is checked is the entry as it will be: a kind that stays counts, too.
    @Test func whatIsRefusedIsNotWritten() throws {
        var update = EntryUpdate(draft("a"))
        update.kind = "totp"
        _ = try update.write(to: store)
        update.kind = nil
        update.check = { (draft) throws(FedauthError) in
            if draft.kind == "totp" { throw FedauthError(.usage, "no key") }
        }
        #expect(throws: FedauthError.self) { _ = try update.write(to: store) }
        #expect(try store.get("a")?.entry.version == 1)
    }

    @Test func aNameThatIsMissingRemovesNothing() throws {
        try store.put([draft("a"), draft("b")], expecting: .any)
        let error = #expect(throws: FedauthError.self) { _ = try store.remove(["a", "c"], allowsMissing: false) }
        #expect(error?.code == .notFound && error?.message.contains("'c'") == true)
        #expect(try names() == ["a", "b"])
        #expect(try store.remove(["a", "c", "a"], allowsMissing: true) == ["a"])
        #expect(throws: FedauthError.self) { _ = try store.remove(["a"], allowsMissing: false) }
        #expect(try store.items(named: []).read.map(\.entry.name) == ["b"])
        #expect(throws: FedauthError.self) { _ = try store.items(named: ["b", "c"]) }
        store.unreadable = ["x"]
        let all = try store.items(named: [])
        #expect(all.read.map(\.entry.name) == ["b"] && all.unreadable == ["x"])
        #expect(throws: FedauthError.self) { _ = try store.items(named: ["x"]) }
    }

    @Test func aRenamedEntryStaysInItsGroup() throws {
        try store.put([draft("session/a", "1"), draft("session/b", "2")], expecting: .any)
        let item = try store.required("session/a")
        func rename(_ name: String, _ overwrites: Bool = false) throws -> ErrorCode? {
            do throws(FedauthError) {
                _ = try store.rename(item, to: name, overwrites: overwrites)
                return nil
            } catch { return error.code }
        }
        #expect(try rename("a") == .usage)
        #expect(try rename("session/b") == .versionConflict)
        #expect(try names() == ["session/a", "session/b"])
        #expect(try rename("session/b", true) == nil)
        #expect(try names() == ["session/b"] && store.required("session/b").value == SharedSecret(text: "1"))
    }

    @Test func anEntryThatChangedMeanwhileStays() throws {
        _ = try store.put(draft("a", "1"), expecting: .any)
        let item = try store.required("a")
        _ = try store.put(draft("a", "2"), expecting: .any)
        #expect(try store.rename(item, to: "b", overwrites: false).staysToo)
        #expect(try names() == ["a", "b"])
    }
}

/// A store that another process changes right after some of the times that it was read.
final class RacingStore: CredentialStore {
    private let store: MemoryStore
    private let times: Set<Int>
    private let change: (MemoryStore) -> Void
    private var reads = 0

    init(_ store: MemoryStore, at times: some Sequence<Int>, _ change: @escaping (MemoryStore) -> Void) {
        (self.store, self.times, self.change) = (store, Set(times), change)
    }

    var backend: String { store.backend }
    var location: String { store.location }
    func state() throws(FedauthError) -> StoreState { try store.state() }
    func get(_ name: String) throws(FedauthError) -> StoreItem? {
        let item = try store.get(name)
        reads += 1
        if times.contains(reads) { change(store) }
        return item
    }
    func put(_ draft: StoreDraft, expecting: StoreExpectation) throws(FedauthError) -> StoreEntry {
        try store.put(draft, expecting: expecting)
    }
    func delete(_ name: String, expecting: StoreExpectation) throws(FedauthError) -> Bool {
        try store.delete(name, expecting: expecting)
    }
    func list() throws(FedauthError) -> [StoreEntry] { try store.list() }
    func initialise() throws(FedauthError) { try store.initialise() }
    func lock() throws(FedauthError) { try store.lock() }
    func unlock(forSeconds seconds: Int64?) throws(FedauthError) { try store.unlock(forSeconds: seconds) }
}
