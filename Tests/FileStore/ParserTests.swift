import Core
import Crypto
import Secrets
import Support
import Testing

@testable import FileStore

/// Tests arbitrary bytes: no parser crashes or accepts invalid data as an entry.
struct ParserTests {
    private var generator = SeededGenerator(state: 0x5EED)

    private static func item(_ index: Int = 1) -> StoreItem {
        StoreItem(
            entry: StoreEntry(
                name: "session/é \(index)", kind: "session", attributes: ["a": "1", "": "", "ü": "é"],
                contentType: "text/plain", created: Timestamp(seconds: -1),
                modified: Timestamp(seconds: .max),
                expires: index.isMultiple(of: 2) ? nil : Timestamp(seconds: .min),
                version: StoreLimits.versions.upperBound),
            value: SharedSecret(text: String(repeating: "v", count: index)))
    }

    @Test(arguments: [0, 1, 2, 63, 64, 1000]) func `items come back as they went`(index: Int) {
        let item = Self.item(index)
        #expect(ItemCodec.encode(item).withBytes { ItemCodec.decodeItem($0) } == item)
        #expect(ItemCodec.encode(item).withBytes { ItemCodec.decodeEntry($0) } == item.entry)
        #expect(ItemCodec.encode(item.entry).withBytes { ItemCodec.decodeEntry($0) } == item.entry)
        #expect(ItemCodec.encode(item.entry).withBytes { ItemCodec.decodeItem($0) } == nil)
    }

    @Test func `unknown fields from 128 on are skipped, others refused`() {
        let good = ItemCodec.encode(Self.item().entry).withBytes { Array($0) }
        #expect(
            (good + [200, 0, 0, 0, 2, 1, 2]).withUnsafeBytes { ItemCodec.decodeEntry($0) }
                == Self.item().entry)
        #expect((good + [100, 0, 0, 0, 0]).withUnsafeBytes { ItemCodec.decodeEntry($0) } == nil)
        #expect((good + [1, 0, 0, 0, 1, 0x61]).withUnsafeBytes { ItemCodec.decodeEntry($0) } == nil)
        #expect(
            (good + [9, 0, 0, 0, 0, 200, 0, 0, 0, 0]).withUnsafeBytes { ItemCodec.decodeEntry($0) } == nil)
    }

    @Test(arguments: [0, UInt64(Int64.max) + 1, .max]) func `a version that no writer counts to is refused`(
        version: UInt64
    ) {
        var item = Self.item()
        item.entry.version = version
        #expect(ItemCodec.encode(item).withBytes { ItemCodec.decodeItem($0) } == nil)
        #expect(ItemCodec.encode(item.entry).withBytes { ItemCodec.decodeEntry($0) } == nil)
    }

    @Test func `cut and changed payloads never crash the reader`() {
        var generator = generator
        let good = ItemCodec.encode(Self.item(20)).withBytes { Array($0) }
        for count in 0..<good.count {
            #expect(Array(good.prefix(count)).withUnsafeBytes { ItemCodec.decodeItem($0) } == nil)
        }
        for _ in 0..<20_000 {
            var bytes = good
            for _ in 0..<Int.random(in: 1...8, using: &generator) {
                bytes[Int.random(in: bytes.indices, using: &generator)] = .random(
                    in: 0...255, using: &generator)
            }
            _ = bytes.withUnsafeBytes { ItemCodec.decodeItem($0) }
        }
    }

    @Test func `changed headers with a right checksum never crash, and stay within the caps`() throws {
        var generator = generator
        let scratch = ScratchStore()
        try scratch.store(random: CountedRandom()).initialise()
        let good = scratch.bytes()
        for _ in 0..<5_000 {
            var bytes = good
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                bytes[Int.random(in: 16..<180, using: &generator)] = .random(in: 0...255, using: &generator)
            }
            let slots = Int(bytes[18]) << 8 | Int(bytes[19])
            let end = 96 + 84 * slots
            if end + 64 <= bytes.count {
                bytes.replaceSubrange(end..<(end + 32), with: try Digest.sha256.hash(Array(bytes[..<end])))
            }
            guard let parsed = try? ParsedHeader(bytes, fileBytes: bytes.count, path: "x") else { continue }
            #expect(parsed.header.slots.allSatisfy { $0.isWithinCaps })
            #expect(parsed.header.bodyBytes <= StoreFormat.fileBytes)
        }
    }

    @Test func `an index of random bytes is refused or adds up`() {
        var generator = generator
        for _ in 0..<20_000 {
            let bytes = (0..<Int.random(in: 0...96, using: &generator)).map { _ in
                UInt8.random(in: 0...(Bool.random(using: &generator) ? 3 : 255), using: &generator)
            }
            let count = Int.random(in: 0...3, using: &generator)
            let index = StoreIndex(Secret(bytes), count: count, chunkBytes: 0)
            #expect(index == nil || index?.rows.count == count)
            #expect(index?.records == nil || index?.records?.count == count)
            _ = index?.position(of: "x")
        }
    }
}

/// Generates the same numbers in each run (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}
