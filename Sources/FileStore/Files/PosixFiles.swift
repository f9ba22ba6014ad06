internal import CPOSIX
internal import Glibc
internal import System

/// The real system calls. Interrupted calls are repeated.
struct PosixFiles: FileOperations {
    func makeDirectory(_ path: String) throws(SystemFailure) {
        try SystemFailure.check("mkdir") { Glibc.mkdir(path, 0o700) }
    }

    func openDirectory(_ path: String) throws(SystemFailure) -> SharedDescriptor {
        // Programs that keep a user's settings in one place make links of the user's. What they lead to is checked as
        // any folder.
        let link = FileStatus(path, followsLinks: false).flatMap { $0.kind == .symbolicLink ? $0 : nil }
        let follows = link.map { $0.owner == geteuid() } ?? false
        let number = try SystemFailure.check("open") {
            Glibc.open(path, O_RDONLY | O_DIRECTORY | (follows ? 0 : O_NOFOLLOW) | O_CLOEXEC)
        }
        return SharedDescriptor(takingOwnershipOf: number)
    }

    func openToRead(_ directory: SharedDescriptor, _ name: String) throws(SystemFailure) -> SharedDescriptor {
        try open(directory, name, O_RDONLY | O_NONBLOCK)
    }

    func create(_ directory: SharedDescriptor, _ name: String) throws(SystemFailure) -> SharedDescriptor {
        try open(directory, name, O_WRONLY | O_CREAT | O_EXCL)
    }

    func openLock(_ directory: SharedDescriptor, _ name: String) throws(SystemFailure) -> SharedDescriptor {
        try open(directory, name, O_RDWR | O_CREAT | O_NONBLOCK)
    }

    private func open(
        _ directory: SharedDescriptor, _ name: String, _ flags: Int32
    ) throws(SystemFailure) -> SharedDescriptor {
        let parent = directory.number
        let number = try SystemFailure.check("openat") {
            Glibc.openat(parent, name, flags | O_NOFOLLOW | O_CLOEXEC, 0o600)
        }
        return SharedDescriptor(takingOwnershipOf: number)
    }

    func lock(_ file: SharedDescriptor) throws(SystemFailure) -> Bool {
        let number = file.number
        do {
            try SystemFailure.check("flock") { cposix_lock_now(number) }
            return true
        } catch {
            if error.number == EWOULDBLOCK { return false }
            throw error
        }
    }

    func status(_ file: SharedDescriptor) throws(SystemFailure) -> FileStatus {
        try FileStatus(descriptor: file.number)
    }

    func status(_ directory: SharedDescriptor, _ name: String) throws(SystemFailure) -> FileStatus {
        try FileStatus(name, in: directory.number)
    }

    func read(
        _ file: SharedDescriptor, _ buffer: UnsafeMutableRawBufferPointer, at offset: Int
    ) throws(SystemFailure) -> Int {
        let number = file.number
        return try SystemFailure.check("pread") { pread(number, buffer.baseAddress, buffer.count, off_t(offset)) }
    }

    func write(_ file: SharedDescriptor, _ bytes: UnsafeRawBufferPointer) throws(SystemFailure) -> Int {
        let number = file.number
        return try SystemFailure.check("write") { Glibc.write(number, bytes.baseAddress, bytes.count) }
    }

    func synchronise(_ file: SharedDescriptor) throws(SystemFailure) {
        let number = file.number
        try SystemFailure.check("fsync") { fsync(number) }
    }

    func link(_ directory: SharedDescriptor, _ from: String, _ to: String) throws(SystemFailure) {
        let number = directory.number
        try SystemFailure.check("linkat") { linkat(number, from, number, to, 0) }
    }

    func rename(_ directory: SharedDescriptor, _ from: String, _ to: String) throws(SystemFailure) {
        let number = directory.number
        try SystemFailure.check("renameat") { cposix_rename_at(number, from, to) }
    }

    func unlink(_ directory: SharedDescriptor, _ name: String) throws(SystemFailure) {
        let number = directory.number
        try SystemFailure.check("unlinkat") { unlinkat(number, name, 0) }
    }
}
