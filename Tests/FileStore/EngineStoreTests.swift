import Core
import Crypto
import Glibc
import Secrets
import Support
import Testing

@testable import FileStore

/// Tests a store that a program keeps, as two machines see it.
final class EngineStoreTests {
    private let engine = MemoryEngine()
    private let clock = TestClock()
    private let passphrases = FixedPassphrase()
    private let root = "/tmp/fedauth-test-\(getpid())-\(UInt64.random(in: 0...(.max)))"
    private let name = "session/mail"

    deinit { run("rm", "-rf", root) }

    /// Returns the store of a command on a machine.
    private func store(
        on machine: String = "one", _ passphrases: (any StorePassphraseSource)? = nil, keys: MemoryKeys? = nil
    ) -> EngineStore {
        EngineStore(
            ProgramEngine(engine, isInteractive: false, reporter: RecordingReporter(), clock: clock),
            stateDirectory: "\(root)/\(machine)", passphrases: passphrases ?? self.passphrases, clock: clock,
            scryptLogN: 15, usesCache: keys != nil, cacheBackend: keys ?? MemoryKeys())
    }

    private func draft(_ value: String, _ name: String? = nil) -> StoreDraft {
        StoreDraft(name: name ?? self.name, attributes: ["user": "ada.lovelace"], value: SharedSecret(text: value))
    }

    private func code(_ body: () throws -> Void) -> ErrorCode? {
        do {
            try body()
            return nil
        } catch {
            return (error as? FedauthError)?.code
        }
    }

    private func value(_ store: EngineStore) throws -> String? {
        try store.get(name)?.value.withBytes { String(decoding: $0, as: UTF8.self) }
    }

    @Test func itKeepsTheContractOfEveryStore() throws {
        try StoreContract(store(), clock: clock).run(longest: 100 << 10)
        #expect(engine.starts == 1, "one process for a command")
    }

