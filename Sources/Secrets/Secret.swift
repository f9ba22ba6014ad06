import Glibc

/// Bytes that must not outlive their use. Their pages hold only secrets (`SecretMemory`), are locked in memory, left
/// out of core dumps and wiped in child processes. `explicit_bzero(3)` wipes the bytes when the value ends, also when
/// an error is thrown. A `Secret` has one owner. Its bytes are lent as a raw buffer during a call and never become a
/// `String`. An extra NUL, not counted, follows the last byte, so that C functions can read the bytes in place. Locking
/// is best effort: when `RLIMIT_MEMLOCK` is too low, the bytes are still wiped and left out of dumps.
public struct Secret: ~Copyable, Sendable {
    private nonisolated(unsafe) var base: UnsafeMutableRawPointer?
    /// The size of the block at `base`, in bytes.
    private var allocatedBytes: Int
    /// The number of bytes, without the NUL after them.
    public private(set) var count: Int

    /// Creates an empty secret with space for `capacity` bytes before it must be moved.
    public init(capacity: Int = 0) {
        base = nil
        allocatedBytes = 0
        count = 0
        if capacity > 0 { reserve(capacity) }
    }

    /// Copies `bytes`. The caller still owns the original and must wipe it.
    public init(copying bytes: UnsafeRawBufferPointer) {
        self.init(capacity: bytes.count)
        append(bytes)
    }

    /// Copies `bytes` that are not secret yet (generated salts, test vectors).
    public init(_ bytes: some Sequence<UInt8>) {
        self.init()
        for byte in bytes { append(byte) }
    }

    deinit {
        if let base { SecretMemory.giveBack(base, allocatedBytes) }
    }

    /// Whether it holds no bytes.
    public var isEmpty: Bool { count == 0 }

    /// Lends the bytes during `body`; a NUL follows the last one.
    public borrowing func withBytes<Result: ~Copyable, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard let base else {
            var nul: UInt8 = 0
            return try withUnsafePointer(to: &nul) { (pointer) throws(Failure) -> Result in
                try body(UnsafeRawBufferPointer(start: pointer, count: 0))
            }
        }
        return try body(UnsafeRawBufferPointer(start: base, count: count))
    }

    /// Grows or shrinks to exactly `count` bytes and lends them for writing. New bytes are zero.
    public mutating func withMutableBytes<Result: ~Copyable, Failure: Error>(
        count newCount: Int, _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        reserve(newCount)
        if newCount < count { wipe(from: newCount) }
        count = newCount
        return try body(UnsafeMutableRawBufferPointer(start: base, count: newCount))
    }

    /// Appends bytes. When the memory must move, the old block is wiped.
    public mutating func append(_ bytes: UnsafeRawBufferPointer) {
        guard let source = bytes.baseAddress, bytes.count > 0 else { return }
        reserve(count + bytes.count)
        base?.advanced(by: count).copyMemory(from: source, byteCount: bytes.count)
        count += bytes.count
    }

    /// Appends one byte.
    public mutating func append(_ byte: UInt8) {
        reserve(count + 1)
        base?.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
        count += 1
    }

    /// Appends text that is not secret (names, separators).
    public mutating func append(_ text: String) {
        var text = text
        text.withUTF8 { append(UnsafeRawBufferPointer($0)) }
    }

    /// Appends all bytes of another secret.
    public mutating func append(_ other: borrowing Secret) { other.withBytes { append($0) } }

    /// Keeps the first `newCount` bytes and wipes the rest; does nothing when there are fewer.
    public mutating func truncate(to newCount: Int) {
        guard newCount >= 0, newCount < count else { return }
        wipe(from: newCount)
        count = newCount
    }

    /// Returns a copy with its own owner.
    public borrowing func copy() -> Secret { withBytes { Secret(copying: $0) } }

    /// Compares in constant time: the time does not show where the first difference is.
    public borrowing func equals(_ other: borrowing Secret) -> Bool {
        withBytes { mine in other.withBytes { theirs in constantTimeEqual(mine, theirs) } }
    }

    private mutating func wipe(from start: Int) {
        if let base { explicit_bzero(base.advanced(by: start), count - start) }
    }

    private mutating func reserve(_ capacity: Int) {
        guard capacity + 1 > allocatedBytes else { return }
        let size = SecretMemory.size(for: max(capacity + 1, allocatedBytes * 2))
        let fresh = SecretMemory.take(size)
        if let base {
            fresh.copyMemory(from: base, byteCount: count)
            SecretMemory.giveBack(base, allocatedBytes)
        }
        base = fresh
        allocatedBytes = size
    }
}

/// Compares two buffers in a time that depends only on their lengths.
func constantTimeEqual(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
    guard left.count == right.count else { return false }
    var difference: UInt8 = 0
    for index in left.indices { difference |= left[index] ^ right[index] }
    return difference == 0
}
