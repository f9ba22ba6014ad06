internal import Core
internal import Glibc
internal import Secrets
internal import System

/// One state of a store, opened with its data key. Its file never changes: a write installs another one.
final class OpenStore {
    let path: String
    let parsed: ParsedHeader
    let dataKey: SharedSecret
    let index: StoreIndex
    private let file: SharedDescriptor
    private let files: PosixFiles
    private let cipher: BodyCipher
    /// Sealed chunks that were read in advance, and where they begin after the sealed index.
    private var ahead: [UInt8] = []
    private var aheadStart = 0
    /// The last chunk that was opened from them.
    private var opened = Secret(capacity: 1024)

    /// The number of bytes that are read in advance.
    private static let aheadBytes = 1 << 20

    /// Reads and checks the header of an opened file.
    static func header(
        of file: SharedDescriptor, _ files: PosixFiles, path: String, isWhole: Bool = true
    ) throws(FedauthError) -> ParsedHeader {
        let size: Int
        let start: [UInt8]
        do throws(SystemFailure) {
            size = try files.status(file).size
            start = try files.read(file, count: StoreFormat.headerBytes(slots: StoreFormat.slots), at: 0)
        } catch { throw StoreFailure.system(error, "read '\(path)'") }
        return try ParsedHeader(start, fileBytes: size, path: path, isWhole: isWhole)
    }

    /// Opens the index. The caller has verified that `dataKey` belongs to the header.
    init(
        _ file: SharedDescriptor, _ parsed: ParsedHeader, dataKey: SharedSecret, _ files: PosixFiles,
        path: String
    ) throws(FedauthError) {
        let header = parsed.header
        let cipher = try BodyCipher(header, checksum: parsed.checksum, dataKey: dataKey.copy())
        var table = try Self.read(file, files, count: header.indexBytes, at: header.headerBytes, path: path)
        guard try cipher.open(inPlace: &table, number: 0) else {
            throw StoreFailure.altered(path, "its index does not open")
        }
        let index = StoreIndex(table, count: header.entryCount, chunkBytes: header.bodyBytes - header.indexBytes)
        guard let index else { throw StoreFailure.altered(path, "its index makes no sense") }
        self.path = path
        self.parsed = parsed
        self.dataKey = dataKey
        self.index = index
        self.file = file
        self.files = files
        self.cipher = cipher
    }

    /// Returns whether no write has installed another state.
    func isCurrent(in folder: StoreDirectory) -> Bool { folder.isCurrent(file, StoreWriter.name) }

    /// Returns one row of the index.
    func record(at position: Int) throws(FedauthError) -> StoreIndex.Record {
        guard let record = index.record(at: position) else {
            throw StoreFailure.altered(path, "its index makes no sense")
        }
        return record
    }

    /// Returns all rows of the index.
    func records() throws(FedauthError) -> [StoreIndex.Record] {
        guard let records = index.records else { throw StoreFailure.altered(path, "its index makes no sense") }
        return records
    }

    /// Returns one entry with its value; `readsAhead`: the entries after it are needed next.
    func item(at position: Int, readsAhead: Bool = false) throws(FedauthError) -> StoreItem {
        let record = try record(at: position)
        let decode = { (chunk: UnsafeRawBufferPointer) in Self.payload(of: chunk).flatMap { ItemCodec.decodeItem($0) } }
        let item: StoreItem?
        if readsAhead {
            item = try withChunk(at: position, decode)
        } else {
            let range = index.rows[position].chunk
            var chunk = try Self.read(file, files, count: range.count, at: bodyStart + range.lowerBound, path: path)
            guard try cipher.open(inPlace: &chunk, number: position + 1) else { throw altered(position) }
            item = chunk.withBytes(decode)
        }
        guard let item, item.entry == record.entry else {
            throw StoreFailure.altered(path, "the entry '\(record.entry.name.folded(to: 60))' makes no sense")
        }
        return item
    }

    /// Lends a chunk: the length (4 bytes), the payload (see `ItemCodec`), zeros. Reads those after it in advance.
    func withChunk<Result>(
        at position: Int, _ body: (UnsafeRawBufferPointer) throws(FedauthError) -> Result
    ) throws(FedauthError) -> Result {
        let range = index.rows[position].chunk
        if range.lowerBound < aheadStart || range.upperBound > aheadStart + ahead.count { try readAhead(range) }
        let isOpened = try ahead.withUnsafeBufferPointer { (bytes) throws(FedauthError) in
            let first = min(range.lowerBound - aheadStart, bytes.count)
            let last = min(range.upperBound - aheadStart, bytes.count)
            let sealed = UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[first..<last]))
            return try cipher.open(sealed, number: position + 1, replacing: &opened)
        }
        guard isOpened else { throw altered(position) }
        return try opened.withBytes(body)
    }

    /// Returns whether the chunk contains this payload.
    static func holds(_ payload: SharedSecret, _ chunk: UnsafeRawBufferPointer) -> Bool {
        guard let held = Self.payload(of: chunk) else { return false }
        return payload.withBytes { payload in
            guard payload.count == held.count else { return false }
            guard let one = payload.baseAddress, let other = held.baseAddress else { return payload.isEmpty }
            return memcmp(one, other, held.count) == 0
        }
    }

    private static func payload(of chunk: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
        var reader = ByteReader(chunk)
        return reader.number(UInt32.self).flatMap { reader.take(Int($0)) }
    }

    private var bodyStart: Int { parsed.header.headerBytes + parsed.header.indexBytes }

    /// Reads the chunk and those after it. At the end of a file that was cut short, there may be fewer bytes.
    private func readAhead(_ chunk: Range<Int>) throws(FedauthError) {
        let left = parsed.header.bodyBytes - parsed.header.indexBytes - chunk.lowerBound
        do throws(SystemFailure) {
            ahead = try files.read(
                file, count: max(chunk.count, min(left, Self.aheadBytes)), at: bodyStart + chunk.lowerBound)
            aheadStart = chunk.lowerBound
        } catch { throw StoreFailure.system(error, "read '\(path)'") }
    }

    /// Reads `count` bytes, or fewer at the end of the file.
    private static func read(
        _ file: SharedDescriptor, _ files: PosixFiles, count: Int, at offset: Int, path: String
    ) throws(FedauthError) -> Secret {
        var bytes = Secret(capacity: count)
        do throws(SystemFailure) {
            let found = try bytes.withMutableBytes(count: count) { (buffer) throws(SystemFailure) in
                try files.fill(buffer, from: file, at: offset)
            }
            bytes.truncate(to: found)
        } catch { throw StoreFailure.system(error, "read '\(path)'") }
        return bytes
    }

    private func altered(_ position: Int) -> FedauthError {
        let name = index.record(at: position)?.entry.name.folded(to: 60) ?? "\(position + 1)"
        return StoreFailure.altered(path, "the entry '\(name)' does not open")
    }
}
