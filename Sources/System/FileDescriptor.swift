internal import CPOSIX
internal import Glibc

/// Owns an open file and closes it at the end of the owner's life.
public struct FileDescriptor: ~Copyable, Sendable {
    /// The descriptor; below 0 for none.
    public let number: Int32

    /// Takes over a descriptor that is open.
    public init(takingOwnershipOf number: Int32) { self.number = number }

    /// Opens a file: open(2) with O_CLOEXEC.
    public init(path: String, flags: Int32, mode: UInt32 = 0) throws(SystemFailure) {
        number = try SystemFailure.check("open") { open(path, flags | O_CLOEXEC, mode) }
    }

    deinit { if number >= 0 { Glibc.close(number) } }

    /// Returns the descriptor; the caller closes it.
    public consuming func release() -> Int32 {
        let number = number
        discard self
        return number
    }

    /// Closes the file now and not at the end of the owner's scope.
    public consuming func close() {}

    /// Reads up to `buffer.count` bytes. Returns 0 at the end, and a number below 0 with `errno`. Signals do not
    /// interrupt it.
    public borrowing func read(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
        while true {
            let count = Glibc.read(number, buffer.baseAddress, buffer.count)
            if count >= 0 || errno != EINTR { return count }
        }
    }

    /// Writes some of the bytes. Returns a number below 0 with `errno`. Signals do not interrupt it.
    public borrowing func write(_ bytes: UnsafeRawBufferPointer) -> Int {
        while true {
            let count = Glibc.write(number, bytes.baseAddress, bytes.count)
            if count >= 0 || errno != EINTR { return count }
        }
    }

    /// Writes all of the bytes. Returns false when the other end is closed.
    public borrowing func writeAll(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = write(UnsafeRawBufferPointer(rebasing: rest))
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
}

/// The two ends of a pipe; no child inherits them unless it is handed one.
@frozen public struct Pipe: ~Copyable {
    /// The end to read from.
    public let reading: FileDescriptor
    /// The end to write to.
    public let writing: FileDescriptor

    /// Makes a pipe: pipe2(2) with O_CLOEXEC.
    public init() throws(SystemFailure) {
        var ends: [Int32] = [-1, -1]
        try SystemFailure.check("pipe2") { cposix_pipe(&ends) }
        reading = FileDescriptor(takingOwnershipOf: ends[0])
        writing = FileDescriptor(takingOwnershipOf: ends[1])
    }
}
