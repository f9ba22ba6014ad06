internal import CPOSIX
internal import Glibc
internal import Secrets
internal import System

/// The server side of `AgentKeys`: one loop that holds keys in memory, drops each when it expires, and exits when no
/// key with a time limit is left.
///
/// It serves only processes of its own user. Packets arrive whole, slow clients never block the loop, and clients,
/// packets and entries are limited, so that no client can block the others. When its socket is removed, it cannot be
/// reached any more and exits.
public final class KeyAgent {
    private static let clientMilliseconds: Int64 = 2000
    private static let maximumClients = 32
    /// How long it waits for the first key.
    private static let firstMilliseconds: Int64 = 10_000
    /// `poll(2)` does not count the time while the machine sleeps.
    private static let longestNapMilliseconds: Int64 = 60_000

    private struct Client {
        var connection: SharedDescriptor
        var until: Int64
    }

    private let listener: SharedDescriptor
    private let folder: AgentFolder
    private let stop: SharedDescriptor?
    private let removal: SharedDescriptor?
    private let inode: UInt64?
    private var held = AgentKeyTable()
    private var clients: [Client] = []
    private var idleFrom: Int64
    private var packet = Secret(capacity: AgentMessage.packetBytes)

    /// Serves until there are no keys with a time limit, or `stop` becomes readable. Takes ownership of all three
    /// descriptors.
    ///
    /// - Parameters:
    ///   - listener: listens at `keys` in the folder.
    ///   - folder: the folder itself.
    ///   - stop: nil when nothing ends the agent early.
    public static func serve(listener: Int32, folder: Int32, stop: Int32?) {
        let listener = SharedDescriptor(takingOwnershipOf: listener)
        let descriptor = SharedDescriptor(takingOwnershipOf: folder)
        let stop = stop.map { SharedDescriptor(takingOwnershipOf: $0) }
        guard let folder = AgentFolder(descriptor) else { return }
        KeyAgent(listener, folder, stop).serve()
    }

    private init(_ listener: SharedDescriptor, _ folder: AgentFolder, _ stop: SharedDescriptor?) {
        self.listener = listener
        self.folder = folder
        self.stop = stop
        _ = cposix_socket_adopt(listener.number)
        let watch = cposix_watch_removal(folder.descriptor.number)
        removal = watch >= 0 ? SharedDescriptor(takingOwnershipOf: watch) : nil
        inode = folder.socketInode
        idleFrom = AgentKeyTable.now + Self.firstMilliseconds
    }

    /// Returns whether a process of this user may connect.
    static func admits(_ user: Int) -> Bool { user == Int(geteuid()) }

    private func serve() {
        while true {
            let now = AgentKeyTable.now
            held.forgetEnded(at: now)
            clients.removeAll { $0.until <= now }
            var nap = Self.longestNapMilliseconds
            if !held.isInUse && now >= idleFrom {
                if leave() { return }
                // A client is about to connect.
                nap = 20
            } else if !held.isInUse {
                nap = min(nap, idleFrom - now)
            }
            for end in clients.map(\.until) + [held.nextEnd].compactMap({ $0 }) { nap = min(nap, max(1, end - now)) }
            guard wait(milliseconds: Int32(clamping: nap)) else {
                if folder.socketInode == inode { folder.removeSocket() }
                return
            }
        }
    }

    /// Waits for events once and serves them. Returns false when the agent should exit.
    private func wait(milliseconds: Int32) -> Bool {
        let asking = clients
        var waiting = ([listener, stop, removal].map { $0?.number ?? -1 } + asking.map(\.connection.number)).map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        guard poll(&waiting, nfds_t(waiting.count), milliseconds) > 0 else { return true }
        if waiting[1].revents != 0 { return false }
        if waiting[2].revents != 0, let removal {
            var events = [UInt8](repeating: 0, count: 4096)
            while read(removal.number, &events, events.count) > 0 {}
            if folder.socketInode != inode { return false }
        }
        for (client, entry) in zip(asking, waiting[3...]) where entry.revents != 0 {
            serve(client.connection)
            // One request per connection; clients connect again for the next one.
            clients.removeAll { $0.connection === client.connection }
        }
        if waiting[0].revents != 0 { admit() }
        return true
    }

    private func admit() {
        let number = cposix_socket_accept(listener.number)
        guard number >= 0 else {
            guard [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno) else { return }
            // No descriptor is free: closes the oldest connection, or waits when there is none.
            if clients.isEmpty { usleep(50_000) } else { clients.removeFirst() }
            return
        }
        let connection = SharedDescriptor(takingOwnershipOf: number)
        var process: pid_t = 0
        guard Self.admits(cposix_socket_peer(number, &process)) else { return }
        // Closes the oldest connection to make room.
        if clients.count == Self.maximumClients { clients.removeFirst() }
        clients.append(Client(connection: connection, until: AgentKeyTable.now + Self.clientMilliseconds))
    }

    private func serve(_ connection: SharedDescriptor) {
        let count = packet.withMutableBytes(count: AgentMessage.packetBytes) {
            recv(connection.number, $0.baseAddress, $0.count, Int32(MSG_TRUNC))
        }
        defer { packet.truncate(to: 0) }
        guard count > 0 else { return }
        var answer = Secret([AgentMessage.version])
        let result = count <= AgentMessage.packetBytes ? answered(count) : (.refused, nil)
        answer.append(result.0.rawValue)
        result.1?.withBytes { answer.append($0) }
        _ = answer.withBytes {
            send(connection.number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
        }
    }

    private func answered(_ count: Int) -> (AgentMessage.Outcome, SharedSecret?) {
        packet.truncate(to: count)
        let now = AgentKeyTable.now
        held.forgetEnded(at: now)
        let read = packet.withBytes { bytes in
            AgentMessage.Request.read(bytes).map { ($0.request, SharedSecret(copying: $0.payload)) }
        }
        guard let (request, payload) = read else { return (.refused, nil) }
        switch request.action {
        case .put:
            guard held.put(request.description, payload, seconds: request.seconds, at: now) else {
                return (.refused, nil)
            }
            // The first key has arrived: from now on the agent exits as soon as it holds none.
            if request.seconds > 0 { idleFrom = now }
            return (.done, nil)
        case .get:
            guard let payload = held.get(request.description) else { return (.none, nil) }
            return (.done, payload)
        case .extend:
            return (held.extend(request.description, seconds: request.seconds, at: now) ? .done : .none, nil)
        case .remove:
            return (held.remove(request.description) ? .done : .none, nil)
        }
    }

    /// Removes the socket, unless a client is waiting or another agent is being started. Returns true when the agent
    /// should exit.
    private func leave() -> Bool {
        guard folder.socketInode == inode else { return true }
        guard let lock = folder.lock(waits: false) else { return false }
        defer { withExtendedLifetime(lock) {} }
        var waiting = pollfd(fd: listener.number, events: Int16(POLLIN), revents: 0)
        guard clients.isEmpty, poll(&waiting, 1, 0) == 0 else { return false }
        folder.removeSocket()
        return true
    }
}
