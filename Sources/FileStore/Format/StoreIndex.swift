internal import Core
internal import Secrets

/// The sealed table of contents: the entries that `list` shows, and the positions of their values.
struct StoreIndex {
    /// One row of the table.
    struct Record: Equatable {
        /// Identifies the entry permanently, whatever its name.
        var id: [UInt8]
        var entry: StoreEntry
        /// The size of the sealed chunk with its tag, in bytes.
        var chunkBytes: Int
    }

    let records: [Record]
    /// Where the chunk of each record begins, counted from the end of the sealed index; the last element is where the
    /// last chunk ends.
    let offsets: [Int]

    /// The table before it is padded and sealed. For each entry: a length (4), the size of its chunk (4), its
    /// identifier (16) and its metadata, encoded by `ItemCodec`.
    var encoded: Secret {
        var plain = Secret(capacity: records.count * 256)
        for record in records {
            let description = ItemCodec.encode(record.entry)
            var head: [UInt8] = []
            head.append(bigEndian: UInt32(clamping: 20 + description.count))
            head.append(bigEndian: UInt32(clamping: record.chunkBytes))
            head += record.id
            head.withUnsafeBytes { plain.append($0) }
            plain.append(description)
        }
        return plain
    }

    init(records: [Record]) {
        self.records = records
        var offsets = [0]
        offsets.reserveCapacity(records.count + 1)
        var end = 0
        for record in records {
            end += record.chunkBytes
            offsets.append(end)
        }
        self.offsets = offsets
    }

    /// Returns nil when the bytes are malformed or contradict the lengths in the header.
    init?(_ plain: UnsafeRawBufferPointer, count: Int, chunkBytes: Int) {
        var reader = ByteReader(plain)
        var records: [Record] = []
        for _ in 0..<count {
            guard let length = reader.number(UInt32.self), let record = reader.take(Int(length)) else {
                return nil
            }
            var fields = ByteReader(record)
            guard let bytes = fields.number(UInt32.self), let id = fields.array(16),
                Int(bytes) <= StoreFormat.chunkBytes, let description = fields.take(fields.remaining),
                let entry = ItemCodec.decodeEntry(description)
            else { return nil }
            records.append(Record(id: id, entry: entry, chunkBytes: Int(bytes)))
        }
        self.init(records: records)
        guard offsets[records.count] == chunkBytes, reader.remaining < StoreFormat.padding || count == 0 else {
            return nil
        }
    }

    /// Returns the position of a name in the table.
    func position(of name: String) -> Int? { records.firstIndex { $0.entry.name.isExactly(name) } }
}
