internal import CPOSIX
internal import Core
internal import Crypto
internal import Glibc
internal import Secrets
internal import System

/// Records the last state of each store outside the store, so that an older copy is detected: in `seen/` of the state
/// folder, one file for each store, and in memory (`KeyCacheBackend`). An attacker that can write all three can still
/// roll back; FORMAT.md says so.
struct RollbackGuard {
    let folder: String
    let storeID: [UInt8]
    let files: PosixFiles
    /// The second record; nil for none.
    let cacheBackend: (any KeyCacheBackend)?

    private static let leftoverSeconds = 600
    private static let lockSeconds: Int64 = 2

    /// A state: the number of its write, and what distinguishes it from another of the same number.
    struct Mark: Equatable {
        var generation: UInt64
        var checksum: [UInt8]

        /// Returns whether this state was before `last`, the last one seen, or diverges from it.
        func isOlder(than last: Mark?) -> Bool {
            guard let last else { return false }
            return generation < last.generation || generation == last.generation && self != last
        }

        /// Returns the mark of a deletion: every state up to this generation is older.
        static func deletion(of generation: UInt64) -> Mark {
            Mark(generation: generation, checksum: Array(repeating: 0, count: 32))
        }

        /// Whether this is the mark of a deletion.
        var isDeletion: Bool { self == .deletion(of: generation) }

        /// Returns whether to record this state, when `last` is the last one seen.
        func isNewer(than last: Mark?) -> Bool {
            guard let last else { return true }
            return generation > last.generation || generation == last.generation && isDeletion && !last.isDeletion
        }
    }

    private var keyDescription: String { "fedauth:seen:" + Hexadecimal.text(storeID) }

    /// Throws `store-older` for a state before the last one seen, or one that diverges from it; records a newer one.
    func check(_ store: ParsedHeader, path: String) throws(FedauthError) {
        if let mark = try unseen(store, path: path) { write(mark) }
    }

    /// Checks in the same way, but records nothing.
    func look(_ store: ParsedHeader, path: String) throws(FedauthError) { _ = try unseen(store, path: path) }

    /// Returns what to record of this state; nil when it is the last one seen.
    private func unseen(_ store: ParsedHeader, path: String) throws(FedauthError) -> Mark? {
        let mark = Mark(generation: store.header.generation, checksum: store.checksum)
        try checkFolders()
        let last = newest()
        if let last, mark.isOlder(than: last) {
            throw StoreFailure.older(path, generation: mark.generation, seen: last.generation)
        }
        return mark == last ? nil : mark
    }

    /// Records this state, whatever was seen before. Ignores a failure to write, which is not a failure of the store.
    func remember(_ store: ParsedHeader) { write(Mark(generation: store.header.generation, checksum: store.checksum)) }

    /// Records this state, if it is newer than the last one seen, or its deletion.
    func remember(_ mark: Mark) {
        guard mark.isNewer(than: newest()) else { return }
        // Between the look and the write no other process records a newer one. Without the lock it is recorded all the
        // same: a mark that may be set back is better than none.
        let lock: HeldLock? =
            (try? StoreDirectory(making: folder, files)) == nil
            ? nil : try? BoundedLock.take(lockPath, waitSeconds: Self.lockSeconds)
        if mark.isNewer(than: newest()) { write(mark) }
        withExtendedLifetime(lock) {}
    }

    /// The lock of `remember`.
    var lockPath: String { "\(folder)/.\(Hexadecimal.text(storeID)).lock" }

    /// Throws `store-unsafe` when another user could take away or write what is recorded on disk; a missing folder is no error.
    private func checkFolders() throws(FedauthError) {
        for path in [FileNames.directory(of: folder), folder] {
            guard let status = FileStatus(path), OtherWriter(of: path, status) != nil else { continue }
            throw FedauthError(
                .storeUnsafe, "others may change the folder '\(path)', which tells an older copy of the store",
                hint: "look at it by: ls -ld '\(path)'; it has to be yours, with mode 700")
        }
    }

