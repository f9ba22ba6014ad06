internal import Glibc
public import Secrets
internal import Synchronization

/// Keys in the memory of an agent (`KeyAgent`): for where the kernel refuses to keep them. The first key that is kept
/// starts one; it is reached by a socket in a folder of mode 0700, and answers processes of the same user only.
public struct AgentKeys: KeyKeeper {
    private static let patienceSeconds: Int32 = 3

    private let folder: @Sendable (_ makes: Bool) -> String?
    private let start: @Sendable (_ listener: Int32, _ folder: Int32) -> Bool

    /// - Parameters:
    ///   - folder: a private folder that ends with the machine or the login at the latest; asked for when it is needed, and
    ///     made only for the first key.
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

    /// The process that holds keys now; nil when none does.
    public var process: Int32? { opened.flatMap { connection(to: $0) }?.process }

    /// Whether one answers, or can be started: tried with a key that is of no use to anybody.
    public var isUsable: Bool {
        let name = "fedauth:probe:\(getpid())"
        guard put(name, Secret([1]), timeoutSeconds: 1) else { return false }
        defer { _ = remove(name) }
        return get(name, atMost: 1) != nil
    }

    /// Keeps it in the agent, starting one for what has an end. What has none is not worth an agent of its own: it is
    /// kept as long as one runs for something else.
    public func put(_ description: String, _ payload: borrowing Secret, timeoutSeconds: UInt32?) -> Bool {
        guard payload.count <= AgentMessage.payloadBytes else { return false }
        let request = AgentMessage.Request(
            action: .put, description: description, seconds: timeoutSeconds.map { max(1, $0) } ?? 0)
        guard let opened = folder(timeoutSeconds != nil).flatMap({ AgentFolder($0) }) else { return false }
        for _ in 0..<5 {
            if let answer = exchange(request, payload, in: opened) { return answer.outcome == .done }
            // One that has just decided to leave does not answer, and the next one does. One that lets us wait would only
            // do it again.
            guard timeoutSeconds != nil, !isSilent(opened), listens(in: opened) else { return false }
        }
        return false
    }

    /// What the agent holds; nil when there is none.
    public func get(_ description: String, atMost limit: Int) -> Secret? {
        let request = AgentMessage.Request(action: .get, description: description)
        guard let opened, let answer = exchange(request, Secret(), in: opened), answer.outcome == .done,
            answer.payload.count <= limit
        else { return nil }
        return answer.payload.copy()
    }

    /// Lets it live for so many seconds from now.
    public func extend(_ description: String, timeoutSeconds: UInt32) {
        guard let opened else { return }
        let request = AgentMessage.Request(
            action: .extend, description: description, seconds: max(1, timeoutSeconds))
        _ = exchange(request, Secret(), in: opened)
    }

    /// Takes it away; false when there is an agent that does not say so.
    public func remove(_ description: String) -> Bool {
        guard let opened else { return true }
        let request = AgentMessage.Request(action: .remove, description: description)
        if let answer = exchange(request, Secret(), in: opened) { return answer.outcome != .refused }
        return !isSilent(opened) && connection(to: opened) == nil && !isSilent(opened)
    }

    private var opened: AgentFolder? { folder(false).flatMap { AgentFolder($0) } }

    /// The folders whose agent has let this process wait in vain (it was stopped, perhaps): it is not asked again, so
    /// that the wait comes once and not with each key.
    private static let silent = Mutex<Set<String>>([])

    private func isSilent(_ folder: AgentFolder) -> Bool { Self.silent.withLock { $0.contains(folder.path) } }

    /// Notes whether the call that has just failed did so by its time limit.
    private func noteTimeOut(_ folder: AgentFolder) {
        guard errno == EAGAIN || errno == EWOULDBLOCK || errno == EINPROGRESS || errno == ETIMEDOUT else { return }
        Self.silent.withLock { _ = $0.insert(folder.path) }
    }

    private func connection(to folder: AgentFolder) -> (descriptor: Descriptor, process: Int32)? {
        guard !isSilent(folder) else { return nil }
        if let connection = folder.connection(seconds: Self.patienceSeconds) { return connection }
        noteTimeOut(folder)
        return nil
    }

    private struct Answer {
        var outcome: AgentMessage.Outcome
        var payload: SharedSecret
    }

    /// One question and its answer; nil when nobody answers, or not in time.
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

    /// Makes sure that somebody listens. The socket is there when this returns, so that nobody has to wait for the
    /// agent's first breath.
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
