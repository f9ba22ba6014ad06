import Core
import Secrets
import Support
import Testing

@testable import FileStore

/// Tests that written exports are read back, and that damage is reported.
struct ExportTests {
    private let clock = TestClock()
    private let passphrase = SharedSecret(text: "of the export")

    private func items() -> [StoreItem] {
        let values = StoreContract.values(longest: 100 << 10)
        return values.enumerated().map { number, value in
            StoreItem(
                entry: StoreEntry(
                    name: "entry/\(value.name)", kind: "kind \"\(number)\"",
                    attributes: ["é": "\\ \u{1F511}", "b": ""],
                    contentType: "text/plain", created: Timestamp(seconds: 5), modified: Timestamp(seconds: 7),
                    expires: number.isMultiple(of: 2) ? Timestamp(seconds: -1) : nil, version: UInt64(number) + 1),
                value: SharedSecret(Secret(value.bytes)))
        }
    }

    private func export(_ items: [StoreItem], sealed: Bool) throws -> [UInt8] {
        var bytes: [UInt8] = []
        let sink: StoreExportWriter.Sink = { bytes += Array($0) }
        var writer = try StoreExportWriter(
            entryCount: items.count, passphrase: sealed ? passphrase : nil, now: clock.now, logN: 15, to: sink)
        for item in items { try writer.add(item, to: sink) }
        try writer.finish()
        return bytes
    }

    private func read(_ bytes: [UInt8], _ passphrase: SharedSecret? = nil) throws(FedauthError) -> [StoreDraft] {
        let reader = try StoreExportReader(SharedSecret(Secret(bytes)), name: "test")
        return try reader.drafts(passphrase: reader.isSealed ? passphrase ?? self.passphrase : nil)
    }

    private func code(_ bytes: [UInt8], _ passphrase: SharedSecret? = nil) -> ErrorCode? {
        do throws(FedauthError) {
            _ = try read(bytes, passphrase)
            return nil
        } catch {
            return error.code
        }
    }

    @Test(arguments: [true, false]) func `everything arrives exactly`(sealed: Bool) throws {
        let items = items()
        let drafts = try read(try export(items, sealed: sealed))
        let store = MemoryStore(clock: clock)
        try store.put(drafts, expecting: .absent)
        var arrived: [StoreItem] = []
        try store.visit { arrived.append($0) }
        #expect(arrived == items.sorted { $0.entry.name < $1.entry.name })
    }

    @Test(arguments: [true, false]) func `an empty store is an export too`(sealed: Bool) throws {
        #expect(try read(try export([], sealed: sealed)).isEmpty)
    }

    @Test func `a sealed export shows nothing`() throws {
        let item = StoreItem(
            entry: StoreEntry(name: "the-name", kind: "the-kind", created: clock.now, modified: clock.now, version: 1),
            value: SharedSecret(text: "the-value"))
        let text = String(decoding: try export([item], sealed: true), as: UTF8.self)
        #expect(!text.contains("the-") && !text.contains("dGhlLXZhbHVl"))
    }

    @Test func `another passphrase is told from another file`() throws {
        let bytes = try export(items(), sealed: true)
        #expect(code(bytes, SharedSecret(text: "wrong")) == .wrongPassphrase)
        #expect(code(Array("no export\n".utf8)) == .storeDamaged)
        #expect(code([]) == .storeDamaged)
    }

    @Test func `lines cannot be left out, moved, doubled or taken from another export`() throws {
        let items = Array(items().prefix(4))
        let first = try export(items, sealed: true).split(separator: 0x0A)
        let second = try export(items, sealed: true).split(separator: 0x0A)
        func joined(_ lines: [[UInt8].SubSequence]) -> [UInt8] { Array(lines.joined(separator: [0x0A])) }
        #expect(code(joined(first)) == nil, "a line break at the end is not needed")
        #expect(code(joined(Array(first.dropLast()))) == .storeDamaged)
        #expect(code(joined(first + [first[2]])) == .storeDamaged)
        var swapped = first
        swapped.swapAt(2, 3)
        #expect(code(joined(swapped)) == .storeAltered)
        #expect(code(joined(Array(first.prefix(3)) + second[3...])) == .storeAltered)
        // The first line of the other export has another salt.
        #expect(code(joined([second[0]] + first[1...])) == .wrongPassphrase)
    }

