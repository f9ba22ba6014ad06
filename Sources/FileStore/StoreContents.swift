internal import Core
internal import Crypto
internal import Secrets

/// The contents of a store after a write.
struct StoreContents {
    enum Line {
        /// The row at this position of the previous state, and its chunk.
        case kept(Int)
        /// A new or changed entry, and its payload, encoded by `ItemCodec`.
        case fresh(StoreIndex.Record, SharedSecret)
    }

    private(set) var lines: [Line]
    private let before: OpenStore?
    /// The index of each name in `lines`; nil while searching the bytes of the rows costs less.
    private var positions: [ExactName: Int]?
    private var searches = 0

    private static let mostSearches = 4

    /// Begins with the contents of `store`, or empty without one.
    init(of store: OpenStore?) {
        before = store
        lines = store?.index.rows.indices.map { Line.kept($0) } ?? []
    }

    mutating func entry(_ name: String) throws(FedauthError) -> StoreEntry? {
        guard let position = position(of: name) else { return nil }
        return try record(lines[position])?.entry
    }

    /// Adds an item, or replaces the one with its name.
    mutating func set(_ item: StoreItem, random: any RandomSource) throws(FedauthError) {
        let payload = SharedSecret(ItemCodec.encode(item))
        let chunkBytes = StoreFormat.padded(4 + payload.count) + AESGCM.tagBytes
        let position = position(of: item.entry.name)
        let old: StoreIndex.Record? = if let position { try record(lines[position]) } else { nil }
        let id = if let old { old.id } else { try random.bytes(16) }
        let line = Line.fresh(StoreIndex.Record(id: id, entry: item.entry, chunkBytes: chunkBytes), payload)
        if let position {
            lines[position] = line
        } else {
            positions?[ExactName(item.entry.name)] = lines.count
            lines.append(line)
        }
    }

    mutating func remove(_ names: [String]) {
        let removed = Set(names.compactMap { position(of: $0) })
        keep { !removed.contains($0) }
    }

    /// Keeps only the lines at positions for which `isGood` returns true.
    mutating func keep(where isGood: (Int) -> Bool) {
        lines = lines.indices.filter(isGood).map { lines[$0] }
        arrange()
    }

    private func record(_ line: Line) throws(FedauthError) -> StoreIndex.Record? {
        switch line {
        case .kept(let position): try before?.record(at: position)
        case .fresh(let record, _): record
        }
    }

    private mutating func position(of name: String) -> Int? {
        if positions == nil, searches < Self.mostSearches {
            searches += 1
            if let position = before?.index.position(of: name) { return position }
            return lines.indices.dropFirst(before?.index.rows.count ?? 0).first {
                if case .fresh(let record, _) = lines[$0] { record.entry.name.isExactly(name) } else { false }
            }
        }
        if positions == nil { arrange() }
        return positions?[ExactName(name)]
    }

    private mutating func arrange() {
        var found: [ExactName: Int] = [:]
        found.reserveCapacity(lines.count)
        for (position, line) in lines.enumerated() {
            let name: ExactName? =
                switch line {
                case .kept(let row): before?.index.name(at: row)
                case .fresh(let record, _): ExactName(record.entry.name)
                }
            if let name, found[name] == nil { found[name] = position }
        }
        positions = found
    }
}
