import Core
import Crypto
import Secrets
import Support
import Testing

@testable import FileStore

/// Tests changed files: no crash, no wrong value, and the right error code.
struct TamperTests {
    private let scratch = ScratchStore()
    private let good: [UInt8]
    private let key: SharedSecret?
    private static let names = ["one", "two", "three"]

    init() throws {
        let store = scratch.store()
        for name in Self.names {
            try store.put(StoreDraft(name: name, value: SharedSecret(text: "value of \(name)")))
        }
        good = scratch.bytes()
        key = store.held
    }

    /// Returns the error codes of reading every entry, and how many values were right.
    private func readAll(_ bytes: [UInt8]) -> (codes: Set<String>, right: Int) {
        scratch.write(bytes)
        var codes: Set<String> = []
        var right = 0
        for name in Self.names {
            let store = scratch.store()
            store.held = key
            do throws(FedauthError) {
                let item = try store.get(name)
                if item?.value.equals("value of \(name)") == true {
                    right += 1
                } else {
                    codes.insert("wrong answer")
                }
            } catch {
                codes.insert(error.code.name)
                #expect(error.hint != nil)
            }
        }
        return (codes, right)
    }

    @Test func `every flipped byte is noticed and named`() {
        let header = StoreFormat.headerBytes(slots: 1)
        for index in good.indices {
            for mask: UInt8 in [0x01, 0x80] where mask == 1 || index % 5 == 0 {
                var bytes = good
                bytes[index] ^= mask
                let (codes, right) = readAll(bytes)
                if index < header - 32 {
                    #expect(codes == ["store-damaged"] && right == 0, "byte \(index): \(codes)")
                } else if index < header {
                    #expect(codes == ["store-altered"] && right == 0, "byte \(index): \(codes)")
                    break
                } else {
                    #expect(codes == ["store-altered"] && right < 3, "byte \(index): \(codes)")
                }
            }
        }
    }

    @Test func `every flipped bit is noticed, and the entry it is in is named`() throws {
        let header = StoreFormat.headerBytes(slots: 1)
        let index = Int(good[80..<88].reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
        let entries = header + index
        let chunk = (good.count - entries) / 3
        let key = try #require(key)
        for place in good.indices {
            for bit in 0..<8 {
                var bytes = good
                bytes[place] ^= 1 << bit
                scratch.write(bytes)
                if (header - 32..<header).contains(place) {
                    // Checks the authentication code directly, because a store would ask for the passphrase here, which is
                    // slow.
                    let parsed = try ParsedHeader(bytes, fileBytes: bytes.count, path: "x")
                    #expect(try !parsed.isAuthentic(key.copy()), "bit \(bit) of \(place)")
                    continue
                }
                let store = scratch.store(asks: false)
                store.held = key
                var answer = ""
                do throws(FedauthError) {
                    answer = try store.verify().joined(separator: " ")
                } catch {
                    answer = error.code.name
                }
                let right =
                    place < header
                    ? "store-damaged" : place < entries ? "store-altered" : Self.names[(place - entries) / chunk]
                #expect(answer == right, "bit \(bit) of \(place)")
            }
        }
    }

    @Test func `every cut and every addition is damage`() {
        for count in 0..<good.count {
            #expect(readAll(Array(good.prefix(count))).codes == ["store-damaged"], "cut to \(count)")
        }
        #expect(readAll(good + [0]).codes == ["store-damaged"])
        #expect(readAll([0] + good).codes == ["store-damaged"])
    }

    @Test func `a damaged store is never taken for an absent one`() throws {
        scratch.write([])
        #expect(throws: FedauthError.self) {
            try scratch.store().put(StoreDraft(name: "x", value: SharedSecret(text: "")))
        }
        #expect(scratch.bytes().isEmpty)
        #expect(throws: FedauthError.self) { try scratch.store().initialise() }
        #expect(throws: FedauthError.self) { try scratch.store().state() }
    }

