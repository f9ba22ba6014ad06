internal import Glibc

/// Owns a file descriptor and closes it when the owner ends.
final class Descriptor: Sendable {
    let number: Int32

    init(takingOwnership number: Int32) { self.number = number }

    deinit { close(number) }
}
