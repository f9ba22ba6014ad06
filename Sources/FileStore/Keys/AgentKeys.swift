internal import Glibc
public import Secrets
internal import Synchronization
internal import System

/// Keeps keys in the memory of an agent (`KeyAgent`), for systems where the kernel refuses to keep them. The first key
/// starts an agent. It is reached through a socket in a folder of mode 0700, and serves only processes of the same
/// user.
public struct AgentKeys: KeyCacheBackend {
    private static let timeoutSeconds: Int32 = 3

    private let folder: @Sendable (_ makes: Bool) -> String?
    private let start: @Sendable (_ listener: Int32, _ folder: Int32) -> Bool

    /// - Parameters:
    ///   - folder: returns a private folder that is removed at the latest when the user logs out or the machine stops.
    ///     It is called when needed, and creates the folder only for the first key.
    ///   - start: starts `KeyAgent.serve` in a process of its own, with copies of a listening socket and of the folder;
    ///     does not wait for it.
    public init(
        folder: @escaping @Sendable (_ makes: Bool) -> String?,
        start: @escaping @Sendable (_ listener: Int32, _ folder: Int32) -> Bool
    ) {
        self.folder = folder
        self.start = start
    }

    /// `agent`.
    public var name: String { "agent" }

    /// The process that holds keys now; nil when there is none.
    public var process: Int32? { opened.flatMap { connection(to: $0) }?.process }

    /// Keeps a key in the agent, starting one if the key has a time limit. A key without one does not justify an agent
    /// of its own: it is kept only while an agent runs for other keys.
    public func put(_ description: String, _ payload: borrowing Secret, timeoutSeconds: UInt32?) -> Bool {
        guard payload.count <= AgentMessage.payloadBytes else { return false }
        let request = AgentMessage.Request(
            action: .put, description: description, seconds: timeoutSeconds.map { max(1, $0) } ?? 0)
        guard let opened = folder(timeoutSeconds != nil).flatMap({ AgentFolder($0) }) else { return false }
        for _ in 0..<5 {
            if let answer = exchange(request, payload, in: opened) { return answer.outcome == .done }
            // An agent that is about to exit does not answer; the next one will. An agent that let this process wait is
            // not tried again.
            guard timeoutSeconds != nil, !isSilent(opened), listens(in: opened) else { return false }
        }
        return false
    }

    /// Returns the payload from the agent; nil when there is none.
    public func get(_ description: String, atMost limit: Int) -> Secret? {
        let request = AgentMessage.Request(action: .get, description: description)
        guard let opened, let answer = exchange(request, Secret(), in: opened), answer.outcome == .done,
            answer.payload.count <= limit
        else { return nil }
        return answer.payload.copy()
    }

    /// Sets the remaining lifetime, in seconds.
    public func extend(_ description: String, timeoutSeconds: UInt32) {
        guard let opened else { return }
        let request = AgentMessage.Request(
            action: .extend, description: description, seconds: max(1, timeoutSeconds))
        _ = exchange(request, Secret(), in: opened)
    }

    /// Removes a key. Returns false when an agent exists but does not confirm.
    public func remove(_ description: String) -> Bool {
        guard let opened else { return true }
        let request = AgentMessage.Request(action: .remove, description: description)
        if let answer = exchange(request, Secret(), in: opened) { return answer.outcome != .refused }
        return !isSilent(opened) && connection(to: opened) == nil && !isSilent(opened)
    }

    private var opened: AgentFolder? { folder(false).flatMap { AgentFolder($0) } }

    /// The folders whose agent did not answer in time (it may be stopped). It is not asked again, so that this process
    /// waits only once and not for each key.
    private static let silent = Mutex<Set<String>>([])

    private func isSilent(_ folder: AgentFolder) -> Bool { Self.silent.withLock { $0.contains(folder.path) } }

    /// Records whether the call that just failed had reached its time limit.
    private func noteTimeOut(_ folder: AgentFolder) {
        guard errno == EAGAIN || errno == EWOULDBLOCK || errno == EINPROGRESS || errno == ETIMEDOUT else { return }
        Self.silent.withLock { _ = $0.insert(folder.path) }
    }

    private func connection(to folder: AgentFolder) -> (descriptor: SharedDescriptor, process: Int32)? {
        guard !isSilent(folder) else { return nil }
        if let connection = folder.connection(seconds: Self.timeoutSeconds) { return connection }
        noteTimeOut(folder)
        return nil
    }

    private struct Answer {
        var outcome: AgentMessage.Outcome
        var payload: SharedSecret
    }

    /// Sends one request and returns the answer; nil when there is no answer in time.
    private func exchange(
        _ request: AgentMessage.Request, _ payload: borrowing Secret, in folder: AgentFolder
    ) -> Answer? {
        guard (1...AgentMessage.descriptionBytes).contains(request.description.utf8.count),
            let connection = connection(to: folder)?.descriptor
        else { return nil }
        let packet = request.packet(payload)
        let sent = packet.withBytes { send(connection.number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        guard sent == packet.count else {
            noteTimeOut(folder)
            return nil
        }
        var answer = Secret(capacity: AgentMessage.packetBytes)
        let count = answer.withMutableBytes(count: AgentMessage.packetBytes) {
            recv(connection.number, $0.baseAddress, $0.count, 0)
        }
        if count < 0 { noteTimeOut(folder) }
        guard count >= 2 else { return nil }
        answer.truncate(to: count)
        return answer.withBytes { bytes in
            guard bytes[0] == AgentMessage.version, let outcome = AgentMessage.Outcome(rawValue: bytes[1]) else {
                return nil
            }
            return Answer(
                outcome: outcome, payload: SharedSecret(copying: UnsafeRawBufferPointer(rebasing: bytes[2...])))
        }
    }

    /// Makes sure that a process listens. The socket exists when this returns, so clients need not wait until the agent
    /// has started.
    private func listens(in folder: AgentFolder) -> Bool {
        guard let lock = folder.lock(waits: true) else {
            noteTimeOut(folder)
            return false
        }
        defer { withExtendedLifetime(lock) {} }
        if connection(to: folder) != nil { return true }
        guard !isSilent(folder), let listener = folder.listen() else { return false }
        guard start(listener.number, folder.descriptor.number) else {
            folder.removeSocket()
            return false
        }
        return true
    }
}
