public import Core
import Secrets

/// The requirements for every store, as steps that run for each store, in a test or in a separate process. A step fails by
/// throwing `Broken`.
public struct StoreContract {
    /// A requirement that a store did not meet.
    public struct Broken: Error, CustomStringConvertible {
        /// The actual and the expected behaviour.
        public let description: String
    }

    private let store: any CredentialStore
    private let clock: TestClock

    /// - Parameters:
    ///   - store: a store without entries.
    ///   - clock: the clock of the store.
    public init(_ store: any CredentialStore, clock: TestClock) {
        self.store = store
        self.clock = clock
    }

    /// Returns values that a store must return unchanged: empty, with NUL, not UTF-8, many lines, a newline at the end, and
    /// long ones of up to `longest` bytes.
    public static func values(longest: Int) -> [(name: String, bytes: [UInt8])] {
        let lengths = [1, 63, 64, 65, 8191, 8192, 8193, 65_536, 65_537, 100 << 10, 1 << 20, 16 << 20]
        return [
            ("empty", []), ("nul", [0]), ("nuls", [0x61, 0, 0x62, 0]),
            ("not-utf8", [0xFF, 0xFE, 0x80, 0xC0]),
            ("lines", Array("one\ntwo\r\nthree\n\n".utf8)), ("every", Array(0...255)),
        ]
            + lengths.filter { $0 <= longest }.map { count in
                ("bytes-\(count)", (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ $0 >> 8) })
            }
    }

    /// Runs all steps in order.
    public func run(longest: Int = 1 << 20) throws {
        try nothing()
        try exactValues(longest: longest)
        try entries()
        try versions()
        try names()
        try deletion()
    }

    private func expect(_ condition: Bool, _ what: String) throws {
        guard condition else { throw Broken(description: "\(store.backend): \(what)") }
    }

    private func expect(_ code: ErrorCode, _ what: String, _ body: () throws -> Void) throws {
        do {
            try body()
        } catch let error as FedauthError {
            return try expect(
                error.code == code, "\(what): \(error.code.name) (\(error)) instead of \(code.name)")
        }
        try expect(false, "\(what): no error instead of \(code.name)")
    }

    private func nothing() throws {
        try expect(store.get("missing") == nil, "a missing entry is found")
        try expect(store.list().isEmpty, "a new store has entries")
        try expect(!store.delete("missing"), "a missing entry is deleted")
    }

    private func exactValues(longest: Int) throws {
        for (name, bytes) in Self.values(longest: longest) {
            try store.put(
                StoreDraft(name: "value/\(name)", value: bytes.withUnsafeBytes { SharedSecret(copying: $0) }))
            let read = try store.get("value/\(name)")
            try expect(
                bytes.withUnsafeBytes { read?.value == SharedSecret(copying: $0) },
                "'\(name)' came back as \(read?.value.count ?? -1) bytes")
        }
        for (name, bytes) in Self.values(longest: longest) {
            let read = try store.get("value/\(name)")
            try expect(
                bytes.withUnsafeBytes { read?.value == SharedSecret(copying: $0) },
                "'\(name)' was changed by a later write")
            try expect(store.delete("value/\(name)"), "'\(name)' cannot be deleted")
        }
        try expect(store.list().isEmpty, "entries are left after deletion")
    }

    private func entries() throws {
        let start = clock.now
        let draft = StoreDraft(
            name: "session/mail", kind: "session",
            attributes: ["profile": "mail", "origin": "https://mail.example"],
            contentType: "application/json", expires: Timestamp(seconds: 2_000_000_000),
            value: SharedSecret(text: "{}"))
        let written = try store.put(draft)
        try expect(
            written.version == 1 && written.created == start && written.modified == start, "a first version")
        try expect(
            written.expires == draft.expires && written.attributes == draft.attributes, "what was written")
        let read = try store.get("session/mail")
        try expect(read?.entry == written, "get answers another entry than put")
        try expect(store.list() == [written], "list answers another entry than put")
        clock.now = start.adding(seconds: 60)
        let second = try store.put(
            StoreDraft(name: "session/mail", kind: "other", value: SharedSecret(text: "2")))
        try expect(
            second.version == 2 && second.created == start && second.modified == clock.now
                && second.expires == nil
                && second.attributes.isEmpty && second.kind == "other", "a second version: \(second)")
        try expect(store.get("session/mail")?.entry == second, "get after a second put")
        try expect(store.list() == [second], "list after a second put")
        try store.put(StoreDraft(name: "a", value: SharedSecret(text: "")))
        try store.put(StoreDraft(name: "é z", value: SharedSecret(text: "")))
        try expect(store.list().map(\.name) == ["a", "session/mail", "é z"], "list is not sorted by name")
        for entry in try store.list() { try store.delete(entry.name) }
    }

    private func versions() throws {
        let draft = StoreDraft(name: "cas", value: SharedSecret(text: "x"))
        try expect(.versionConflict, "version of nothing") { try store.put(draft, expecting: .version(1)) }
        try store.put(draft, expecting: .absent)
        try expect(.versionConflict, "absent over something") { try store.put(draft, expecting: .absent) }
        try store.put(draft, expecting: .version(1))
        try expect(.versionConflict, "an old version") { try store.put(draft, expecting: .version(1)) }
        try store.put(draft)
        try expect(store.get("cas")?.entry.version == 3, "versions do not count up")
        var moved = draft
        let now = clock.now
        for version in [UInt64(Int64.max) - 1, .max] {
            moved.history = StoreDraft.History(created: now, modified: now, version: version)
            try store.put(moved)
            try store.put(draft)
            try expect(store.get("cas")?.entry.version == UInt64(Int64.max), "a version has no end")
        }
        try store.delete("cas")
    }

    private func names() throws {
        let long = String(repeating: "n", count: StoreLimits.nameBytes)
        try store.put(StoreDraft(name: long, value: SharedSecret(text: "long")))
        try expect(store.get(long)?.value.equals("long") == true, "the longest name")
        try store.delete(long)
        for name in ["", long + "n", "a\nb", "a\u{0}b", "\u{7F}"] {
            try expect(.usage, "a bad name") {
                try store.put(StoreDraft(name: name, value: SharedSecret(text: "")))
            }
            try expect(.usage, "a bad name") { _ = try store.get(name) }
            try expect(.usage, "a bad name") { try store.delete(name) }
        }
        let long255 = String(repeating: "k", count: StoreLimits.wordBytes)
        let good = StoreDraft(name: "good", kind: long255, contentType: long255, value: SharedSecret(text: ""))
        try store.put(good)
        try expect(store.get("good")?.entry.kind == long255, "the longest kind")
        try store.delete("good")
        let spoils: [(inout StoreDraft) -> Void] = [
            { $0.kind = "" }, { $0.kind = "a\nb" }, { $0.kind += "k" }, { $0.contentType = "\u{1B}[2J" },
            { $0.contentType += "k" }, { $0.attributes["a\nb"] = "x" }, { $0.attributes[""] = "x" },
        ]
        for (index, spoil) in spoils.enumerated() {
            var draft = good
            spoil(&draft)
            try expect(.usage, "a draft spoilt in way \(index)") { try store.put(draft) }
        }
        try expect(store.get("good") == nil, "what was refused is there")
        try store.put(StoreDraft(name: "ab", value: SharedSecret(text: "1")))
        try expect(
            store.get("a") == nil && store.get("AB") == nil && store.get("ab ") == nil, "names match in part")
        try store.delete("ab")
        // Two spellings of the same letter look alike but are different names.
        try store.put(StoreDraft(name: "\u{E9}", value: SharedSecret(text: "one")))
        try store.put(StoreDraft(name: "e\u{301}", value: SharedSecret(text: "two")))
        try expect(
            store.get("\u{E9}")?.value.equals("one") == true && store.get("e\u{301}")?.value.equals("two") == true
                && store.list().count == 2, "names that look alike are one")
        try expect(store.delete(["\u{E9}", "e\u{301}"]).count == 2, "names that look alike are not both deleted")
    }

    private func deletion() throws {
        let first = try store.put(StoreDraft(name: "guarded", value: SharedSecret(text: "1")))
        try store.put(StoreDraft(name: "guarded", value: SharedSecret(text: "2")))
        try expect(.versionConflict, "a deletion that means an older version") {
            try store.delete("guarded", expecting: .version(first.version))
        }
        try expect(store.get("guarded")?.value.equals("2") == true, "a refused deletion deleted")
        try expect(store.delete("guarded", expecting: .version(2)), "a deletion of the right version")
        try expect(!store.delete("guarded", expecting: .version(2)), "a deletion of nothing is not a conflict")
        for name in ["one", "two", "three"] {
            try store.put(StoreDraft(name: name, value: SharedSecret(text: name)))
        }
        try expect(store.delete("two"), "delete says that nothing was there")
        try expect(!store.delete("two"), "a second delete says that something was there")
        try expect(store.list().map(\.name) == ["one", "three"], "delete took another entry")
        try expect(store.get("three")?.value.equals("three") == true, "delete hurt another entry")
        try store.delete("one")
        try store.delete("three")
    }
}
