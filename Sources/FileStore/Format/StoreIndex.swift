internal import Core
internal import Secrets

/// The sealed table of contents: the entries that `list` shows, and the positions of their values. A row is decoded
/// when it is asked for: reading or writing one entry among thousands needs the others only as bytes.
struct StoreIndex {
    /// One row of the table.
    struct Record: Equatable {
        /// Identifies the entry permanently, whatever its name.
        var id: [UInt8]
        var entry: StoreEntry
        /// The size of the sealed chunk with its tag, in bytes.
        var chunkBytes: Int

        /// The row, unsealed: length (4), size of its chunk (4), identifier (16), metadata (`ItemCodec`).
        var encoded: Secret {
            let description = ItemCodec.encode(entry)
            var row = Secret(capacity: StoreIndex.headBytes + description.count)
            row.append(bigEndian: UInt32(clamping: StoreIndex.headBytes - 4 + description.count))
            row.append(bigEndian: UInt32(clamping: chunkBytes))
            id.withUnsafeBytes { row.append($0) }
            row.append(description)
            return row
        }
    }

    /// The place of one row, and of the chunk that it describes.
    struct Row {
        /// The bytes of the row in the table, with its length.
        let range: Range<Int>
        /// The bytes of the sealed chunk, counted from the end of the sealed index.
        let chunk: Range<Int>
    }

    /// Bytes of a row before its metadata.
    private static let headBytes = 24

    let rows: [Row]
    private let plain: SharedSecret

    /// Reads the lengths. Returns nil when they are malformed or contradict the lengths in the header.
    init?(_ plain: consuming Secret, count: Int, chunkBytes: Int) {
        let rows = plain.withBytes { Self.rows($0, count, chunkBytes) }
        guard let rows else { return nil }
        self.rows = rows
        self.plain = SharedSecret(plain)
    }

    private static func rows(_ plain: UnsafeRawBufferPointer, _ count: Int, _ chunkBytes: Int) -> [Row]? {
        var rows: [Row] = []
        rows.reserveCapacity(min(count, StoreFormat.entries))
        var start = 0
        var end = 0
        for _ in 0..<count {
            guard start + headBytes <= plain.count else { return nil }
            let length = Int(UInt32(bigEndian: plain.loadUnaligned(fromByteOffset: start, as: UInt32.self)))
            let size = Int(UInt32(bigEndian: plain.loadUnaligned(fromByteOffset: start + 4, as: UInt32.self)))
            let next = start + 4 + length
            guard length >= headBytes - 4, next <= plain.count, size <= StoreFormat.chunkBytes else { return nil }
            rows.append(Row(range: start..<next, chunk: end..<(end + size)))
            start = next
            end += size
        }
        guard end == chunkBytes, plain.count - start < StoreFormat.padding || count == 0 else { return nil }
        return rows
    }

    /// Returns one row; nil when its metadata is malformed.
    func record(at position: Int) -> Record? {
        let row = rows[position]
        return plain.withBytes { bytes in
            let bytes = bytes[row.range]
            let description = UnsafeRawBufferPointer(rebasing: bytes.dropFirst(Self.headBytes))
            guard let entry = ItemCodec.decodeEntry(description) else { return nil }
            return Record(id: Array(bytes.dropFirst(8).prefix(16)), entry: entry, chunkBytes: row.chunk.count)
        }
    }

    /// All rows; nil when the metadata of one is malformed.
    var records: [Record]? {
        var records: [Record] = []
        records.reserveCapacity(rows.count)
        for position in rows.indices {
            guard let record = record(at: position) else { return nil }
            records.append(record)
        }
        return records
    }

    func append(_ row: Row, to table: inout Secret) {
        plain.withBytes { table.append(UnsafeRawBufferPointer(rebasing: $0[row.range])) }
    }

    /// Returns the position of a name in the table.
    func position(of name: String) -> Int? {
        var name = name
        return name.withUTF8 { wanted in
            let wanted = UnsafeRawBufferPointer(wanted)
            return plain.withBytes { bytes in
                rows.firstIndex { Self.name(in: bytes[$0.range])?.elementsEqual(wanted) ?? false }
            }
        }
    }

    /// Returns the name of a row; nil when its metadata is malformed.
    func name(at position: Int) -> ExactName? {
        plain.withBytes { Self.name(in: $0[rows[position].range]).map { ExactName($0) } }
    }

    /// Finds the name without decoding the other fields.
    private static func name(in row: Slice<UnsafeRawBufferPointer>) -> UnsafeRawBufferPointer? {
        ItemCodec.name(in: UnsafeRawBufferPointer(rebasing: row.dropFirst(headBytes)))
    }
}
