import Application
import Core
import Secrets
import Support
import Testing

struct StoreMoveFlowTests {
    private let keyring = MemoryStore()
    private let file = MemoryStore()
    private let corp = MemoryStore()
    private let memory = Memory()

    private final class Memory: StoreChoiceMemory {
        private(set) var backend: StoreBackend?
        func remembered() throws(FedauthError) -> StoreBackend? { backend }
        func remember(_ backend: StoreBackend) throws(FedauthError) { self.backend = backend }
        func stopgap() -> StoreStopgap? { nil }
        func remember(stopgap: StoreBackend) {}
    }

    private struct Named: NamedStores {
        var made: [StoreName] = []
        func candidate(_ name: StoreName) -> any StoreCandidate { Unused() }
        func candidate(program: String) -> any StoreCandidate { Unused() }
        func names() -> [StoreName] { made }
    }

    /// The flow opens stores itself.
    private struct Unused: StoreCandidate {
        let backend = StoreBackend.auto
        func reasonIfUsedBefore() throws(FedauthError) -> StoreReason? { nil }
        func availability(wasSilent: Bool) -> StoreAvailability { .unusable("it is not used") }
        func store() -> any CredentialStore { MemoryStore() }
    }

    private let named: StoreBackend

    init() throws { named = .named(try StoreName("corp")) }

    private func put(_ name: String, _ value: String, in store: MemoryStore) throws {
        _ = try store.put(StoreDraft(name: name, value: SharedSecret(text: value)), expecting: .any)
    }

    private func names(_ store: MemoryStore) throws -> [String] { try store.list().map(\.name) }

    private func run(
        _ settings: StoreMoveSettings, made: [StoreName] = [], keyring: (any CredentialStore)? = nil
    ) throws(FedauthError) -> StoreMove {
        let keyring = keyring ?? self.keyring
        return try StoreMoveFlow(named: Named(made: made), memory: memory) { (backend) throws(FedauthError) in
            switch backend {
            case .keyring: keyring
            case .file: file
            default: corp
            }
        }.run(settings)
    }

    @Test func allEntriesMoveAndTheirStoreIsUsedFromThenOn() throws {
        try put("a", "1", in: keyring)
        try put("b", "2", in: keyring)
        let move = try run(StoreMoveSettings(to: .file))
        #expect(try names(keyring).isEmpty && names(file) == ["a", "b"])
        #expect(move.isRemembered && memory.backend == .file && move.changed.isEmpty)
        #expect(move.transfer.summary == "2 entries")
    }

    @Test func namedEntriesOnlyAndThoseThatStay() throws {
        try put("a", "1", in: keyring)
        try put("b", "2", in: keyring)
        let one = try run(StoreMoveSettings(["b"], to: .file))
        #expect(try !one.isRemembered && names(keyring) == ["a"] && names(file) == ["b"])
        var copied = StoreMoveSettings(to: .file)
        copied.keeps = true
        #expect(try run(copied).isRemembered && names(keyring) == ["a"] && names(file) == ["a", "b"])
        let missing = #expect(throws: FedauthError.self) { _ = try run(StoreMoveSettings(["c"], to: .file)) }
        #expect(missing?.code == .notFound)
    }

    /// A store that must be named is no store for every command.
    @Test func aNamedStoreIsNotRemembered() throws {
        try put("a", "1", in: keyring)
        #expect(try !run(StoreMoveSettings(from: .keyring, to: named)).isRemembered && names(corp) == ["a"])
        #expect(try !run(StoreMoveSettings(from: named, to: .file)).isRemembered && names(file) == ["a"])
        #expect(memory.backend == nil)
    }

    @Test func otherContentsStopTheMoveBeforeItBegins() throws {
        try put("a", "1", in: keyring)
        try put("b", "2", in: keyring)
        try put("a", "other", in: file)
        let error = #expect(throws: FedauthError.self) { _ = try run(StoreMoveSettings(to: .file)) }
        #expect(error?.code == .versionConflict && error?.hint?.contains("'--overwrite'") == true)
        #expect(try names(keyring) == ["a", "b"] && names(file) == ["a"] && memory.backend == nil)
        var replacing = StoreMoveSettings(to: .file)
        replacing.overwrites = true
        _ = try run(replacing)
        #expect(try names(keyring).isEmpty && file.required("a").value == SharedSecret(text: "1"))
    }

    @Test func anEntryThatChangesMeanwhileStaysToo() throws {
        try put("a", "1", in: keyring)
        let racing = RacingStore(keyring, at: [1]) { store in
            _ = try? store.put(StoreDraft(name: "a", value: SharedSecret(text: "2")), expecting: .any)
        }
        let move = try run(StoreMoveSettings(to: .file), keyring: racing)
        #expect(try move.changed == ["a"] && names(file) == ["a"])
        #expect(try keyring.required("a").value == SharedSecret(text: "2"))
    }

    @Test func theOriginIsTheNamedStoreOrTheOnlyOther() throws {
        try put("a", "1", in: keyring)
        let corpName = try StoreName("corp")
        let several = #expect(throws: FedauthError.self) {
            _ = try run(StoreMoveSettings(to: .file), made: [corpName])
        }
        #expect(several?.code == .usage && several?.message.contains("from 'keyring' or 'corp'") == true)
        let same = #expect(throws: FedauthError.self) { _ = try run(StoreMoveSettings(from: .file, to: .file)) }
        #expect(same?.code == .usage && same?.message.contains("name the same store") == true)
        // FEDAUTH_STORE names the store of all commands.
        var usual = StoreMoveSettings(from: .file, to: .file)
        usual.usual = [.file]
        #expect(try run(usual).transfer.added.map(\.name) == ["a"])
        #expect(try run(StoreMoveSettings(from: .auto, to: .keyring)).transfer.added.map(\.name) == ["a"])
    }
}
