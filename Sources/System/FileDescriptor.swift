internal import CPOSIX
internal import Glibc

/// Owns an open file and closes it when the owner's lifetime ends.
public struct FileDescriptor: ~Copyable, Sendable {
    /// The descriptor; below 0 for none.
    public let number: Int32

    /// Takes ownership of an open descriptor.
    public init(takingOwnershipOf number: Int32) { self.number = number }

    /// Opens a file: open(2) with O_CLOEXEC.
    public init(path: String, flags: Int32, mode: UInt32 = 0) throws(SystemFailure) {
        number = try SystemFailure.check("open") { open(path, flags | O_CLOEXEC, mode) }
    }

    /// Opens a file to read it. Does not wait for the other end of a FIFO; reading does.
    public init(toRead path: String) throws(SystemFailure) {
        try self.init(path: path, flags: O_RDONLY | O_NONBLOCK)
        _ = fcntl(number, F_SETFL, 0)
    }

    /// Opens an existing file, such as a device, to write to it.
    public init(toWrite path: String) throws(SystemFailure) { try self.init(path: path, flags: O_WRONLY | O_NOCTTY) }

    /// Opens the same file again, such as stdin.
    public init(duplicating number: Int32) throws(SystemFailure) {
        self.number = try SystemFailure.check("fcntl") { fcntl(number, F_DUPFD_CLOEXEC, 3) }
    }

    /// Creates a file without a name, in `directory` or in memory, that no other process can open.
    public init(unnamedIn directory: String) throws(SystemFailure) {
        number = try SystemFailure.check("open") { cposix_unnamed_file(directory) }
    }

    deinit { if number >= 0 { Glibc.close(number) } }

    /// Returns the descriptor; the caller closes it.
    public consuming func release() -> Int32 {
        let number = number
        discard self
        return number
    }

    /// Returns the path of a file in memory with this content, which what this process starts or becomes has open.
    public static func path(handingOver content: UnsafeRawBufferPointer) throws(SystemFailure) -> String {
        let file = try FileDescriptor(unnamedIn: "")
        try writeAll(file.number, content)
        let number = file.release()
        cposix_image_keep(number)
        return "/dev/fd/\(number)"
    }

    /// Closes the file now instead of at the end of the owner's scope.
    public consuming func close() {}

    /// Reads up to `buffer.count` bytes: 0 at the end of the file, negative (`errno`) on failure. No signal interrupts it.
    public borrowing func read(_ buffer: UnsafeMutableRawBufferPointer) -> Int { Self.read(number, buffer) }

    /// Reads from a descriptor that is open elsewhere, such as stdin.
    public static func read(_ number: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
        SystemFailure.retrying { Glibc.read(number, buffer.baseAddress, buffer.count) }
    }

    /// Returns the text of a small file of the system's; nil when it cannot be read.
    static func text(of path: String) -> String? {
        guard let file = try? FileDescriptor(toRead: path) else { return nil }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 16 << 10)
        while true {
            let count = chunk.withUnsafeMutableBytes { file.read($0) }
            guard count > 0 else { return count < 0 ? nil : String(decoding: bytes, as: UTF8.self) }
            bytes += chunk.prefix(count)
        }
    }

    /// Writes some of the bytes and returns how many; a negative number with `errno` on failure. Signals do not interrupt it.
    public borrowing func write(_ bytes: UnsafeRawBufferPointer) -> Int { Self.write(number, bytes) }

    /// Writes to a descriptor that is open elsewhere, such as stdout.
    public static func write(_ number: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
        SystemFailure.retrying { Glibc.write(number, bytes.baseAddress, bytes.count) }
    }

    /// Writes all bytes. Returns false when the other end is closed.
    public borrowing func writeAll(_ bytes: UnsafeRawBufferPointer) -> Bool {
        (try? Self.writeAll(number, bytes)) != nil
    }

    /// Writes all bytes to a descriptor that is open elsewhere, such as stdout.
    public static func writeAll(_ number: Int32, _ bytes: UnsafeRawBufferPointer) throws(SystemFailure) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = write(number, UnsafeRawBufferPointer(rebasing: rest))
            guard count > 0 else { throw SystemFailure("write") }
            rest = rest.dropFirst(count)
        }
    }

    /// Takes over a descriptor that the caller of this program handed over, so that no other program inherits it. Returns
    /// false when it is not open to be read, or was taken over before. The standard streams are left as they are.
    public static func takeOver(_ number: Int32) -> Bool {
        let flags = fcntl(number, F_GETFD)
        // All that this program opens has the flag.
        guard flags >= 0, flags & FD_CLOEXEC == 0, fcntl(number, F_GETFL) & O_ACCMODE != O_WRONLY else { return false }
        if number > 2 { _ = fcntl(number, F_SETFD, flags | FD_CLOEXEC) }
        return true
    }

    /// Whether nothing of a file on a disk has been read or written yet.
    public var isAtBeginning: Bool { lseek(number, 0, SEEK_CUR) == 0 }

    /// Reads from a place of the file, like `read`.
    public borrowing func read(_ buffer: UnsafeMutableRawBufferPointer, at offset: Int64) -> Int {
        let number = number
        return SystemFailure.retrying { pread(number, buffer.baseAddress, buffer.count, off_t(offset)) }
    }

    /// Writes the file to the disk.
    public borrowing func synchronise() throws(SystemFailure) {
        let number = number
        try SystemFailure.check("fsync") { fsync(number) }
    }

    /// Lets reads and writes fail with EAGAIN instead of waiting.
    public borrowing func setNonBlocking() { Self.setNonBlocking(number) }

    /// Lets reads and writes of a descriptor that is open elsewhere fail with EAGAIN instead of waiting.
    public static func setNonBlocking(_ number: Int32) { _ = fcntl(number, F_SETFL, O_NONBLOCK) }
}

/// The two ends of a pipe, with close-on-exec.
@frozen public struct Pipe: ~Copyable {
    /// The end for reading.
    public let reading: FileDescriptor
    /// The end for writing.
    public let writing: FileDescriptor

    /// Makes a pipe: pipe2(2) with O_CLOEXEC.
    public init() throws(SystemFailure) {
        var ends: [Int32] = [-1, -1]
        try SystemFailure.check("pipe2") { cposix_pipe(&ends) }
        reading = FileDescriptor(takingOwnershipOf: ends[0])
        writing = FileDescriptor(takingOwnershipOf: ends[1])
    }
}
