import CPOSIX
import Core

/// The two ends of a pipe, which no child inherits unless it is handed one.
struct Pipe: ~Copyable {
    let reading: FileDescriptor
    let writing: FileDescriptor

    /// - Parameter name: what it is for, for the message of a failure.
    init(to name: String) throws(FedauthError) {
        var ends: [Int32] = [-1, -1]
        guard cposix_pipe(&ends) == 0 else { throw SystemCall.error("start", name) }
        reading = FileDescriptor(takingOwnershipOf: ends[0])
        writing = FileDescriptor(takingOwnershipOf: ends[1])
    }
}
