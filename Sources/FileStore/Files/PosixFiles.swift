internal import CPOSIX
internal import Glibc

/// The real system calls. Interrupted calls are repeated.
struct PosixFiles: FileOperations {
    func makeDirectory(_ path: String) throws(SystemFailure) {
        try check("mkdir") { Glibc.mkdir(path, 0o700) }
    }

    func openDirectory(_ path: String) throws(SystemFailure) -> Descriptor {
        let number = try check("open") { Glibc.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) }
        return Descriptor(takingOwnership: number)
    }

    func openToRead(_ directory: Descriptor, _ name: String) throws(SystemFailure) -> Descriptor {
        try open(directory, name, O_RDONLY | O_NONBLOCK)
    }

    func create(_ directory: Descriptor, _ name: String) throws(SystemFailure) -> Descriptor {
        try open(directory, name, O_WRONLY | O_CREAT | O_EXCL)
    }

    func openLock(_ directory: Descriptor, _ name: String) throws(SystemFailure) -> Descriptor {
        try open(directory, name, O_RDWR | O_CREAT | O_NONBLOCK)
    }

    private func open(
        _ directory: Descriptor, _ name: String, _ flags: Int32
    ) throws(SystemFailure) -> Descriptor {
        let parent = directory.number
        let number = try check("openat") { Glibc.openat(parent, name, flags | O_NOFOLLOW | O_CLOEXEC, 0o600) }
        return Descriptor(takingOwnership: number)
    }

    func lock(_ file: Descriptor) throws(SystemFailure) -> Bool {
        let number = file.number
        do {
            try check("flock") { cposix_lock_now(number) }
            return true
        } catch {
            if error.number == EWOULDBLOCK { return false }
            throw error
        }
    }

    func status(_ file: Descriptor) throws(SystemFailure) -> FileStatus {
        var status = stat()
        let number = file.number
        try check("fstat") { fstat(number, &status) }
        return FileStatus(status)
    }

    func status(_ directory: Descriptor, _ name: String) throws(SystemFailure) -> FileStatus {
        var status = stat()
        let number = directory.number
        try check("fstatat") { fstatat(number, name, &status, AT_SYMLINK_NOFOLLOW) }
        return FileStatus(status)
    }

    func read(
        _ file: Descriptor, _ buffer: UnsafeMutableRawBufferPointer, at offset: Int
    ) throws(SystemFailure) -> Int {
        let number = file.number
        return try check("pread") { pread(number, buffer.baseAddress, buffer.count, off_t(offset)) }
    }

    func write(_ file: Descriptor, _ bytes: UnsafeRawBufferPointer) throws(SystemFailure) -> Int {
        let number = file.number
        return try check("write") { Glibc.write(number, bytes.baseAddress, bytes.count) }
    }

    func synchronise(_ file: Descriptor) throws(SystemFailure) {
        let number = file.number
        try check("fsync") { fsync(number) }
    }

    func link(_ directory: Descriptor, _ from: String, _ to: String) throws(SystemFailure) {
        let number = directory.number
        try check("linkat") { linkat(number, from, number, to, 0) }
    }

    func rename(_ directory: Descriptor, _ from: String, _ to: String) throws(SystemFailure) {
        let number = directory.number
        try check("renameat") { cposix_rename_at(number, from, to) }
    }

    func unlink(_ directory: Descriptor, _ name: String) throws(SystemFailure) {
        let number = directory.number
        try check("unlinkat") { unlinkat(number, name, 0) }
    }

    @discardableResult
    private func check<Number: SignedInteger>(
        _ function: String, _ call: () -> Number
    ) throws(SystemFailure) -> Number {
        while true {
            let answer = call()
            if answer >= 0 { return answer }
            let number = errno
            if number != EINTR { throw SystemFailure(function: function, number: number) }
        }
    }
}

extension FileStatus {
    fileprivate init(_ status: stat) {
        kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .regular
            case S_IFDIR: .directory
            case S_IFLNK: .symbolicLink
            default: .other
            }
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
        owner = status.st_uid
        mode = UInt32(status.st_mode) & 0o7777
        links = UInt64(status.st_nlink)
        size = Int(status.st_size)
    }
}
