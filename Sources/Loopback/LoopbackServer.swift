internal import CMicroHTTP
public import Core
internal import Glibc
internal import System

/// A small web server for this machine only: one port on 127.0.0.1 and ::1, without threads. It works only inside
/// `turn`, which its owner calls while waiting. Requests that name another host receive an error and never reach the
/// owner (`LoopbackHost`). Slow or silent clients block no others: everything has a limit, and when there are too many
/// connections, the longest-waiting one is closed.
public final class LoopbackServer {
    /// Limits on what clients may use.
    public struct Limits: Sendable {
        /// Bytes of the request line and all header fields together.
        public var headBytes = 64 * 1024
        /// Bytes of a request's content.
        public var bodyBytes = 1024 * 1024
        /// Simultaneous connections.
        public var connections = 32
        /// Seconds without any data, after which a connection is closed.
        public var idleSeconds: UInt32 = 15
        /// Seconds for a whole request.
        public var requestSeconds: Int64 = 30

        /// Creates the default limits.
        public init() {}
    }

    /// The port that it listens on.
    public let port: UInt16
    private let sockets: ListeningSockets
    let limits: Limits
    let answer: (LoopbackRequest) -> LoopbackResponse
    private var daemon: OpaquePointer?
    /// The connections by socket.
    var connections: [Int32: Connection] = [:]
    /// Exchanges whose streams have nothing to send yet.
    var suspended: [LoopbackExchange] = []
    /// The number of answers being sent.
    var answering = 0
    /// Whether streams were woken since the last turn: the library keeps them suspended until it runs.
    private var hasWoken = false
    /// No new connection is accepted before this time: there was no room, and trying again at once would not help.
    private var closedUntilMilliseconds: Int64 = 0
    private static let closedMilliseconds: Int64 = 100
    /// Accepts a connection. Tests replace it to simulate a machine without free descriptors or memory.
    var accepting: (_ listener: Int32) -> ListeningSockets.Next = ListeningSockets.accept

    struct Connection {
        var beginMilliseconds: Int64
        var isAnswering = false
    }

    /// Starts to listen on a port (nil: a free one); clients that connect before the first `turn`, the only place that
    /// calls `answer`, wait. Throws `busy` when another process holds the port, `usage` for a port that this user may
    /// not use, and `error` when the library is missing.
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

    /// Stops at once; answers being sent are cut off.
    deinit {
        // The library must not be stopped while a connection is suspended.
        wakeStreams()
        if let daemon { MHD_stop_daemon(daemon) }
    }

    /// Waits at most so long for events and handles them; returns those of the owner's descriptors `others` that are
    /// readable, or closed at the other end.
    @discardableResult
    public func turn(milliseconds: Int64, watching others: [Int32] = []) throws(FedauthError) -> [Int32] {
        guard let daemon else { return [] }
        let ours = sockets.descriptors.map(\.number) + [cmicrohttp_descriptor(daemon)]
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
        // Checks the limits regularly, because a client may send single bytes.
        if connections.values.contains(where: { !$0.isAnswering }) { wait = min(wait, 1000) }
        let count = poll(&watched, nfds_t(watched.count), Int32(clamping: max(wait, 0)))
        guard count >= 0 || errno == EINTR else {
            throw FedauthError(.other, "cannot wait for the browser: \(String(cString: strerror(errno)).lowercased())")
        }
        guard count >= 0 else { return [] }
        for (index, listener) in sockets.descriptors.enumerated() where watched[index].revents != 0 {
            welcome(listener.number, daemon)
        }
        _ = MHD_run(daemon)
        let latest = Self.now - limits.requestSeconds * 1000
        for (socket, connection) in connections where !connection.isAnswering && connection.beginMilliseconds < latest {
            shutdown(socket, Int32(SHUT_RDWR))
        }
        return watched.dropFirst(ours.count).filter { $0.revents != 0 }.map(\.fd)
    }

    /// Finishes sending the current answers, for at most this time.
    public func finishAnswers(milliseconds: Int64) throws(FedauthError) {
        let end = Self.now + milliseconds
        while answering > 0, Self.now < end { try turn(milliseconds: end - Self.now) }
    }

    /// Asks all suspended streams again, in the next turn.
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
            case .noConnection: return
            case .noResources:
                _ = endOldest(daemon)
                closedUntilMilliseconds = Self.now + Self.closedMilliseconds
                return
            case .connection(let socket):
                guard connections.count < limits.connections || endOldest(daemon) else {
                    close(socket)
                    continue
                }
                // From here on the library owns the socket, even when it refuses it.
                _ = LoopbackAddress.ipv4.withSocketAddress(port: port) { MHD_add_connection(daemon, socket, $0, $1) }
            }
        }
    }

    /// Makes room by closing the connection that has been silent longest. False when all are being answered.
    private func endOldest(_ daemon: OpaquePointer) -> Bool {
        let oldest = connections.filter { !$0.value.isAnswering }
            .min { $0.value.beginMilliseconds < $1.value.beginMilliseconds }
        guard let oldest else { return false }
        shutdown(oldest.key, Int32(SHUT_RDWR))
        _ = MHD_run(daemon)
        return true
    }

    static var now: Int64 { SystemTime.monotonicMilliseconds }
}
