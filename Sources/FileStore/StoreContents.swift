internal import Core
internal import Crypto
internal import Secrets

/// What a store shall hold after a write.
struct StoreContents {
    /// Where the bytes of an entry come from.
    enum Source {
        /// The chunk at this position of the state before.
        case kept(Int)
        /// A payload by `ItemCodec`.
        case fresh(SharedSecret)
    }

    struct Line {
        var record: StoreIndex.Record
        var source: Source
    }

    private(set) var lines: [Line] = []

    /// Everything as it is in `store`; nothing without one.
    init(of store: OpenStore?) {
        guard let store else { return }
        lines = store.index.records.enumerated().map { Line(record: $0.element, source: .kept($0.offset)) }
    }

    /// The entry of that name.
    func entry(_ name: String) -> StoreEntry? { lines.first { $0.record.entry.name == name }?.record.entry }

    /// Adds an item or replaces the one of its name.
    mutating func set(_ item: StoreItem, random: any RandomSource) throws(FedauthError) {
        let payload = SharedSecret(ItemCodec.encode(item))
        let chunkBytes = StoreFormat.padded(4 + payload.count) + AESGCM.tagBytes
        if let position = lines.firstIndex(where: { $0.record.entry.name == item.entry.name }) {
            lines[position].record.entry = item.entry
            lines[position].record.chunkBytes = chunkBytes
            lines[position].source = .fresh(payload)
        } else {
            let record = StoreIndex.Record(
                id: try random.bytes(16), entry: item.entry, chunkBytes: chunkBytes)
            lines.append(Line(record: record, source: .fresh(payload)))
        }
    }

    mutating func remove(_ name: String) { lines.removeAll { $0.record.entry.name == name } }

    /// Keeps only what stands at positions for which `isGood` is true.
    mutating func keep(where isGood: (Int) -> Bool) {
        lines = lines.filter { line in
            if case .kept(let position) = line.source { isGood(position) } else { true }
        }
    }
}
