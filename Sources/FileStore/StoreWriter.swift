internal import Core
internal import Crypto
internal import Glibc
internal import Secrets
internal import System

/// Writes a new state of a store. At every moment, whatever fails, the name `store` leads to the complete old state or
/// the complete new one. The caller holds the lock.
struct StoreWriter {
    /// The name of the store in its folder.
    static let name = "store"
    /// The name of the previous state.
    static let previous = "store.prev"
    /// Returns the name of a damaged file that a repair has kept.
    static func damaged(_ number: Int) -> String { number == 0 ? "store.damaged" : "store.damaged.\(number)" }
    /// The most damaged files that repairs keep.
    static let maximumKept = 100
    /// The name of the lock file.
    static let lock = "store.lock"
    private static let temporary = "store.tmp"
    private static let temporaryLink = "store.prev.tmp"
    /// The number of bytes that are collected for one write.
    private static let batchBytes = 1 << 20

    let folder: StoreDirectory
    let random: any RandomSource
    /// The path, for messages.
    let path: String
    /// Whether the current state becomes `store.prev`; false when the new state was recovered from that file.
    var keepsPrevious = true

    private var files: PosixFiles { folder.files }

    /// Seals, writes, reads back, compares, and moves the file into place. `header` has identifier, generation and
    /// slots of the new state; unchanged entries are copied from `before`.
    func write(
        _ contents: StoreContents, header: StoreHeader, dataKey: SharedSecret, before: OpenStore?
    ) throws(FedauthError) -> OpenStore {
        var chunkBytes = 0
        let plainIndex = table(of: contents, before, chunkBytes: &chunkBytes)
        var header = header
        header.bodySalt = try random.bytes(32)
        header.entryCount = contents.lines.count
        header.indexBytes = StoreFormat.padded(plainIndex.count) + AESGCM.tagBytes
        header.bodyBytes = header.indexBytes + chunkBytes
        guard header.entryCount <= StoreFormat.entries, header.indexBytes <= StoreFormat.indexBytes,
            header.bodyBytes <= StoreFormat.fileBytes - header.headerBytes
        else {
            throw FedauthError(
                .usage,
                "the store '\(path)' would hold more than \(StoreFormat.fileBytes >> 20) MiB or"
                    + " \(StoreFormat.entries) entries",
                hint: "delete unused entries, or keep large values in separate files")
        }
        removeLeftovers()
        do {
            let (bytes, checksum) = try header.encoded(dataKey.copy())
            let cipher = try BodyCipher(header, checksum: checksum, dataKey: dataKey.copy())
            let file = try system { () throws(SystemFailure) in try files.create(folder.descriptor, Self.temporary) }
            // A write that frees space must work on a full disk, otherwise nothing could be deleted there.
            let mayRemovePrevious =
                keepsPrevious && before.map { header.bodyBytes < $0.parsed.header.bodyBytes } ?? false
            var output = bytes
            output.reserveCapacity(min(header.headerBytes + header.bodyBytes, Self.batchBytes * 2))
            try cipher.seal(plainIndex, number: 0, appendingTo: &output)
            for (position, line) in contents.lines.enumerated() {
                try seal(line, number: position + 1, before, cipher, &output)
                guard output.count >= Self.batchBytes else { continue }
                try add(output, to: file, mayRemovePrevious)
                output.removeAll(keepingCapacity: true)
            }
            try add(output, to: file, mayRemovePrevious)
            try system { () throws(SystemFailure) in try files.synchronise(file) }
            let written = try readBack(contents, bytes, dataKey)
            try system { () throws(SystemFailure) in try putInPlace(hasPredecessor: before != nil && keepsPrevious) }
            try confirm()
            return written
        } catch {
            removeLeftovers()
            throw error
        }
    }

    /// Removes the files that old keys still open: the previous state, and those that a repair has kept.
    func removePrevious() throws(FedauthError) {
        for name in [Self.previous] + (0..<Self.maximumKept).map(Self.damaged) {
            do throws(SystemFailure) {
                try files.unlink(folder.descriptor, name)
            } catch  where error.number == ENOENT {
            } catch {
                throw FedauthError(
                    .storeUnavailable,
                    "the keys of '\(path)' were changed, but '\(folder.path)/\(name)' cannot be removed: \(error.text)",
                    hint: "it opens with what opened the store before; remove it yourself",
                    causes: ["\(error.function): errno \(error.number)"])
            }
        }
    }

