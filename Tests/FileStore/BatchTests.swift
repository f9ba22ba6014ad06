import Core
import Secrets
import Support
import Testing

@testable import FileStore

/// Tests stores with more bytes than are read or written at once, and with more entries than a search looks through.
struct BatchTests {
    /// Values whose chunks end before, at and after the limits of a batch.
    private static let sizes = [700_000, 3, 400_000, 1 << 20, 0, 2_500_000, 64, 1_048_400, 1]

    @Test func `a write keeps large and small entries around the changed one`() throws {
        let scratch = ScratchStore()
        let store = scratch.store()
        var expected: [String: SharedSecret] = [:]
        for (number, size) in Self.sizes.enumerated() {
            let bytes = [UInt8](repeating: UInt8(number + 1), count: size)
            expected["large/\(number)"] = SharedSecret(Secret(bytes))
        }
        for number in 0..<300 { expected["small/\(number)"] = SharedSecret(text: "value \(number)") }
        try store.put(expected.map { StoreDraft(name: $0.key, value: $0.value) }, expecting: .absent)
        for name in ["large/3", "small/7", "new"] {
            expected[name] = SharedSecret(text: "changed \(name)")
            try store.put(StoreDraft(name: name, value: expected[name] ?? SharedSecret(text: "")))
        }
        let names = ["large/0", "small/299", "small/1", "small/2", "small/3", "none", "small/5"]
        #expect(try store.delete(names).sorted() == names.filter { $0 != "none" }.sorted())
        for name in names { expected[name] = nil }
        let reader = scratch.store()
        reader.held = store.held
        #expect(try reader.verify().isEmpty)
        #expect(try reader.list().map(\.name) == expected.keys.sorted())
        for (name, value) in expected { #expect(try reader.get(name)?.value == value, "\(name)") }
        let wanted = ["small/9", "large/5", "none"]
        var visited: [String] = []
        try reader.visit(only: Set(wanted.map { ExactName($0) })) { visited.append($0.entry.name) }
        #expect(visited == ["large/5", "small/9"])
    }

    @Test func `many entries are changed and removed by their exact names`() throws {
        let scratch = ScratchStore()
        let store = scratch.store()
        // Canonically equivalent, but two names.
        let accents = ["caf\u{E9}", "cafe\u{301}"]
        let names = (0..<20).map { "n\($0)" } + accents
        for _ in 0..<2 {
            try store.put(names.map { StoreDraft(name: $0, value: SharedSecret(text: $0)) }, expecting: .any)
        }
        #expect(try store.list().count == 22)
        #expect(try store.list().allSatisfy { $0.version == 2 })
        for accent in accents {
            let value = try store.get(accent)?.value
            #expect(value?.withBytes { $0.elementsEqual(accent.utf8) } == true)
        }
        #expect(try store.delete([accents[1]]) == [accents[1]])
        #expect(try store.list().filter { $0.name.isExactly(accents[0]) }.count == 1)
        #expect(try store.delete(names).count == 21)
        #expect(try store.list().isEmpty)
    }
}
