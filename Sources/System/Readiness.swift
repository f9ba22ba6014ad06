internal import Glibc

/// Waits for descriptors (poll(2)).
public enum Readiness {
    /// What is waited for.
    public struct Awaited {
        /// The descriptor; below 0: none.
        public let descriptor: Int32
        /// What it is to be ready for; nil: only its end.
        public let purpose: Purpose?

        /// Describes a descriptor.
        public init(_ descriptor: Int32, for purpose: Purpose?) {
            self.descriptor = descriptor
            self.purpose = purpose
        }
    }

    /// What a descriptor is to be ready for.
    public enum Purpose: Sendable { case reading, writing }

    /// Waits until `descriptor` is ready, or closed at its other end; false when the time is over (nil: no limit).
    public static func wait(for descriptor: Int32, _ purpose: Purpose = .reading, milliseconds: Int64?) -> Bool {
        wait(for: [Awaited(descriptor, for: purpose)], milliseconds: milliseconds) != nil
    }

    /// Waits until one of several is ready or closed. Returns for each whether it is; nil when the time is over.
    public static func wait(for awaited: [Awaited], milliseconds: Int64?) -> [Bool]? {
        var entries = awaited.map { one in
            let events = one.purpose.map { $0 == .writing ? POLLOUT : POLLIN } ?? 0
            return pollfd(fd: one.descriptor, events: Int16(events), revents: 0)
        }
        let begin = SystemTime.monotonicMilliseconds
        var limit = milliseconds.map { Int32(clamping: max(0, $0)) } ?? -1
        while true {
            let count = poll(&entries, nfds_t(entries.count), limit)
            if count > 0 { return entries.map { $0.revents != 0 } }
            guard count < 0, errno == EINTR else { return nil }
            if let milliseconds {
                limit = Int32(clamping: max(0, milliseconds - (SystemTime.monotonicMilliseconds - begin)))
            }
        }
    }
}
