import Core
import Secrets
import Testing

@testable import Keyring

/// Tests the bytes of an item, because other versions of fedauth read them.
struct PayloadTests {
    private let entry = StoreEntry(
        name: "n", kind: "k", attributes: ["é": "1"], contentType: "t", created: Timestamp(seconds: -1),
        modified: Timestamp(seconds: 258), version: 3)

    private let description: [UInt8] =
        [1, 1, 0, 0, 0, 1, 0x6E, 2, 0, 0, 0, 1, 0x6B, 3, 0, 0, 0, 1, 0x74]
        + [4, 0, 0, 0, 8] + [UInt8](repeating: 0xFF, count: 8) + [5, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 1, 2]
        + [7, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0, 3] + [8, 0, 0, 0, 5, 0, 2, 0xC3, 0xA9, 0x31]

    @Test func `a short value stands in the item`() throws {
        let item = StoreItem(entry: entry, value: SharedSecret(Secret([0, 0xFF])))
        let bytes = [1] + description + [9, 0, 0, 0, 2, 0, 0xFF]
        #expect(KeyringPayload.encode(item).withBytes { Array($0) } == bytes)
        guard case .whole(let read) = bytes.withUnsafeBytes({ KeyringPayload($0) }) else {
            Issue.record("not read")
            return
        }
        #expect(read == item)
    }

    @Test func `a long value is named, with its key and its length`() throws {
        let key = (0..<32).map { UInt8($0) }
        let fileID = (0..<16).map { UInt8($0 * 16 + 1) }
        let bytes = [2] + key + fileID + [0, 1, 0x11, 0x70] + description
        let written = KeyringPayload.encode(
            entry, fileID: Secret(fileID), key: SharedSecret(Secret(key)), count: 70000)
        #expect(written.withBytes { Array($0) } == bytes)
        guard case .outside(entry, let name, let keyRead, 70000) = bytes.withUnsafeBytes({ KeyringPayload($0) }) else {
            Issue.record("not read")
            return
        }
        #expect(name == "0111213141516171" + "8191a1b1c1d1e1f1" && keyRead == SharedSecret(Secret(key)))
        // The attribute of 10 bytes is optional.
        for count in 0..<bytes.count - 10 {
            #expect(
                Array(bytes.prefix(count)).withUnsafeBytes { KeyringPayload($0) }.map { _ in true } == nil, "\(count)")
        }
    }
}
