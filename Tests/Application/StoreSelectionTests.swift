@testable import Application
import Core
import Support
import Testing

/// Which store a command uses.
struct StoreSelectionTests {
    /// A back end as it is found.
    private final class Candidate: StoreCandidate {
        let backend: StoreBackend
        var isUsedBefore = false
        var usable: StoreAvailability
        var obstacle: FedauthError?
        private(set) var looks = 0
        /// How long each look would have waited.
        private(set) var patience: [String] = []
        private let opened = MemoryStore()

        init(_ backend: StoreBackend, _ usable: StoreAvailability) {
            self.backend = backend
            self.usable = usable
        }

        func reasonIfUsedBefore() throws(FedauthError) -> StoreReason? {
            if let obstacle { throw obstacle }
            return isUsedBefore ? StoreReason("used", "it was used") : nil
        }

        func availability(wasSilent: Bool) -> StoreAvailability {
            looks += 1
            patience.append(wasSilent ? "short" : "full")
            return usable
        }

        func store() -> any CredentialStore { opened }
    }

    private final class Memory: StoreChoiceMemory {
        var backend: StoreBackend?
        var failure: FedauthError?

        func remembered() throws(FedauthError) -> StoreBackend? { backend }
        func remember(_ backend: StoreBackend) throws(FedauthError) {
            if let failure { throw failure }
            self.backend = backend
            substitute = nil
        }

        var substitute: StoreBackend?
        var isRecent = false
        func stopgap() -> StoreStopgap? { substitute.map { StoreStopgap(backend: $0, isRecent: isRecent) } }
        func remember(stopgap: StoreBackend) { (substitute, isRecent) = (stopgap, true) }
    }

    private let keyring = Candidate(.keyring, .usable(StoreReason("answers", "it answers"), isRemembered: true))
    private let file = Candidate(.file, .usable(StoreReason("last", "there is no other"), isRemembered: false))
    private let memory = Memory()
    private let reporter = RecordingReporter()

    private var selection: StoreSelection { StoreSelection([keyring, file], memory: memory, reporter: reporter) }

    @Test func theWantedOneIsTakenUnseen() throws {
        let choice = try selection.choice(.file, reason: .environment)
        #expect(choice.backend == .file && choice.reason == .environment && keyring.looks == 0)
        #expect(try selection.store(.file) === file.store())
        #expect(memory.backend == nil)
    }

    /// The named stores of a test.
    private struct Named: NamedStores {
        let corp: Candidate
        let isMade: Bool
        func candidate(_ name: StoreName) -> any StoreCandidate { corp }
        func candidate(program: String) -> any StoreCandidate { corp }
        func names() -> [StoreName] { isMade ? [try? StoreName("corp")].compactMap { $0 } : [] }
    }

    @Test func aNamedOneIsTakenWhereItIsNamed() throws {
        let corp = Candidate(.named(try StoreName("corp")), .usable(StoreReason("x", "x"), isRemembered: true))
        corp.isUsedBefore = true
        let named = Named(corp: corp, isMade: true)
        let selection = StoreSelection([keyring, file], named: named, memory: memory, reporter: reporter)
        #expect(try selection.store(corp.backend) === corp.store())
        #expect(try selection.store(.auto) === keyring.store())
        #expect(memory.backend == .keyring)
    }

    @Test func aNamedOneThatWasNotMadeIsAMistake() throws {
        let corp = Candidate(.named(try StoreName("corp")), .usable(StoreReason("x", "x"), isRemembered: true))
        let named = Named(corp: corp, isMade: false)
        let selection = StoreSelection([keyring, file], named: named, memory: memory, reporter: reporter)
        let error = failure { _ = try selection.store(corp.backend) }
        #expect(error?.code == .usage && error?.message == "there is no store 'corp'")
        let other = Candidate(.named(try StoreName("libsecret")), .usable(StoreReason("x", "x"), isRemembered: true))
        let mistaken = StoreSelection(
            [keyring, file], named: Named(corp: other, isMade: false), memory: memory, reporter: reporter)
        #expect(failure { _ = try mistaken.store(other.backend) }?.hint?.hasPrefix("did you mean 'keyring'?") == true)
        corp.obstacle = FedauthError(.storeUnavailable, "cannot look")
        #expect(failure { _ = try selection.store(corp.backend) }?.code == .storeUnavailable)
    }

