public import Core
public import Secrets
public import System

extension FileDescriptor {
    /// Opens a file with open(2) and O_CLOEXEC; without flags, to read it.
    public init(opening path: String, _ flags: Int32 = 0, mode: UInt32 = 0) throws(FedauthError) {
        do throws(SystemFailure) {
            try self.init(path: path, flags: flags, mode: mode)
        } catch {
            throw SystemCall.error("open", path, error)
        }
    }

    /// Opens a file to read it. Does not wait for the other end of a FIFO; `read` does, within its time limit.
    public init(reading path: String) throws(FedauthError) {
        do throws(SystemFailure) {
            try self.init(toRead: path)
        } catch {
            throw SystemCall.error("open", path, error)
        }
    }

    /// Reads to the end; see `FileBytes.read`.
    public borrowing func read(
        name: String, limit: Int, until deadline: Deadline? = nil
    ) throws(FedauthError) -> Secret {
        try FileBytes.read(number, name: name, limit: limit, until: deadline)
    }
}

extension Pipe {
    /// Makes a pipe.
    ///
    /// - Parameter name: the purpose, for error messages.
    public init(to name: String) throws(FedauthError) {
        do throws(SystemFailure) {
            try self.init()
        } catch {
            throw SystemCall.error("start", name, error)
        }
    }
}
