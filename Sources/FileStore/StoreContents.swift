internal import Core
internal import Crypto
internal import Secrets

/// The contents of a store after a write.
struct StoreContents {
    /// The source of an entry's bytes.
    enum Source {
        /// The chunk at this position of the previous state.
        case kept(Int)
        /// A payload encoded by `ItemCodec`.
        case fresh(SharedSecret)
    }

    struct Line {
        var record: StoreIndex.Record
        var source: Source
    }

    private(set) var lines: [Line] = []
    /// The index of each name in `lines`.
    private var positions: [ExactName: Int] = [:]

    /// Begins with the contents of `store`, or empty without one.
    init(of store: OpenStore?) {
        guard let store else { return }
        lines = store.index.records.enumerated().map { Line(record: $0.element, source: .kept($0.offset)) }
        arrange()
    }

    /// Returns the entry with that name.
    func entry(_ name: String) -> StoreEntry? { positions[ExactName(name)].map { lines[$0].record.entry } }

    /// Adds an item, or replaces the one with its name.
    mutating func set(_ item: StoreItem, random: any RandomSource) throws(FedauthError) {
        let payload = SharedSecret(ItemCodec.encode(item))
        let chunkBytes = StoreFormat.padded(4 + payload.count) + AESGCM.tagBytes
        if let position = positions[ExactName(item.entry.name)] {
            lines[position].record.entry = item.entry
            lines[position].record.chunkBytes = chunkBytes
            lines[position].source = .fresh(payload)
        } else {
            let record = StoreIndex.Record(
                id: try random.bytes(16), entry: item.entry, chunkBytes: chunkBytes)
            positions[ExactName(item.entry.name)] = lines.count
            lines.append(Line(record: record, source: .fresh(payload)))
        }
    }

    mutating func remove(_ names: [String]) {
        let names = Set(names.map { ExactName($0) })
        lines.removeAll { names.contains(ExactName($0.record.entry.name)) }
        arrange()
    }

    /// Keeps only records for which `isGood` returns true.
    mutating func keep(where isGood: (StoreIndex.Record) -> Bool) {
        lines = lines.filter { isGood($0.record) }
        arrange()
    }

    private mutating func arrange() {
        positions = Dictionary(
            lines.enumerated().map { (ExactName($0.element.record.entry.name), $0.offset) },
            uniquingKeysWith: { first, _ in first })
    }
}
