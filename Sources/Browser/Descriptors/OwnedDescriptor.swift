internal import CPOSIX
internal import Glibc

/// An open file that is closed when its owner goes.
public struct OwnedDescriptor: ~Copyable, Sendable {
    let number: Int32

    init(_ number: Int32) { self.number = number }

    deinit { if number >= 0 { Glibc.close(number) } }

    /// Ends it here rather than at the end of its owner's scope.
    consuming func close() {}

    /// Reads up to `buffer.count` bytes; 0 at the end, below 0 with `errno`. Signals do not disturb it.
    borrowing func read(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
        while true {
            let count = Glibc.read(number, buffer.baseAddress, buffer.count)
            if count >= 0 || errno != EINTR { return count }
        }
    }

    /// Writes some of the bytes; below 0 with `errno`. Signals do not disturb it.
    borrowing func write(_ bytes: UnsafeRawBufferPointer) -> Int {
        while true {
            let count = Glibc.write(number, bytes.baseAddress, bytes.count)
            if count >= 0 || errno != EINTR { return count }
        }
    }

    /// Writes all of the bytes; false when nobody reads them.
    borrowing func writeAll(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = write(UnsafeRawBufferPointer(rebasing: rest))
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
}

/// The two ends of a pipe, neither of which a child inherits.
struct Pipe: ~Copyable {
    let reading: OwnedDescriptor
    let writing: OwnedDescriptor

    /// Nil when too many files are open.
    init?() {
        var ends: [Int32] = [-1, -1]
        guard cposix_pipe(&ends) == 0 else { return nil }
        reading = OwnedDescriptor(ends[0])
        writing = OwnedDescriptor(ends[1])
    }
}
