internal import CMicroHTTP
public import Core
internal import Glibc
internal import Secrets

/// A small web server that only this machine reaches: one port of 127.0.0.1 and ::1, without threads.
///
/// It does nothing but in `turn`, where its owner waits anyway. Requests that name another host are answered by an error and
/// never reach its owner (`LoopbackHost`). Who sends slowly, or nothing, holds up nobody: there is a limit for everything,
/// and the oldest of those who keep us waiting goes first when there are too many.
public final class LoopbackServer {
    /// What others may cost.
    public struct Limits: Sendable {
        /// For the request line and all header fields together.
        public var headBytes = 64 * 1024
        /// For a request's content.
        public var bodyBytes = 1024 * 1024
        /// Connections at one time.
        public var connections = 32
        /// Without a byte from the other side.
        public var idleSeconds: UInt32 = 15
        /// For a whole request, however it comes.
        public var requestSeconds: Int64 = 30

        /// The usual ones.
        public init() {}
    }

    /// The port that it listens on.
    public let port: UInt16
    private let sockets: ListeningSockets
    let limits: Limits
    let answer: (LoopbackRequest) -> LoopbackResponse
    private var daemon: OpaquePointer?
    /// By their sockets.
    var connections: [Int32: Connection] = [:]
    /// Those whose streams have nothing to send yet.
    var suspended: [LoopbackExchange] = []
    /// Answers that are on their way.
    var answering = 0
    /// Whether streams were woken since the last turn: the library counts them among those who wait until it runs.
    private var hasWoken = false
    /// Until then nobody new is let in: there was no room for who waits, and asking again at once would change nothing.
    private var closedUntilMilliseconds: Int64 = 0
    private static let closedMilliseconds: Int64 = 100
    /// How somebody is let in; tests say here what a machine without room says.
    var accepting: (_ listener: Int32) -> ListeningSockets.Next = ListeningSockets.accept

    struct Connection {
        var beginMilliseconds: Int64
        var isAnswering = false
    }

    /// Listens from now on; who connects before `turn` is called waits.
    ///
    /// - Parameters:
    ///   - wanted: the port; nil for a free one.
    ///   - answer: answers a request. It is called in `turn` only.
    /// Throws `busy` for a port that somebody else has, `usage` for one that is not ours to have, and `error` when the
    /// library is missing.
    public init(
        port wanted: UInt16? = nil, limits: Limits = Limits(), addresses: [LoopbackAddress] = [.ipv4, .ipv6],
        answer: @escaping (LoopbackRequest) -> LoopbackResponse
    ) throws(FedauthError) {
        try LoopbackLibrary.check()
        sockets = try ListeningSockets(port: wanted, on: addresses)
        port = sockets.port
        self.limits = limits
        self.answer = answer
        var settings = cmicrohttp_settings(
            context: Unmanaged.passUnretained(self).toOpaque(), target: Self.onTarget, request: Self.onRequest,
            completed: Self.onCompleted, connection: Self.onConnection, head_bytes: limits.headBytes,
            connections: UInt32(limits.connections * 2), idle_seconds: limits.idleSeconds)
        daemon = cmicrohttp_start(&settings)
        guard daemon != nil else { throw FedauthError(.other, "the listener on port '\(port)' cannot be started") }
    }

    /// Ends at once: who is being answered gets no more.
    deinit {
        // The library must not be stopped while one of its connections is suspended.
        wakeStreams()
        if let daemon { MHD_stop_daemon(daemon) }
    }

    /// Waits until something happens, and does what is to be done.
    ///
    /// - Parameters:
    ///   - milliseconds: the longest wait.
    ///   - others: descriptors that are of interest to the owner.
    /// - Returns: those of `others` that have something to read, or are closed at the other end.
    @discardableResult
    public func turn(milliseconds: Int64, watching others: [Int32] = []) throws(FedauthError) -> [Int32] {
        guard let daemon else { return [] }
        let ours = sockets.descriptors + [cmicrohttp_descriptor(daemon)]
        var watched = (ours + others).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        var wait = milliseconds
        var library: CUnsignedLongLong = 0
        if MHD_get_timeout(daemon, &library) == .YES { wait = min(wait, Int64(clamping: library)) }
        if hasWoken { wait = 0 }
        hasWoken = false
        let closed = closedUntilMilliseconds - Self.now
        if closed > 0 {
            wait = min(wait, closed)
            for index in sockets.descriptors.indices { watched[index].fd = -1 }
        }
        // Whoever sends byte after byte is looked at now and then.
        if connections.values.contains(where: { !$0.isAnswering }) { wait = min(wait, 1000) }
        let count = poll(&watched, nfds_t(watched.count), Int32(clamping: max(wait, 0)))
        guard count >= 0 || errno == EINTR else {
            throw FedauthError(.other, "cannot wait for the browser: \(String(cString: strerror(errno)).lowercased())")
        }
        guard count >= 0 else { return [] }
        for (index, listener) in sockets.descriptors.enumerated() where watched[index].revents != 0 {
            welcome(listener, daemon)
        }
        _ = MHD_run(daemon)
        let latest = Self.now - limits.requestSeconds * 1000
        for (socket, connection) in connections where !connection.isAnswering && connection.beginMilliseconds < latest {
            shutdown(socket, Int32(SHUT_RDWR))
        }
        return watched.dropFirst(ours.count).filter { $0.revents != 0 }.map(\.fd)
    }

    /// Sends what is being answered, to its end, for at most so long.
    public func finishAnswers(milliseconds: Int64) throws(FedauthError) {
        let end = Self.now + milliseconds
        while answering > 0, Self.now < end { try turn(milliseconds: end - Self.now) }
    }

    /// Asks all streams that had nothing to send once more, in the next turn.
    public func wakeStreams() {
        let waiting = suspended
        suspended = []
        hasWoken = !waiting.isEmpty || hasWoken
        for exchange in waiting {
            exchange.isSuspended = false
            MHD_resume_connection(exchange.connection)
        }
    }

    private func welcome(_ listener: Int32, _ daemon: OpaquePointer) {
        for _ in 0..<limits.connections {
            switch accepting(listener) {
            case .nobody: return
            case .noRoom:
                _ = endOldest(daemon)
                closedUntilMilliseconds = Self.now + Self.closedMilliseconds
                return
            case .connection(let socket):
                guard connections.count < limits.connections || endOldest(daemon) else {
                    close(socket)
                    continue
                }
                // The library owns the socket from here on, also when it refuses.
                _ = LoopbackAddress.ipv4.withSocketAddress(port: port) { MHD_add_connection(daemon, socket, $0, $1) }
            }
        }
    }

    /// Makes room: who has kept us waiting for the longest goes. False when everybody is being answered.
    private func endOldest(_ daemon: OpaquePointer) -> Bool {
        let oldest = connections.filter { !$0.value.isAnswering }
            .min { $0.value.beginMilliseconds < $1.value.beginMilliseconds }
        guard let oldest else { return false }
        shutdown(oldest.key, Int32(SHUT_RDWR))
        _ = MHD_run(daemon)
        return true
    }

    static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }
}
