import Core
import Glibc
import Secrets

/// An open file that is closed when its owner goes.
struct FileDescriptor: ~Copyable {
    let number: Int32

    init(takingOwnershipOf number: Int32) { self.number = number }

    /// `open(2)`, with O_CLOEXEC.
    init(opening path: String, _ flags: Int32, mode: mode_t = 0) throws(FedauthError) {
        number = SystemCall.retrying { open(path, flags | O_CLOEXEC, mode) }
        guard number >= 0 else { throw SystemCall.error("open", path) }
    }

    /// A directory, with nobody else of us at work in it until this is closed (`flock(2)`).
    static func locked(directory path: String) throws(FedauthError) -> FileDescriptor {
        let folder = try FileDescriptor(opening: path, O_RDONLY | O_DIRECTORY)
        let number = folder.number
        guard SystemCall.retrying({ flock(number, LOCK_EX) }) == 0 else { throw SystemCall.error("lock", path) }
        return folder
    }

    deinit { if number >= 0 { Glibc.close(number) } }

    /// Hands it to somebody who closes it.
    consuming func release() -> Int32 {
        let number = number
        discard self
        return number
    }

    /// Ends it here rather than at the end of its owner's scope.
    consuming func close() {}

    /// Reads to the end; see `FileBytes.read`.
    borrowing func read(name: String, limit: Int, patience: Patience? = nil) throws(FedauthError) -> Secret {
        try FileBytes.read(number, name: name, limit: limit, patience: patience)
    }
}