    @Test func `chunks that change places do not open`() throws {
        // Three values of about one length make three chunks of one length, at the end.
        let index = Int(good[80..<88].reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
        let end = good.count
        let size = (end - StoreFormat.headerBytes(slots: 1) - index) / 3
        var bytes = good
        bytes.replaceSubrange((end - 2 * size)..<(end - size), with: good[(end - size)...])
        bytes.replaceSubrange((end - size)..., with: good[(end - 2 * size)..<(end - size)])
        let (codes, right) = readAll(bytes)
        #expect(codes == ["store-altered"] && right == 1)
    }

    /// Returns the header with a change and a repaired checksum, as an attacker would write it.
    private func forged(_ change: (inout [UInt8]) -> Void) throws -> [UInt8] {
        let end = StoreFormat.headerBytes(slots: 1) - 64
        var bytes = good
        change(&bytes)
        bytes.replaceSubrange(end..<(end + 32), with: try Digest.sha256.hash(Array(bytes[..<end])))
        return bytes
    }

    @Test func `a forged header is altered, or opens by no passphrase`() throws {
        #expect(try readAll(forged { $0[47] = 1 }).codes == ["store-altered"])
        #expect(try readAll(forged { $0[50] ^= 1 }).codes == ["store-altered"])
        #expect(try readAll(forged { $0[110] ^= 1 }).codes == ["wrong-passphrase"])
        #expect(try readAll(forged { $0[150] ^= 1 }).codes == ["wrong-passphrase"])
        #expect(try readAll(forged { $0[17] = 9 }).codes == ["store-unavailable"])
    }

    @Test func `hostile sizes and costs are refused before any work`() throws {
        for (index, value) in [
            (99, 14), (99, 21), (99, 63), (98, 1), (100, 1), (103, 5), (103, 0), (80, 1), (88, 1), (20, 1),
        ] {
            let bytes = try forged { $0[index] = UInt8(value) }
            scratch.write(bytes)
            let store = scratch.store()
            let error = #expect(throws: FedauthError.self) { try store.get("one") }
            #expect(error?.code == .storeAltered, "byte \(index): \(error?.message ?? "")")
        }
        // The only prompt is the one for creating the store; no key was derived after that.
        #expect(scratch.passphrases.questions == 1)
    }

    @Test func `an older copy is told apart, and may be accepted`() throws {
        let store = scratch.store()
        store.held = key
        try store.put(StoreDraft(name: "four", value: SharedSecret(text: "4")))
        #expect(readAll(good).codes == ["store-older"])
        #expect(readAll(scratch.bytes("store.prev")).codes == ["store-older"])
        let reader = scratch.store()
        reader.held = key
        #expect(throws: FedauthError.self) {
            try reader.put(StoreDraft(name: "x", value: SharedSecret(text: "")))
        }
        try reader.acceptOlder()
        #expect(try reader.get("one") != nil)
    }

    @Test func `a wrong passphrase is only that`() throws {
        let store = scratch.store(passphrases: FixedPassphrase("wrong"))
        for _ in 0..<2 {
            let error = #expect(throws: FedauthError.self) { try store.get("one") }
            #expect(error?.code == .wrongPassphrase)
        }
        let error = #expect(throws: FedauthError.self) {
            try store.put(StoreDraft(name: "one", value: SharedSecret(text: "")))
        }
        #expect(error?.code == .wrongPassphrase)
        #expect(scratch.bytes() == good)
    }

    @Test func `recovery keeps what opens`() throws {
        var bytes = good
        bytes[good.count - 5] ^= 1
        scratch.write(bytes)
        let store = scratch.store()
        store.held = key
        #expect(try store.verify() == ["three"])
        let recovery = try store.recover()
        #expect(recovery.lost == ["three"] && !recovery.isStateBefore && recovery.kept == scratch.path + ".damaged")
        #expect(scratch.bytes("store.damaged") == bytes)
        #expect(try store.verify().isEmpty)
        #expect(try store.list().map(\.name) == ["one", "two"])
        // Without the header, the earlier state is used.
        scratch.write([1, 2, 3])
        #expect(throws: FedauthError.self) { try store.list() }
        let second = try store.recover()
        #expect(second.isStateBefore && second.kept == scratch.path + ".damaged.1")
        #expect(scratch.bytes("store.damaged") == bytes && scratch.bytes("store.damaged.1") == [1, 2, 3])
        #expect(try store.get("one")?.value.equals("value of one") == true)
    }

    @Test func `a cut file loses what was cut off, and no more`() throws {
        scratch.write(Array(good.dropLast()))
        let store = scratch.store()
        store.held = key
        let recovery = try store.recover()
        // The earlier state has the entry too, unless it was the last one written.
        #expect(recovery.lost + recovery.older == ["three"] && !recovery.isStateBefore)
        #expect(try store.get("one")?.value.equals("value of one") == true)
        #expect(try store.get("two") != nil)
    }

    @Test func `an entry that does not open comes back as it was before`() throws {
        let store = scratch.store()
        store.held = key
        try store.put(StoreDraft(name: "three", value: SharedSecret(text: "newer")))
        var bytes = scratch.bytes()
        bytes[bytes.count - 5] ^= 1
        scratch.write(bytes)
        let recovery = try store.recover()
        #expect(recovery.older == ["three"] && recovery.lost.isEmpty)
        #expect(try store.get("three")?.value.equals("value of three") == true)
    }

    @Test func `what cannot be saved says so`() throws {
        scratch.write(Array(good.prefix(50)))
        run("rm", "-f", scratch.path + ".prev")
        let error = #expect(throws: FedauthError.self) { try scratch.store().recover() }
        #expect(error?.code == .storeDamaged && error?.hint?.contains("recover") == false)
        #expect(scratch.bytes() == Array(good.prefix(50)))
    }
}
