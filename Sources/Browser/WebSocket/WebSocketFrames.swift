internal import Secrets

/// The frames of a WebSocket (RFC 6455 section 5.2), as a client reads and writes them.
struct WebSocketFrames: ~Copyable {
    /// What a server has sent.
    enum Item {
        /// A whole message.
        case message(SharedSecret)
        /// What is to be sent back (section 5.5.2).
        case ping(SharedSecret)
        /// The server closes the connection, or sends what no server sends.
        case end
    }

    private enum Kind: UInt8 { case rest = 0, text = 1, close = 8, ping = 9, pong = 10 }

    private let limit: Int
    /// The bytes that arrived; the first `taken` ones were returned.
    private var buffer = Secret()
    private var taken = 0
    /// The parts of a message so far.
    private var parts = Secret()
    private static let shortBytes = 126
    private static let mask: UInt8 = 0x5A
    private static let mediumMark: UInt8 = 126
    private static let longMark: UInt8 = 127

    /// `limit` is the longest message, in bytes.
    init(limit: Int) { self.limit = limit }

    /// Takes bytes of the server.
    mutating func take(_ bytes: UnsafeRawBufferPointer) { buffer.append(bytes) }

    /// Returns the next item; nil until more bytes arrive.
    mutating func next() -> Item? {
        while let frame = frame() {
            switch frame {
            case .failure: return .end
            case .success(let kind, let isLast, let content):
                switch kind {
                case .ping: return .ping(content)
                case .pong: continue
                case .close: return .end
                case .text, .rest:
                    guard parts.count + content.count <= limit else { return .end }
                    content.withBytes { parts.append($0) }
                    guard isLast else { continue }
                    let message = parts.withBytes { SharedSecret(copying: $0) }
                    parts.truncate(to: 0)
                    return .message(message)
                }
            }
        }
        return nil
    }

    private enum Frame {
        case success(Kind, isLast: Bool, SharedSecret)
        case failure
    }

    private mutating func frame() -> Frame? {
        let (taken, limit) = (taken, limit)
        let found = buffer.withBytes { bytes -> (frame: Frame, end: Int)? in
            let rest = bytes[taken...]
            guard rest.count >= 2, let first = rest.first else { return nil }
            let mark = rest[taken + 1]
            // A server masks nothing, and no extension was agreed on.
            guard let kind = Kind(rawValue: first & 0x0F), first & 0x70 == 0, mark & 0x80 == 0 else {
                return (.failure, taken)
            }
            let width = mark == Self.longMark ? 8 : mark == Self.mediumMark ? 2 : 0
            guard rest.count >= 2 + width else { return nil }
            let length =
                width == 0 ? UInt64(mark) : rest[(taken + 2)..<(taken + 2 + width)].reduce(0) { $0 << 8 | UInt64($1) }
            guard length <= UInt64(limit) else { return (.failure, taken) }
            let start = taken + 2 + width
            guard rest.count >= 2 + width + Int(length) else { return nil }
            let content = SharedSecret(copying: UnsafeRawBufferPointer(rebasing: bytes[start..<(start + Int(length))]))
            return (.success(kind, isLast: first & 0x80 != 0, content), start + Int(length))
        }
        guard let found else { return nil }
        self.taken = found.end
        if found.end == buffer.count {
            buffer.truncate(to: 0)
            self.taken = 0
        } else if found.end > limit / 64 {
            buffer = buffer.withBytes { Secret(copying: UnsafeRawBufferPointer(rebasing: $0[found.end...])) }
            self.taken = 0
        }
        return found.frame
    }

    /// Appends the frame of a text message of a client, or the answer to a ping.
    static func append(_ content: UnsafeRawBufferPointer, isPong: Bool = false, to output: inout Secret) {
        output.append(0x80 | (isPong ? Kind.pong : Kind.text).rawValue)
        let count = content.count
        if count < shortBytes {
            output.append(0x80 | UInt8(count))
        } else if let short = UInt16(exactly: count) {
            output.append(0x80 | mediumMark)
            withUnsafeBytes(of: short.bigEndian) { output.append($0) }
        } else {
            output.append(0x80 | longMark)
            withUnsafeBytes(of: UInt64(count).bigEndian) { output.append($0) }
        }
        // The mask protects proxies from pages (section 10.3), so here any one will do; Firefox refuses zeros.
        for _ in 0..<4 { output.append(mask) }
        let start = output.count
        output.append(content)
        output.withMutableBytes(count: output.count) { bytes in
            for index in start..<bytes.count { bytes[index] ^= mask }
        }
    }
}
