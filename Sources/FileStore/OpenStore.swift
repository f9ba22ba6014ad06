internal import Core
internal import Crypto
internal import Secrets
internal import System

/// One state of a store, opened with its data key. The file behind it never changes: a write installs another file
/// under the name.
final class OpenStore {
    let path: String
    let parsed: ParsedHeader
    let dataKey: SharedSecret
    let index: StoreIndex
    private let file: SharedDescriptor
    private let files: any FileOperations
    private let cipher: BodyCipher

    /// Reads and checks the header of an opened file.
    static func header(
        of file: SharedDescriptor, _ files: any FileOperations, path: String, isWhole: Bool = true
    ) throws(FedauthError) -> ParsedHeader {
        let size: Int
        let start: [UInt8]
        do throws(SystemFailure) {
            size = try files.status(file).size
            start = try files.read(file, count: StoreFormat.headerBytes(slots: StoreFormat.slots), at: 0)
        } catch {
            throw StoreFailure.system(error, "read '\(path)'")
        }
        return try ParsedHeader(start, fileBytes: size, path: path, isWhole: isWhole)
    }

    /// Opens the index. The caller has verified that `dataKey` belongs to the header.
    init(
        _ file: SharedDescriptor, _ parsed: ParsedHeader, dataKey: SharedSecret, _ files: any FileOperations,
        path: String
    ) throws(FedauthError) {
        let header = parsed.header
        let cipher = try BodyCipher(header, checksum: parsed.checksum, dataKey: dataKey.copy())
        let sealed: [UInt8]
        do throws(SystemFailure) {
            sealed = try files.read(file, count: header.indexBytes, at: header.headerBytes)
        } catch {
            throw StoreFailure.system(error, "read '\(path)'")
        }
        guard let plain = try cipher.open(sealed, number: 0) else {
            throw StoreFailure.altered(path, "its index does not open")
        }
        let index = plain.withBytes {
            StoreIndex($0, count: header.entryCount, chunkBytes: header.bodyBytes - header.indexBytes)
        }
        guard let index else { throw StoreFailure.altered(path, "its index makes no sense") }
        self.path = path
        self.parsed = parsed
        self.dataKey = dataKey
        self.index = index
        self.file = file
        self.files = files
        self.cipher = cipher
    }

    /// Returns the payload (see `ItemCodec`) of one entry.
    func payload(at position: Int) throws(FedauthError) -> Secret {
        let record = index.records[position]
        let start = parsed.header.headerBytes + parsed.header.indexBytes + index.offsets[position]
        let sealed: [UInt8]
        do throws(SystemFailure) {
            sealed = try files.read(file, count: record.chunkBytes, at: start)
        } catch {
            throw StoreFailure.system(error, "read '\(path)'")
        }
        guard let plain = try cipher.open(sealed, number: position + 1) else {
            throw StoreFailure.altered(path, "the entry '\(record.entry.name.folded(to: 60))' does not open")
        }
        let payload = plain.withBytes { bytes -> Secret in
            var reader = ByteReader(bytes)
            guard let count = reader.number(UInt32.self), let payload = reader.take(Int(count)) else {
                return Secret()
            }
            return Secret(copying: payload)
        }
        guard !payload.isEmpty else { throw nonsense(position) }
        return payload
    }

    /// Returns one entry with its value.
    func item(at position: Int) throws(FedauthError) -> StoreItem {
        let payload = try payload(at: position)
        guard let item = payload.withBytes({ ItemCodec.decodeItem($0) }),
            item.entry == index.records[position].entry
        else { throw nonsense(position) }
        return item
    }

    private func nonsense(_ position: Int) -> FedauthError {
        StoreFailure.altered(
            path, "the entry '\(index.records[position].entry.name.folded(to: 60))' makes no sense")
    }
}