    @Test func `costs beyond the caps are refused before they are paid`() throws {
        let text = String(decoding: try export([], sealed: true), as: UTF8.self)
        for cost in ["\"logN\":40", "\"logN\":14", "\"logN\":-1", "\"logN\":99999999999999999999"] {
            #expect(code(Array(text.replacing("\"logN\":15", with: cost).utf8)) == .storeDamaged, "\(cost)")
        }
        #expect(code(Array(text.replacing("\"p\":1", with: "\"p\":1000000").utf8)) == .storeDamaged)
        #expect(code(Array(text.replacing("\"entries\":0", with: "\"entries\":99999999").utf8)) == .storeDamaged)
    }

    @Test func `other programs may write a few members only`() throws {
        let text = """
            {"format":"fedauth store export","version":1,"entries":2,"tool":"other"}
            {"name":"a","value":"t\\u00e9xt","extra":[1]}
            {"name":"b","valueBase64":"AAE="}
            """
        let drafts = try read(Array(text.utf8))
        #expect(drafts.map(\.name) == ["a", "b"] && drafts[0].value.equals("téxt") && drafts[0].history == nil)
        #expect(drafts[1].value == SharedSecret(Secret([0, 1])))
        for bad in [
            #"{"name":"a"}"#, #"{"value":"x"}"#, #"{"name":"a","valueBase64":"?"}"#, #"{"name":"","value":""}"#,
            #"{"name":"a","value":"","kind":1}"#, #"{"name":"a","value":"","attributes":{"a":1}}"#, #"[]"#,
            #"{"name":"a","value":"","expires":"soon"}"#, #"{"name":"a","value":"","created":"x"}"#,
            #"{"name":"a","value":"","created":1,"version":-1}"#, #"{"name":"a","value":"","version":1.5}"#,
            #"{"name":"a","value":"","version":0}"#, #"{"name":"a","value":"","created":1,"version":0}"#,
            #"{"name":"a","value":"","created":1,"version":9223372036854775808}"#,
        ] {
            let text = #"{"format":"fedauth store export","version":1,"entries":1}"# + "\n" + bad
            #expect(code(Array(text.utf8)) != nil, "\(bad)")
        }
        let twice =
            #"{"format":"fedauth store export","version":1,"entries":2}"# + "\n"
            + #"{"name":"a","value":""}"# + "\n" + #"{"name":"a","value":"2"}"#
        #expect(code(Array(twice.utf8)) == .storeDamaged)
    }

    @Test func `spoilt exports are refused or read, and nothing else`() throws {
        let items = Array(items().prefix(3))
        var mutator = Mutator(seed: 7, words: ["\"", "{", "}", "\\u0000", "9999999999", "null", "\"sealed\":null"])
        let plain = try export(items, sealed: false)
        for _ in 0..<400 {
            let spoilt = mutator.spoil(plain)
            if let code = code(spoilt) { #expect([.storeDamaged, .storeAltered, .usage].contains(code), "\(code)") }
        }
        let sealed = try export(items, sealed: true)
        for _ in 0..<30 {
            let spoilt = mutator.spoil(sealed)
            guard let code = code(spoilt) else {
                // If the export is readable, the values are the original ones, because a changed sealed value is detected.
                #expect(try read(spoilt).map(\.value) == items.map(\.value))
                continue
            }
            #expect([.storeDamaged, .storeAltered, .wrongPassphrase, .usage].contains(code), "\(code)")
        }
    }
}
