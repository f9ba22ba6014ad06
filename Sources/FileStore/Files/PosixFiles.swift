internal import CPOSIX
internal import Glibc
internal import System

/// The system calls of a store. Interrupted calls are repeated.
struct PosixFiles: Sendable {
    /// Called before each call, with its name; makes it fail in a test.
    var before: (@Sendable (_ function: String) throws(SystemFailure) -> Void)?

    func makeDirectory(_ path: String) throws(SystemFailure) { try call("mkdir") { Glibc.mkdir(path, 0o700) } }

    func openDirectory(_ path: String) throws(SystemFailure) -> SharedDescriptor {
        // Programs that keep a user's settings in one place make links of the user's, whose targets are checked.
        let link = FileStatus(path, followsLinks: false).flatMap { $0.kind == .symbolicLink ? $0 : nil }
        let follows = link.map { $0.owner == geteuid() } ?? false
        let number = try call("open") {
            Glibc.open(path, O_RDONLY | O_DIRECTORY | (follows ? 0 : O_NOFOLLOW) | O_CLOEXEC)
        }
        return SharedDescriptor(takingOwnershipOf: number)
    }

    /// Opens a file for reading. Follows no symbolic link and never waits (for a FIFO).
    func openToRead(_ directory: SharedDescriptor, _ name: String) throws(SystemFailure) -> SharedDescriptor {
        try open(directory, name, O_RDONLY | O_NONBLOCK)
    }

    /// Creates a file of mode 0600; fails when the name exists.
    func create(_ directory: SharedDescriptor, _ name: String) throws(SystemFailure) -> SharedDescriptor {
        try open(directory, name, O_WRONLY | O_CREAT | O_EXCL)
    }

    /// Opens a lock file, creating it if necessary.
    func openLock(_ directory: SharedDescriptor, _ name: String) throws(SystemFailure) -> SharedDescriptor {
        try open(directory, name, O_RDWR | O_CREAT | O_NONBLOCK)
    }

    private func open(
        _ directory: SharedDescriptor, _ name: String, _ flags: Int32
    ) throws(SystemFailure) -> SharedDescriptor {
        let parent = directory.number
        let number = try call("openat") { Glibc.openat(parent, name, flags | O_NOFOLLOW | O_CLOEXEC, 0o600) }
        return SharedDescriptor(takingOwnershipOf: number)
    }

    /// Returns true when the lock was free; it is then held until the descriptor is closed.
    func lock(_ file: SharedDescriptor) throws(SystemFailure) -> Bool {
        let number = file.number
        do {
            try call("flock") { cposix_lock_now(number) }
            return true
        } catch {
            if error.number == EWOULDBLOCK { return false }
            throw error
        }
    }

    func status(_ file: SharedDescriptor) throws(SystemFailure) -> FileStatus {
        try before?("fstat")
        return try FileStatus(descriptor: file.number)
    }

    /// Returns the status of a file; does not follow a symbolic link.
    func status(_ directory: SharedDescriptor, _ name: String) throws(SystemFailure) -> FileStatus {
        try before?("fstatat")
        return try FileStatus(name, in: directory.number)
    }

    /// Returns the number of bytes read, 0 at the end of the file.
    func read(
        _ file: SharedDescriptor, _ buffer: UnsafeMutableRawBufferPointer, at offset: Int
    ) throws(SystemFailure) -> Int {
        let number = file.number
        return try call("pread") { pread(number, buffer.baseAddress, buffer.count, off_t(offset)) }
    }

    /// Returns the number of bytes written, which may be fewer than requested.
    func write(_ file: SharedDescriptor, _ bytes: UnsafeRawBufferPointer) throws(SystemFailure) -> Int {
        let number = file.number
        return try call("write") { Glibc.write(number, bytes.baseAddress, bytes.count) }
    }

    func synchronise(_ file: SharedDescriptor) throws(SystemFailure) {
        let number = file.number
        try call("fsync") { fsync(number) }
    }

    /// Syncs the names in a folder. File systems that cannot, as some of the network and of FUSE, confirm what they can.
    func synchronise(folder: SharedDescriptor) throws(SystemFailure) {
        let number = folder.number
        do throws(SystemFailure) {
            try call("fsync of the folder") { fsync(number) }
        } catch  where [EINVAL, EOPNOTSUPP, ENOSYS].contains(error.number) {}
    }

    /// Gives a file a second name, or a copy of that name where the file system has no hard links (FAT, some of the network).
    func link(_ directory: SharedDescriptor, _ from: String, _ to: String) throws(SystemFailure) {
        let number = directory.number
        do throws(SystemFailure) {
            try call("linkat") { linkat(number, from, number, to, 0) }
        } catch  where [EPERM, EOPNOTSUPP, ENOSYS, EMLINK].contains(error.number) {
            let file = try openToRead(directory, from)
            let copy = try create(directory, to)
            do throws(SystemFailure) {
                var offset = 0
                while true {
                    let bytes = try read(file, count: 1 << 20, at: offset)
                    if bytes.isEmpty { break }
                    try writeAll(copy, bytes)
                    offset += bytes.count
                }
                try synchronise(copy)
            } catch {
                try? unlink(directory, to)
                throw error
            }
        }
    }

    func rename(_ directory: SharedDescriptor, _ from: String, _ to: String) throws(SystemFailure) {
        let number = directory.number
        try call("renameat") { cposix_rename_at(number, from, to) }
    }

    func unlink(_ directory: SharedDescriptor, _ name: String) throws(SystemFailure) {
        let number = directory.number
        try call("unlinkat") { unlinkat(number, name, 0) }
    }

    @discardableResult
    private func call<Number: SignedInteger>(_ function: String, _ body: () -> Number) throws(SystemFailure) -> Number {
        try before?(function)
        return try SystemFailure.check(function, body)
    }

    /// Writes all bytes. When the disk is full, continues if `makesRoom` returns true.
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

    func writeAll(_ file: SharedDescriptor, _ bytes: [UInt8], makesRoom: () -> Bool = { false }) throws(SystemFailure) {
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