    @Test func theRememberedOneComesNext() throws {
        memory.backend = .file
        #expect(try selection.choice(.auto).reason == .remembered)
        #expect(try selection.store(.auto) === file.store() && keyring.looks == 0)
        // An old choice that says nothing does not count.
        memory.backend = .auto
        #expect(try selection.choice(.auto).backend == .keyring)
    }

    @Test func oneThatWasUsedBeforeGoesBeforeOneThatAnswers() throws {
        file.isUsedBefore = true
        #expect(try selection.store(.auto) === file.store())
        #expect(memory.backend == .file && keyring.looks == 0)
    }

    @Test func theFirstThatAnswersIsRemembered() throws {
        #expect(try selection.store(.auto) === keyring.store())
        #expect(memory.backend == .keyring && reporter.said.isEmpty)
    }

    @Test func theLastResortIsNotRemembered() throws {
        keyring.usable = .unusable("no bus")
        let choice = try selection.choice(.auto)
        #expect(choice.backend == .file && choice.reason.word == "last" && choice.obstacle == "no bus")
        #expect(try selection.store(.auto) === file.store())
        #expect(memory.backend == nil)
        #expect(reporter.said.contains { $0.hasPrefix("detail: no keyring (no bus)") })
    }

    @Test func aChoiceThatCannotBeRememberedIsNoFailure() throws {
        memory.failure = FedauthError(.other, "read-only")
        #expect(try selection.store(.auto) === keyring.store())
        #expect(reporter.said == ["detail: the choice is not remembered: read-only"])
    }

    /// When it is unknown whether a store has entries, no other one takes its place.
    @Test func anUnreadableStoreIsAnError() {
        file.obstacle = FedauthError(.storeUnavailable, "cannot look")
        #expect(failure { _ = try selection.store(.auto) }?.code == .storeUnavailable)
        #expect(memory.backend == nil)
    }

    @Test func whatTakesThePlaceOfASilentStoreGivesItBack() throws {
        keyring.usable = .silent("no answer")
        #expect(try selection.store(.auto) === file.store())
        #expect(memory.backend == nil && memory.substitute == .file)
        #expect(reporter.said.count == 1 && reporter.said[0].hasPrefix("warning: no answer: "))
        // It is said once, and also a file with entries is not the choice for good.
        file.isUsedBefore = true
        #expect(
            try selection.store(.auto) === file.store() && reporter.said.filter { $0.hasPrefix("warning") }.count == 1)
        keyring.usable = .unusable("no bus")
        #expect(try selection.store(.auto) === file.store() && memory.substitute == .file)
        keyring.usable = .usable(StoreReason("answers", "it answers"), isRemembered: true)
        #expect(try selection.store(.auto) === keyring.store() && memory.backend == .keyring)
        #expect(reporter.said.last?.contains("'fedauth store move --store file --to keyring'") == true)
        #expect(try selection.store(.auto) === keyring.store())
    }

    /// Each command waited in full.
    @Test func aSilentStoreIsWaitedForInFullOnceAMinute() throws {
        keyring.usable = .silent("no answer")
        for _ in 0..<3 { #expect(try selection.store(.auto) === file.store()) }
        memory.isRecent = false
        for _ in 0..<2 { #expect(try selection.store(.auto) === file.store()) }
        #expect(keyring.patience == ["full", "short", "short", "full", "short"])
        #expect(reporter.said.count { $0.hasPrefix("warning") } == 1)
        keyring.usable = .usable(StoreReason("answers", "it answers"), isRemembered: true)
        #expect(try selection.store(.auto) === keyring.store() && keyring.patience.last == "short")
    }

    @Test func aStopgapWithoutEntriesIsNotSpokenOf() throws {
        memory.substitute = .file
        #expect(try selection.store(.auto) === keyring.store() && reporter.said.isEmpty)
    }

    @Test func withoutAnyStoreItIsSaid() {
        keyring.usable = .unusable("no bus")
        file.usable = .unusable("no disk")
        #expect(failure { _ = try selection.choice(.auto) }?.message == "no store can be used: no bus")
    }
}
