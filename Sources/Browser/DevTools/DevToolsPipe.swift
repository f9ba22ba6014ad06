internal import Core
internal import Secrets
internal import System

/// The debugging pipe of a Chromium (`--remote-debugging-pipe`): JSON texts in both directions, each terminated by NUL.
/// The texts contain cookies, so they are kept in wiped memory.
final class DevToolsPipe {
    private let ends: DebuggingPipe
    /// The bytes read. The first `taken` bytes were returned, and the first `seen` bytes contain no further NUL.
    private var buffer = Secret()
    private var taken = 0
    private var seen = 0
    /// Waits for the pipe instead of poll(2), and serves a viewer meanwhile.
    var attendant: (any WindowViewer)?

    /// The result of reading from the pipe.
    enum Received {
        case message(SharedSecret)
        case nothingYet
        /// The browser has closed it.
        case end
    }

    /// Longer than any message that fedauth requests.
    static let maximumMessageBytes = 64 << 20
    private static let chunkBytes = 64 << 10
    /// Above this size, returned messages are removed from the buffer, so that a long sign-in does not keep them all.
    private static let keptBytes = 1 << 20

    init(_ ends: consuming DebuggingPipe) {
        self.ends = ends
        self.ends.reading.setNonBlocking()
        self.ends.writing.setNonBlocking()
    }

    /// Sends one text. Returns false when the browser has closed the pipe, or the deadline passes.
    func send(_ text: borrowing Secret, _ deadline: Deadline) -> Bool {
        let isSent = text.withBytes { write($0, deadline) }
        return isSent && withUnsafeBytes(of: UInt8(0)) { write($0, deadline) }
    }

    private func write(_ bytes: UnsafeRawBufferPointer, _ deadline: Deadline) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = ends.writing.write(UnsafeRawBufferPointer(rebasing: rest))
            if count > 0 {
                rest = rest.dropFirst(count)
            } else {
                guard SystemFailure("write").wouldBlock, wait(ends.writing.number, .writing, .max, deadline) else {
                    return false
                }
            }
        }
        return true
    }

    /// Waits up to `milliseconds` for the next text.
    func receive(within milliseconds: Int64, _ deadline: Deadline) throws(FedauthError) -> Received {
        while true {
            if let message = next() { return .message(message) }
            guard buffer.count - taken < Self.maximumMessageBytes else { return .end }
            let start = buffer.count
            let count = buffer.withMutableBytes(count: start + Self.chunkBytes) { bytes in
                ends.reading.read(UnsafeMutableRawBufferPointer(rebasing: bytes[start...]))
            }
            let failure = SystemFailure("read")
            buffer.truncate(to: start + max(0, count))
            if count > 0 { continue }
            guard count < 0, failure.wouldBlock else { return .end }
            if let attendant, milliseconds < .max {
                let limit = min(milliseconds, deadline.remainingMilliseconds)
                try attendant.wait(for: ends.reading.number, milliseconds: limit)
                guard wait(ends.reading.number, .reading, 0, deadline) else { return .nothingYet }
            } else if !wait(ends.reading.number, .reading, milliseconds, deadline) {
                return .nothingYet
            }
        }
    }

    private func next() -> SharedSecret? {
        let end = buffer.withBytes { bytes in bytes[seen...].firstIndex(of: 0) }
        guard let end else {
            seen = buffer.count
            return nil
        }
        let message = buffer.withBytes { SharedSecret(copying: UnsafeRawBufferPointer(rebasing: $0[taken..<end])) }
        taken = end + 1
        seen = taken
        if taken == buffer.count {
            buffer.truncate(to: 0)
            (taken, seen) = (0, 0)
        } else if taken > Self.keptBytes {
            let from = taken
            buffer = buffer.withBytes { Secret(copying: UnsafeRawBufferPointer(rebasing: $0[from...])) }
            (taken, seen) = (0, 0)
        }
        return message
    }

    private func wait(_ descriptor: Int32, _ purpose: Readiness.Purpose, _ milliseconds: Int64, _ deadline: Deadline)
        -> Bool
    {
        let limit = min(milliseconds, deadline.remainingMilliseconds)
        return Readiness.wait(for: descriptor, purpose, milliseconds: limit)
    }
}