    @Test func theProgramSeesNamesAndBytesOnly() throws {
        try store().put(draft("needle-value"))
        let knowledge = engine.knowledge
        #expect(Set(engine.records.keys) == ["keys", "entry/session/mail"])
        // No word is so short that sealed bytes in base64 have it by chance.
        for word in ["needle-value", "ada.lovelace", "user"] {
            #expect(!knowledge.contains(word))
            #expect(
                !knowledge.contains(
                    Base64.encode(SharedSecret(text: word)).withBytes { String(decoding: $0, as: UTF8.self) }))
        }
    }

    @Test func anotherMachineOpensItByTheSamePassphrase() throws {
        try store().put(draft("1"))
        #expect(try value(store(on: "two")) == "1")
        #expect(try store(on: "two").list().map(\.name) == [name])
        #expect(code { _ = try store(on: "two", FixedPassphrase("wrong")).get(name) } == .wrongPassphrase)
    }

    @Test func keySlotsAreKeptWithIt() throws {
        try store().initialise()
        #expect(code { try store(on: "two").initialise() } == .busy)
        let key = StoreKey(.keyFile, SharedSecret(Secret(Array(repeating: 7, count: 32))))
        _ = try store().addSlot { key }
        try store().put(draft("1"))
        #expect(try value(store(on: "two", FixedKeys([key]))) == "1")
        let old = store().location
        #expect(code { _ = try store().rekey(full: true) { [key] } } == .usage, "\(old)")
        let slots = try store().slots()
        #expect(slots.map(\.kind) == [.passphrase, .keyFile])
        try store().removeSlot(slots[0].id)
        #expect(code { _ = try store(on: "two").get(name) } == .wrongPassphrase)
    }

    @Test func theSlotsThatWereReadBackAreNotAskedAgain() throws {
        try store().initialise()
        var reads: Int?
        engine.fault = { type, name in
            if type == "put" { reads = 0 }
            guard type == "get", name == "keys", let read = reads else { return nil }
            reads = read + 1
            return read > 0 ? .endsBefore : nil
        }
        let key = StoreKey(.keyFile, SharedSecret(Secret(Array(repeating: 7, count: 32))))
        _ = try store().addSlot { key }
        #expect(reads == 1)
    }

    @Test func lockForgetsTheKeysOfAllStoresOfThisName() throws {
        let keys = MemoryKeys()
        try store(keys: keys).put(draft("1"))
        engine.records = [:]
        try store(keys: keys).initialise()
        #expect(keys.dataKeys == 2)
        engine.fault = { _, _ in .endsBefore }
        try store(keys: keys).lock()
        #expect(keys.dataKeys == 0)
    }

    @Test func lockForgetsTheKeyWhereNothingCanBeRecorded() throws {
        let keys = MemoryKeys()
        run("touch", root)
        try store(keys: keys).put(draft("1"))
        #expect(keys.dataKeys == 1)
        try store(keys: keys).lock()
        #expect(keys.dataKeys == 0)
    }

    @Test func onlyAnAuthenticStoreIsRemembered() throws {
        try store(on: "theirs", FixedPassphrase("theirs")).initialise()
        let theirs = engine.records
        engine.records = [:]
        try store().put(draft("1"))
        let good = engine.records
        engine.records = theirs
        #expect(code { _ = try store(on: "two").get(name) } == .wrongPassphrase)
        engine.records = good
        #expect(try value(store(on: "two")) == "1")
    }

    // MARK: A program that cannot be trusted

    @Test func whatWasAlteredIsNoticed() throws {
        try store().put(draft("1"))
        let good = try #require(engine.records["entry/session/mail"])
        for (spoil, isListed) in [
            ({ $0.head = String($0.head.dropLast(8)) + "AAAAAAA=" }, true), ({ $0.head = "" }, true),
            ({ $0.value = String($0.value.dropLast(8)) + "AAAAAAA=" }, false), ({ $0.value = "" }, false),
        ] as [((inout MemoryEngine.Record) -> Void, Bool)] {
            var spoilt = good
            spoil(&spoilt)
            engine.records["entry/session/mail"] = spoilt
            #expect(code { _ = try store().get(name) } == .storeAltered)
            #expect(code { _ = try store().list() } == (isListed ? .storeAltered : nil))
            #expect(try store().verify() == ["entry/session/mail"])
        }
    }

    @Test func whatWasExchangedIsNoticed() throws {
        try store().put(draft("1"))
        try store().put(draft("2", "other"))
        let records = engine.records
        engine.records["entry/session/mail"] = records["entry/other"]
        #expect(code { _ = try store(on: "two").get(name) } == .storeAltered)
        engine.records["entry/session/mail"]?.head = records["entry/session/mail"]?.head ?? ""
        #expect(code { _ = try store(on: "two").get(name) } == .storeAltered, "another value under its own head")
    }

    @Test func anOlderRecordIsNoticed() throws {
        try store().put(draft("1"))
        let old = engine.records
        try store().put(draft("2"))
        engine.records = old
        #expect(code { _ = try store().get(name) } == .storeOlder)
        #expect(code { _ = try store().list() } == .storeOlder)
        #expect(code { try store().put(draft("3")) } == .storeOlder)
        // A machine that has not seen the newer one cannot know.
        #expect(try value(store(on: "two")) == "1")
        try store().acceptOlder()
        #expect(try value(store()) == "1")
    }

    @Test func aMissingRecordIsNoticed() throws {
        try store().put(draft("1"))
        engine.records["entry/session/mail"] = nil
        #expect(code { _ = try store().get(name) } == .storeOlder)
    }

    @Test func aListWithoutARecordIsNoticed() throws {
        try store().put(draft("1"))
        try store().put(draft("1", "other"))
        engine.records["entry/session/mail"] = nil
        #expect(code { _ = try store().list() } == .storeOlder)
        #expect(code { _ = try store().verify() } == .storeOlder)
        #expect(try store(on: "two").list().map(\.name) == ["other"], "it has not seen the record")
    }

    @Test func aListWithoutADeletedRecordIsAccepted() throws {
        try store().put(draft("1"))
        try store().put(draft("1", "other"))
        #expect(try store(on: "two").list().count == 2)
        try store().delete(name)
        for machine in ["one", "two"] { #expect(try store(on: machine).list().map(\.name) == ["other"]) }
    }

    @Test func aMissingStoreIsNoticed() throws {
        try store().put(draft("1"))
        engine.records = [:]
        #expect(code { _ = try store().get(name) } == .storeOlder)
        #expect(code { _ = try store().list() } == .storeOlder)
        #expect(code { _ = try store().state() } == .storeOlder)
        #expect(code { try store().put(draft("2")) } == .storeOlder)
        #expect(code { _ = try store().lease("mail") } == .storeOlder)
        #expect(engine.records.isEmpty)
        try store().initialise()
        #expect(try store().list().isEmpty)
        #expect(try store(on: "two").state() == .locked)
    }

    @Test func anotherStoreIsNoticed() throws {
        try store().put(draft("1"))
        let first = engine.records
        engine.records = [:]
        try store(on: "two").initialise()
        #expect(code { _ = try store().get(name) } == .storeOlder)
        #expect(code { try store().put(draft("2")) } == .storeOlder)
        #expect(engine.records.count == 1)
        try store().acceptOlder()
        try store().put(draft("2"))
        #expect(try value(store()) == "2")
        engine.records = first
        #expect(code { _ = try store().get(name) } == .storeOlder, "also one that was there before")
    }

    @Test func aDeletedRecordThatComesBackIsNoticed() throws {
        try store().put(draft("1"))
        let old = engine.records["entry/session/mail"]
        try store(on: "two").delete(name)
        #expect(try value(store()) == nil)
        engine.records["entry/session/mail"] = old
        for machine in ["one", "two"] {
            #expect(code { _ = try store(on: machine).get(name) } == .storeOlder, "\(machine)")
            #expect(code { _ = try store(on: machine).list() } == .storeOlder, "\(machine)")
            #expect(code { try store(on: machine).put(draft("3")) } == .storeOlder, "\(machine)")
        }
        engine.records["entry/session/mail"] = nil
        // What is new after a deletion elsewhere is newer than what was deleted.
        try store(on: "two").put(draft("2"))
        #expect(try value(store()) == "2")
        engine.records["entry/session/mail"] = old
        #expect(code { _ = try store().get(name) } == .storeOlder)
        #expect(code { _ = try store(on: "two").get(name) } == .storeOlder)
    }

    @Test(arguments: [
        "nonsense", "{}", #"{"type":"none"}"#, #"{"id":999,"type":"none"}"#, #"{"id":ID,"type":"unheard"}"#,
        #"{"id":ID,"type":"end"}"#,
        #"{"id":ID,"type":"record","name":"entry/other","revision":"1","head":"","value":""}"#,
        #"{"id":ID,"type":"record","name":"entry/session/mail","revision":"","head":"","value":""}"#,
        #"{"id":ID,"type":"record","name":"entry/session/mail","revision":"1","head":"%"}"#,
    ])
    func whatIsNoAnswerIsAFailure(_ line: String) throws {
        try store().put(draft("1"))
        engine.fault = { type, name in type == "get" && name == "entry/session/mail" ? .says(line) : nil }
        #expect(code { _ = try store().get(name) } == .storeProgramFailed)
    }

    @Test func itsErrorsAreThose() throws {
        try store().put(draft("1"))
        engine.fault = { type, _ in
            type == "get" ? .says(#"{"id":ID,"type":"error","code":"store-locked","message":"no key"}"#) : nil
        }
        #expect(code { _ = try store().get(name) } == .storeLocked)
        engine.fault = { type, _ in type == "get" ? .says(#"{"id":ID,"type":"error","code":"other"}"#) : nil }
        #expect(code { _ = try store().get(name) } == .storeUnavailable)
    }

    // MARK: Lost answers

    @Test func aWriteWhoseAnswerIsLostIsReadBack() throws {
        var faults: [MemoryEngine.Fault] = [.endsAfter]
        engine.fault = { type, name in type == "put" && name != "keys" ? faults.popLast() : nil }
        #expect(try store().put(draft("1")).version == 1)
        #expect(try store().list().map(\.version) == [1])
        faults = [.endsBefore]
        #expect(try store().put(draft("2")).version == 2)
        #expect(try value(store(on: "two")) == "2")
        faults = [.endsBefore, .endsBefore]
        #expect(code { try store().put(draft("3")) } == .outcomeUnknown)
        #expect(try value(store()) == "2")
    }

    @Test func aWriteThatCannotBeReadBackIsUnknown() throws {
        try store().put(draft("1"))
        var isOver = false
        engine.fault = { type, name in
            if type == "put" { isOver = true }
            return isOver ? .endsBefore : nil
        }
        #expect(code { try store().put(draft("2")) } == .outcomeUnknown)
    }

    @Test func aLostWriteThatOthersHaveReplacedIsUnknown() throws {
        try store().put(draft("1"))
        let other = store(on: "two")
        var isFirst = true
        engine.fault = { [engine] type, name in
            guard type == "get", isFirst, engine.records[name]?.revision ?? 0 > 2 else {
                return type == "put" && isFirst && name != "keys" ? .endsAfter : nil
            }
            isFirst = false
            _ = try? other.put(StoreDraft(name: self.name, value: SharedSecret(text: "theirs")))
            return nil
        }
        #expect(code { try store().put(draft("2"), expecting: .version(1)) } == .outcomeUnknown)
        #expect(try value(store()) == "theirs")
    }

    @Test func anAcknowledgedWriteThatIsNotThereIsAnError() throws {
        try store().put(draft("1"))
        engine.fault = { type, name in ["put", "delete"].contains(type) ? .lies : nil }
        #expect(code { try store().put(draft("2")) } == .storeAltered)
        #expect(code { try store().put(draft("2", "new")) } == .storeAltered)
        engine.fault = { type, name in type == "delete" ? .lies : nil }
        #expect(code { try store().delete(name) } == .storeAltered)
    }

    @Test func aDeletionWhoseAnswerIsLostIsReadBack() throws {
        try store().put(draft("1"))
        var faults: [MemoryEngine.Fault] = [.endsAfter]
        engine.fault = { type, _ in type == "delete" ? faults.popLast() : nil }
        #expect(try store().delete(name))
        #expect(try value(store()) == nil)
    }

    @Test func aRefusedWriteIsDefinite() throws {
        try store().put(draft("1"))
        engine.fault = { type, _ in
            type == "put" ? .says(#"{"id":ID,"type":"error","code":"usage","message":"too large"}"#) : nil
        }
        #expect(code { try store().put(draft("2")) } == .usage)
    }

    // MARK: Races

    @Test func aLostRaceIsAConflictOrIsRunAgain() throws {
        try store().put(draft("1"))
        let other = store(on: "two")
        var races = 1
        engine.fault = { type, name in
            guard type == "put", name == "entry/session/mail", races > 0 else { return nil }
            races -= 1
            _ = try? other.put(StoreDraft(name: self.name, value: SharedSecret(text: "theirs")))
            return nil
        }
        #expect(code { try store().put(draft("2"), expecting: .version(1)) } == .versionConflict)
        races = 1
        #expect(try store().put(draft("3")).version == 4)
        #expect(try value(other) == "3")
    }

    @Test func leasesAreKeptWithIt() throws {
        let one = store()
        let lease = SignInLease(
            id: "a", holder: SignInHolder(processID: 7, host: "one", purpose: "https://sp/"), place: "p",
            seconds: 60)
        #expect(try one.lease("mail") == nil)
        #expect(try one.write(lease, "mail", over: nil))
        let two = store(on: "two")
        let found = try #require(try two.lease("mail"))
        #expect(found.lease == lease)
        var theirs = lease
        theirs.id = "b"
        #expect(try !two.write(theirs, "mail", over: nil))
        #expect(try two.write(theirs, "mail", over: found.version))
        #expect(try !one.write(lease, "mail", over: found.version))
        #expect(try one.list().isEmpty)
    }

    // MARK: Names

    @Test func namesAreSafeForFilesAndShells() throws {
        let long = String(repeating: "n", count: 400)
        let names = [
            "a", "a/b", "/a", "a/", "a//b", "..", "../x", "a/.b", "a b", "é", "e\u{301}", "%61", "a~b", "A", long,
            long + "x",
            "password/https://mail.example:443#ada@example",
        ]
        var seen: Set<String> = []
        for name in names {
            let encoded = try EngineName.entry(name)
            #expect(seen.insert(encoded).inserted, "\(name)")
            #expect(
                encoded.utf8.allSatisfy { byte in
                    byte == 0x2F || "._-%~".utf8.contains(byte) || (0x30...0x39).contains(byte)
                        || (0x41...0x5A).contains(byte)
                        || (0x61...0x7A).contains(byte)
                })
            for part in encoded.split(separator: "/", omittingEmptySubsequences: false) {
                #expect(!part.isEmpty && !part.hasPrefix(".") && part.utf8.count <= 255)
            }
        }
        #expect(try EngineName.entry("session/mail.example") == "entry/session/mail.example")
    }
}