    /// Returns the index before it is padded and sealed, and adds the sizes of all chunks. Rows that did not change are copied.
    private func table(of contents: StoreContents, _ before: OpenStore?, chunkBytes: inout Int) -> Secret {
        let kept = before?.index
        // With space for some new rows.
        var table = Secret(capacity: (before?.parsed.header.indexBytes ?? 0) + 4096)
        for line in contents.lines {
            switch line {
            case .kept(let position):
                guard let kept else { continue }
                kept.append(kept.rows[position], to: &table)
                chunkBytes += kept.rows[position].chunk.count
            case .fresh(let record, _):
                table.append(record.encoded)
                chunkBytes += record.chunkBytes
            }
        }
        return table
    }

    /// Seals a chunk: length of the payload (4 bytes), payload, zeros. One of the previous state is sealed as opened.
    private func seal(
        _ line: StoreContents.Line, number: Int, _ before: OpenStore?, _ cipher: borrowing BodyCipher,
        _ output: inout [UInt8]
    ) throws(FedauthError) {
        switch line {
        case .kept(let position):
            guard let before else { throw FedauthError(.other, "there is no state to keep an entry of") }
            try before.withChunk(at: position) { (plain) throws(FedauthError) in
                try cipher.seal(padded: plain, number: number, appendingTo: &output)
            }
        case .fresh(_, let payload):
            var plain = Secret(capacity: StoreFormat.padded(4 + payload.count))
            plain.append(bigEndian: UInt32(clamping: payload.count))
            payload.withBytes { plain.append($0) }
            try cipher.seal(plain, number: number, appendingTo: &output)
        }
    }

    /// Appends bytes to the new state. `mayRemovePrevious`: when the disk is full, `store.prev` is removed. The current
    /// state stays, and becomes `store.prev` itself.
    private func add(_ bytes: [UInt8], to file: SharedDescriptor, _ mayRemovePrevious: Bool) throws(FedauthError) {
        try system { () throws(SystemFailure) in
            try files.writeAll(file, bytes) {
                // The second time there is nothing left to remove, and the write fails.
                mayRemovePrevious && (try? files.unlink(folder.descriptor, Self.previous)) != nil
            }
        }
    }

    private func readBack(
        _ contents: StoreContents, _ header: [UInt8], _ dataKey: SharedSecret
    ) throws(FedauthError) -> OpenStore {
        let temporaryPath = path + ".tmp"
        guard let file = try folder.open(Self.temporary) else {
            throw FedauthError(.storeUnavailable, "'\(temporaryPath)' went away while it was written")
        }
        let parsed = try OpenStore.header(of: file, files, path: temporaryPath)
        guard try parsed.isAuthentic(dataKey.copy()) else {
            throw FedauthError(.storeUnavailable, "'\(temporaryPath)' does not read as it was written")
        }
        let store = try OpenStore(file, parsed, dataKey: dataKey, files, path: path)
        for (position, line) in contents.lines.enumerated() {
            let isSame = try store.withChunk(at: position) { chunk in
                if case .fresh(_, let payload) = line { OpenStore.holds(payload, chunk) } else { true }
            }
            guard isSame else {
                throw FedauthError(.storeUnavailable, "'\(temporaryPath)' does not read as it was written")
            }
        }
        return store
    }

    private func putInPlace(hasPredecessor: Bool) throws(SystemFailure) {
        if hasPredecessor, try !previousIsCurrent() {
            try files.link(folder.descriptor, Self.name, Self.temporaryLink)
            try files.rename(folder.descriptor, Self.temporaryLink, Self.previous)
        }
        try files.rename(folder.descriptor, Self.temporary, Self.name)
    }

    /// Syncs the folder. The new state already has its name; whether the name survives a crash depends on the disk.
    private func confirm() throws(FedauthError) {
        do throws(SystemFailure) {
            try files.synchronise(folder: folder.descriptor)
        } catch {
            throw FedauthError(
                .storeUnavailable, "the store '\(path)' was changed, but the disk did not confirm it: \(error.text)",
                hint: "read it again, and check the disk: the previous state may be back after a crash",
                causes: ["\(error.function): errno \(error.number)"])
        }
    }

    /// Returns whether both names already lead to one file, as after a crash between the two renames. A third name
    /// would make the file refused, and rename(2) between two names of one file does nothing.
    private func previousIsCurrent() throws(SystemFailure) -> Bool {
        do throws(SystemFailure) {
            let previous = try files.status(folder.descriptor, Self.previous)
            return previous.isSameFile(as: try files.status(folder.descriptor, Self.name))
        } catch  where error.number == ENOENT { return false }
    }

    private func removeLeftovers() {
        try? files.unlink(folder.descriptor, Self.temporary)
        try? files.unlink(folder.descriptor, Self.temporaryLink)
    }

    private func system<Result>(_ body: () throws(SystemFailure) -> Result) throws(FedauthError) -> Result {
        do throws(SystemFailure) {
            return try body()
        } catch { throw StoreFailure.system(error, "write '\(path)'", at: folder.path) }
    }
}
