internal import Glibc
internal import System

/// The system calls of a store. It is a protocol so that a test can make each of them fail.
protocol FileOperations: Sendable {
    func makeDirectory(_ path: String) throws(SystemFailure)
    func openDirectory(_ path: String) throws(SystemFailure) -> SharedDescriptor
    /// Opens a file for reading. Follows no symbolic link and never waits (for a FIFO).
    func openToRead(_ directory: SharedDescriptor, _ name: String) throws(SystemFailure) -> SharedDescriptor
    /// Creates a file of mode 0600; fails when the name exists.
    func create(_ directory: SharedDescriptor, _ name: String) throws(SystemFailure) -> SharedDescriptor
    /// Opens a lock file, creating it if necessary.
    func openLock(_ directory: SharedDescriptor, _ name: String) throws(SystemFailure) -> SharedDescriptor
    /// Returns true when the lock was free; it is then held until the descriptor is closed.
    func lock(_ file: SharedDescriptor) throws(SystemFailure) -> Bool
    func status(_ file: SharedDescriptor) throws(SystemFailure) -> FileStatus
    /// Returns the status of a file; does not follow a symbolic link.
    func status(_ directory: SharedDescriptor, _ name: String) throws(SystemFailure) -> FileStatus
    /// Returns the number of bytes read, 0 at the end of the file.
    func read(
        _ file: SharedDescriptor, _ buffer: UnsafeMutableRawBufferPointer, at offset: Int
    ) throws(SystemFailure) -> Int
    /// Returns the number of bytes written, which may be fewer than requested.
    func write(_ file: SharedDescriptor, _ bytes: UnsafeRawBufferPointer) throws(SystemFailure) -> Int
    func synchronise(_ file: SharedDescriptor) throws(SystemFailure)
    func link(_ directory: SharedDescriptor, _ from: String, _ to: String) throws(SystemFailure)
    func rename(_ directory: SharedDescriptor, _ from: String, _ to: String) throws(SystemFailure)
    func unlink(_ directory: SharedDescriptor, _ name: String) throws(SystemFailure)
}

extension FileOperations {
    /// Writes all bytes.
    ///
    /// - Parameter makesRoom: called when the disk is full; if it returns true, the write continues.
    func writeAll(
        _ file: SharedDescriptor, _ bytes: UnsafeRawBufferPointer, makesRoom: () -> Bool = { false }
    ) throws(SystemFailure) {
        var rest = bytes[...]
        while !rest.isEmpty {
            do throws(SystemFailure) {
                let count = try write(file, UnsafeRawBufferPointer(rebasing: rest))
                guard count > 0 else { throw SystemFailure(function: "write", number: EIO) }
                rest = rest.dropFirst(count)
            } catch  where (error.number == ENOSPC || error.number == EDQUOT) && makesRoom() {}
        }
    }

    func writeAll(
        _ file: SharedDescriptor, _ bytes: [UInt8], makesRoom: () -> Bool = { false }
    ) throws(SystemFailure) {
        try bytes.withUnsafeBufferPointer { (bytes) throws(SystemFailure) in
            try writeAll(file, UnsafeRawBufferPointer(bytes), makesRoom: makesRoom)
        }
    }

    /// Reads `count` bytes at `offset`, or fewer at the end of the file.
    func read(_ file: SharedDescriptor, count: Int, at offset: Int) throws(SystemFailure) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let filled = try bytes.withUnsafeMutableBufferPointer { (buffer) throws(SystemFailure) in
            try fill(UnsafeMutableRawBufferPointer(buffer), from: file, at: offset)
        }
        bytes.removeLast(count - filled)
        return bytes
    }

    /// Fills the buffer from `offset` on. Returns the number of bytes, which is smaller at the end of the file.
    func fill(
        _ buffer: UnsafeMutableRawBufferPointer, from file: SharedDescriptor, at offset: Int
    ) throws(SystemFailure) -> Int {
        var filled = 0
        while filled < buffer.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
            let more = try read(file, rest, at: offset + filled)
            if more == 0 { break }
            filled += more
        }
        return filled
    }
}