    /// Returns the last state seen.
    func newest() -> Mark? {
        let marks = [onDisk(), inMemory()].compactMap { $0 }
        return marks.max { $0.generation < $1.generation }
    }

    /// Returns what has a mark in this folder.
    static func identifiers(in folder: String) -> [[UInt8]] {
        FileNames.names(in: folder).compactMap { Hexadecimal.bytes($0.utf8) }.filter { $0.count == 16 }
    }

    private func onDisk() -> Mark? {
        guard let folder = try? StoreDirectory(existing: folder, files),
            let file = try? folder.open(Hexadecimal.text(storeID)), let bytes = try? files.read(file, count: 128, at: 0)
        else { return nil }
        let words = bytes.split(separator: UInt8(ascii: " "))
        guard words.count == 3, words[0] == [UInt8(ascii: "1")],
            let generation = UInt64(String(decoding: words[1], as: UTF8.self)),
            let checksum = Hexadecimal.bytes(words[2].prefix { $0 != 0x0A })
        else { return nil }
        return Mark(generation: generation, checksum: checksum)
    }

    private func inMemory() -> Mark? {
        guard let payload = cacheBackend?.get(keyDescription, atMost: 40) else { return nil }
        return payload.withBytes { bytes in
            var reader = ByteReader(bytes)
            guard let generation = reader.number(UInt64.self), let checksum = reader.array(32) else { return nil }
            return Mark(generation: generation, checksum: checksum)
        }
    }

    private func write(_ mark: Mark) {
        if let cacheBackend {
            var payload: [UInt8] = []
            payload.append(bigEndian: mark.generation)
            _ = cacheBackend.put(keyDescription, Secret(payload + mark.checksum), timeoutSeconds: nil)
        }
        guard let folder = try? StoreDirectory(making: folder, files) else { return }
        let name = Hexadecimal.text(storeID)
        // Random, because in containers that share the folder all processes may have the same ID.
        let digits = String(UInt64.random(in: 0...UInt64.max), radix: 16)
        let temporary = ".\(name)." + String(repeating: "0", count: 16 - digits.count) + digits
        // Removes the files of processes that were killed while writing.
        cposix_remove_leftovers(folder.descriptor.number, ".\(name).", "", Self.leftoverSeconds)
        let line = "1 \(mark.generation) \(Hexadecimal.text(mark.checksum))\n"
        do throws(SystemFailure) {
            let file = try files.create(folder.descriptor, temporary)
            try files.writeAll(file, Array(line.utf8))
            try files.rename(folder.descriptor, temporary, name)
        } catch { try? files.unlink(folder.descriptor, temporary) }
    }
}

/// The stores that this machine has opened under the name of a program: one file for each in a folder of `seen/`. Thus a
/// store that is missing or exchanged is noticed, and the keys of all of them can be forgotten without the program.
struct KnownStores {
    private let folder: String
    private let files: PosixFiles

    init(of program: String, stateFolder: String, _ files: PosixFiles) throws(FedauthError) {
        let name = try Digest.sha256.hash(Array("fedauth-program".utf8) + Array(program.utf8))
        folder = stateFolder + "/seen/" + Hexadecimal.text(Array(name.prefix(16))) + ".stores"
        self.files = files
    }

    /// The identifiers of all stores, in no order.
    var all: [[UInt8]] { RollbackGuard.identifiers(in: folder) }
    /// The identifier of the store that was made, or accepted, last.
    var last: [UInt8]? { all.max { turn($0) < turn($1) } }

    /// Records that this is the store now.
    func remember(_ storeID: [UInt8]) {
        guard storeID != last else { return }
        let turn = (all.map(turn).max() ?? 0) &+ 1
        guarding(storeID).remember(.init(generation: turn, checksum: storeID))
    }

    /// The later a store was recorded, the greater is the number.
    private func turn(_ storeID: [UInt8]) -> UInt64 { guarding(storeID).newest()?.generation ?? 0 }

    private func guarding(_ storeID: [UInt8]) -> RollbackGuard {
        RollbackGuard(folder: folder, storeID: storeID, files: files, cacheBackend: nil)
    }
}
