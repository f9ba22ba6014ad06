public import Core

/// What an earlier transfer left of a file, and whether a response continues it (RFC 9110 section 14.4).
public struct PartialTransfer {
    /// The number of bytes that it left; 0: the file is fetched from its beginning.
    public let offset: Int64
    /// The version of the resource, for `If-Range`; nil if unknown.
    public let version: String?
    /// The number of bytes of content in this response so far.
    public private(set) var received: Int64 = 0
    /// The range that a partial response states.
    private var range: ContentRange?

    /// The alternative to continuing a file.
    public static let beginningAnew = "without '--continue' the file is fetched from its beginning"

    /// Creates the state without an earlier transfer.
    public init() {
        offset = 0
        version = nil
    }

    /// Creates the state after an earlier transfer.
    ///
    /// - Parameters:
    ///   - size: the number of bytes in the part.
    ///   - version: the version that was stored with the part; nil if unknown.
    public init(size: Int64, version: String?) {
        let isContinued = size > 0 && version != PartVersion.withFields
        offset = isContinued ? size : 0
        self.version = isContinued ? version : nil
    }

    /// Returns whether a response may overwrite the part: only the whole content (200) and the rest of it (206) may.
    public func mayBeReplaced(by head: Response) -> Bool { offset == 0 || head.status == 200 || head.status == 206 }

    /// Returns whether a response says that the part was the whole content already (RFC 9110 section 15.5.17).
    public func isWhole(after head: Response) -> Bool {
        head.status == 416 && offset > 0 && head.header("content-range")?.hasSuffix("/\(offset)") == true
    }

    /// Returns the position in the file of the content of this response. Throws `bad-answer` for a partial response
    /// that does not belong to the part.
    public mutating func begin(_ head: Response) throws(FedauthError) -> Int64 {
        guard head.status == 206, offset > 0 else { return 0 }
        guard let range = ContentRange(head.header("content-range") ?? ""), range.first == offset else {
            throw Self.mismatch("'\(head.url.host)' continues at another place than requested")
        }
        guard head.header("content-encoding").map({ $0.asciiLowercased == "identity" }) ?? true else {
            throw Self.mismatch("'\(head.url.host)' continues with compressed content, but the part is not compressed")
        }
        if let version, let other = PartVersion.of(head, like: version), other != version {
            throw Self.mismatch("'\(head.url.host)' continues with another version of the content")
        }
        self.range = range
        return offset
    }

    /// Counts bytes of content. Throws `bad-answer` for more than the range that the response states: it is unknown
    /// which of the bytes are correct.
    public mutating func receive(_ count: Int) throws(FedauthError) {
        if let range, Int64(count) > range.count - received {
            throw Self.mismatch("the answer has more content than the range that it names")
        }
        received += Int64(count)
    }

    /// Throws `bad-answer` when a partial response did not contain the range that it states, or not the rest of the
    /// file.
    public func checkEnd() throws(FedauthError) {
        guard let range else { return }
        guard received == range.count, range.isLast else {
            throw FedauthError(
                .badAnswer, "the answer ended before the file did; the part stays as it is",
                hint: "'--continue' continues it")
        }
    }

    private static func mismatch(_ what: String) -> FedauthError {
        FedauthError(.badAnswer, what, hint: beginningAnew)
    }
}
