internal import Core
internal import System

/// The version of the resource of which `FILE.part` is a part, in `FILE.part.tag`.
struct PartTag {
    let path: String

    /// Creates the tag of a partial file.
    ///
    /// - Parameter part: the path of the partial file.
    init(of part: String) { path = part + ".tag" }

    /// Returns the content of the tag; nil when there is no usable one. Throws for a file that another user can write.
    func read() throws(FedauthError) -> String? {
        var bytes = [UInt8](repeating: 0, count: PartVersion.maximumBytes)
        let count: Int
        do throws(FileFault) {
            let file = try PrivateFile.open(path, writes: false)
            count = bytes.withUnsafeMutableBytes { file.read($0) }
        } catch {
            if error.isMissing { return nil }
            throw SystemCall.error("open", path, error, hint: PartialTransfer.beginningAnew)
        }
        return PartVersion.read(String(decoding: bytes.prefix(max(0, count)), as: UTF8.self))
    }

    /// Stores the identifier of the response's version. Stores nothing when there is no usable one.
    func keep(_ head: Response) throws(FedauthError) {
        guard let version = PartVersion.of(head) else { return remove() }
        try AtomicFile.write(version, to: path)
    }

    /// Records that the part begins with header fields.
    func keepFields() throws(FedauthError) { try AtomicFile.write(PartVersion.withFields, to: path) }

    func remove() { Files.remove(path) }
}
