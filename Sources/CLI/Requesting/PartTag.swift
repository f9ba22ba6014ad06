import Core
import Glibc
import System

/// The version of the resource of which `FILE.part` is a part, in `FILE.part.tag`: a transfer continued with another
/// version would mix two files (RFC 9110 section 13.1.5).
struct PartTag {
    let path: String
    private static let maximumBytes = 1024

    /// Creates the tag of a partial file.
    ///
    /// - Parameter part: the path of the partial file.
    init(of part: String) { path = part + ".tag" }

    /// Returns the content of the tag; nil when there is no usable one. Throws for a file that another user can write.
    func read() throws(FedauthError) -> String? {
        var bytes = [UInt8](repeating: 0, count: Self.maximumBytes)
        let count: Int
        do throws(FileFault) {
            let file = try PrivateFile.open(path, writes: false)
            count = bytes.withUnsafeMutableBytes { file.read($0) }
        } catch {
            if error.isMissing { return nil }
            throw SystemCall.error("open", path, error, hint: RequestOutput.beginningAnew)
        }
        let text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
        return count > 0 && count < Self.maximumBytes && text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F } ? text : nil
    }

    /// Stores the identifier of the response's version. Stores nothing when there is no usable one: a weak tag does not
    /// show that all bytes are equal.
    func keep(_ head: Response) throws(FedauthError) {
        guard let tag = Self.etag(of: head) ?? head.header("last-modified"), tag.utf8.count < Self.maximumBytes else {
            return remove()
        }
        try AtomicFile.write(tag, to: path)
    }

    /// Returns the version of a response, of the same kind as `version`; nil when it has none. A weak tag never equals
    /// a strong one.
    static func version(of head: Response, like version: String) -> String? {
        head.header(version.hasPrefix("\"") ? "etag" : "last-modified")
    }

    private static func etag(of head: Response) -> String? {
        head.header("etag").flatMap { $0.hasPrefix("W/") ? nil : $0 }
    }

    /// Replaces the version of a part that begins with header fields. Such a part is not continued, because its length
    /// is not the length of the content. No header field has this value.
    static let withFields = "begins with header fields"

    /// Records that the part begins with header fields.
    func keepFields() throws(FedauthError) { try AtomicFile.write(Self.withFields, to: path) }

    func remove() { unlink(path) }
}
