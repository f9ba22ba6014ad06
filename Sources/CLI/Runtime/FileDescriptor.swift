import Core
import Glibc
import Secrets
import System

/// Spares the files of this module an import of System.
typealias FileDescriptor = System.FileDescriptor
typealias Pipe = System.Pipe

extension FileDescriptor {
    /// Opens a file with open(2) and O_CLOEXEC.
    init(opening path: String, _ flags: Int32, mode: mode_t = 0) throws(FedauthError) {
        do throws(SystemFailure) {
            try self.init(path: path, flags: flags, mode: mode)
        } catch {
            throw SystemCall.error("open", path, error)
        }
    }

    /// Opens a file to read it. Does not wait for the other end of a FIFO; `read` does, within its time limit.
    init(reading path: String) throws(FedauthError) {
        try self.init(opening: path, O_RDONLY | O_NONBLOCK)
        _ = fcntl(number, F_SETFL, 0)
    }

    /// Reads to the end; see `FileBytes.read`.
    borrowing func read(
        name: String, limit: Int, patience: @autoclosure () -> WaitBudget? = nil
    ) throws(FedauthError) -> Secret {
        try FileBytes.read(number, name: name, limit: limit, patience: patience())
    }
}

extension Pipe {
    /// - Parameter name: the purpose, for error messages.
    init(to name: String) throws(FedauthError) {
        do throws(SystemFailure) {
            try self.init()
        } catch {
            throw SystemCall.error("start", name, error)
        }
    }
}
