import Crypto
import Secrets

@testable import Core
@testable import FileStore

/// The start of a store file with a repaired checksum. Memory and time stay within their limits, and the output has the same
/// bytes.
@Sendable func checkStoreFile(_ input: FuzzInput) throws {
    var bytes = input.bytes
    let slots = bytes.count > 20 ? Int(bytes[18]) << 8 | Int(bytes[19]) : 0
    let end = StoreFormat.fixedBytes + StoreFormat.slotBytes * slots
    if end + 2 * StoreFormat.digestBytes <= bytes.count {
        bytes.replaceSubrange(end..<(end + StoreFormat.digestBytes), with: try Digest.sha256.hash(Array(bytes[..<end])))
    }
    for isWhole in [true, false] {
        let read: () throws(FedauthError) -> ParsedHeader = { () throws(FedauthError) in
            try ParsedHeader(bytes, fileBytes: bytes.count, path: "x", isWhole: isWhole)
        }
        guard let parsed = try attempt(read) else { continue }
        let header = parsed.header
        try require(header.slots.allSatisfy(\.isWithinCaps), "a slot costs too much")
        try require(KeySlot.work(header.slots) <= StoreFormat.scryptWork, "all slots cost too much")
        try require(
            header.bodyBytes <= StoreFormat.fileBytes && header.entryCount <= StoreFormat.entries,
            "\(header.bodyBytes) bytes, \(header.entryCount) entries")
        try require(!isWhole || bytes.count == header.headerBytes + header.bodyBytes, "bytes are left")
        let written = try header.encoded(Secret([UInt8](repeating: 1, count: 32))).bytes
        let compared = header.headerBytes - StoreFormat.digestBytes
        try require(written.prefix(compared) == bytes.prefix(compared), "the header is written otherwise")
    }
}

/// The index of a store, after a byte with the number of entries: the output has the same bytes.
@Sendable func checkStoreIndex(_ input: FuzzInput) throws {
    let (count, plain) = input.choice(among: 8)
    let total = plain.withBytes { chunkBytes(in: $0, count: count) }
    guard let index = StoreIndex(plain.secret.copy(), count: count, chunkBytes: total) else { return }
    let end = index.rows.last?.chunk.upperBound ?? 0
    try require(index.rows.count == count && end == total, "\(index.rows.count) rows, \(end) bytes")
    guard let records = index.records else { return }
    var table = Secret()
    for record in records {
        table.append(record.encoded)
        let name = record.entry.name
        let found = index.position(of: name).map { records[$0].entry.name }
        try require(found?.isExactly(name) == true, "'\(name)' is not found")
    }
    let other = StoreIndex(table, count: count, chunkBytes: total)
    try require(other?.records == records, "it is read as another table")
}

/// Returns the length of all chunks that the header must state for the index to be valid.
private func chunkBytes(in bytes: UnsafeRawBufferPointer, count: Int) -> Int {
    var reader = ByteReader(bytes)
    var total = 0
    for _ in 0..<count {
        guard let length = reader.number(UInt32.self), let record = reader.take(Int(length)) else { return total }
        var fields = ByteReader(record)
        total += Int(fields.number(UInt32.self) ?? 0)
    }
    return total
}

/// An export in plain text: the output parses to the same entries.
@Sendable func checkExport(_ input: FuzzInput) throws {
    let read: () throws(FedauthError) -> StoreExportReader = { () throws(FedauthError) in
        try StoreExportReader(input.secret, name: "x")
    }
    guard let reader = try attempt(read), !reader.isSealed,
        let drafts = try attempt({ () throws(FedauthError) in try reader.drafts(passphrase: nil) })
    else { return }
    let items = drafts.map { StoreItem(entry: $0.fuzzEntry, value: $0.value) }
    var text: [UInt8] = []
    let sink: StoreExportWriter.Sink = { text += $0 }
    var writer = try StoreExportWriter(entryCount: items.count, passphrase: nil, now: Surroundings.now, to: sink)
    for item in items { try writer.add(item, to: sink) }
    try writer.finish()
    let written = FuzzInput(bytes: text).secret
    let other = try again("it is not read again") {
        try StoreExportReader(written, name: "x").drafts(passphrase: nil)
    }
    try require(other.map { StoreItem(entry: $0.fuzzEntry, value: $0.value) } == items, "other entries are read")
}

extension StoreDraft {
    /// The entry as a store returns it.
    var fuzzEntry: StoreEntry {
        StoreEntry(
            name: name, kind: kind, attributes: attributes, contentType: contentType,
            created: history?.created ?? Surroundings.now, modified: history?.modified ?? Surroundings.now,
            expires: expires, version: history?.version ?? 1)
    }
}
