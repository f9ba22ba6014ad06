internal import Glibc

/// Owns a file descriptor; closes it at the end.
final class Descriptor: Sendable {
    let number: Int32

    init(takingOwnership number: Int32) { self.number = number }

    deinit { close(number) }
}
