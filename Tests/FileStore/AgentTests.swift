import CPOSIX
import Core
import Glibc
import Secrets
import Support
import Testing

@testable import FileStore

/// Tests `AgentKeys` and `KeyAgent`, with the agent on a thread of this process.
struct AgentTests {
    private let scratch = ScratchStore()
    private let running = Threads()
    private var folder: String { scratch.root + "/agent" }
    private var keys: AgentKeys {
        let folder = folder
        let running = running
        return AgentKeys(folder: { _ in folder }) { running.serve(listener: dup($0), folder: dup($1)) }
    }

    init() { mkdir(folder, 0o700) }

    /// Opens a connection and sends these bytes.
    private func say(_ bytes: [UInt8]) -> Int32 {
        let connection = cposix_socket_connect(folder + "/keys", 20)
        _ = send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        return connection
    }

    @Test func `keeps, changes, extends and removes`() {
        #expect(keys.bytes("a", atMost: 10) == nil)
        #expect(keys.process == nil && running.started == 0)
        #expect(keys.keep("a", [1, 2], 60))
        #expect(keys.keep("a", [3], 60))
        #expect(keys.keep("b", [], 60))
        #expect(keys.bytes("a") == [3])
        #expect(keys.bytes("b") == [])
        #expect(keys.process == getpid())
        keys.extend("a", timeoutSeconds: 90)
        #expect(keys.remove("b"))
        #expect(keys.remove("b"))
        #expect(keys.bytes("b", atMost: 10) == nil)
        #expect(keys.isUsable)
        #expect(running.started == 1)
        #expect(keys.remove("a"))
        running.join()
        #expect(access(folder + "/keys", F_OK) != 0)
    }

    @Test func `what ends is forgotten, and then the agent goes`() {
        #expect(keys.keep("a", [1], 1))
        running.join()
        #expect(keys.bytes("a", atMost: 10) == nil)
        #expect(running.started == 1)
    }

    @Test func `what has no end neither starts it nor keeps it`() {
        #expect(!keys.keep("seen", [1], nil))
        #expect(running.started == 0)
        #expect(keys.keep("a", [1], 60))
        #expect(keys.keep("seen", [1], nil))
        #expect(keys.bytes("seen", atMost: 1) != nil)
        #expect(keys.remove("a"))
        running.join()
        #expect(keys.bytes("seen", atMost: 1) == nil)
    }

    @Test func `too long is refused, and nonsense has no effect`() {
        #expect(!keys.keep("a", [UInt8](repeating: 1, count: AgentMessage.payloadBytes + 1), 60))
        #expect(!keys.keep(String(repeating: "a", count: 257), [1], 60))
        #expect(!keys.keep("", [1], 60))
        #expect(keys.keep("a", [UInt8](repeating: 1, count: AgentMessage.payloadBytes), 60))
        let valid: [UInt8] = [1, 2, 0, 0, 0, 0, 0, 1, 0x61]
        for length in 0..<valid.count { close(say(Array(valid.prefix(length)))) }
        for (position, byte) in [(0, 2), (1, 0), (1, 9), (6, 255), (7, 0), (7, 200)] as [(Int, UInt8)] {
            var wrong = valid
            wrong[position] = byte
            let connection = say(wrong)
            var answer: [UInt8] = [0, 0, 0]
            #expect(recv(connection, &answer, 3, 0) == 2 && answer[1] == 2, "\(position): \(byte)")
            close(connection)
        }
        let connection = say([UInt8](repeating: 1, count: 100_000))
        var answer: [UInt8] = [0, 0, 0]
        #expect(recv(connection, &answer, 3, 0) == 2 && answer[1] == 2)
        close(connection)
        #expect(keys.bytes("a", atMost: 10) == nil)
        #expect(keys.bytes("a", atMost: AgentMessage.payloadBytes)?.count == AgentMessage.payloadBytes)
        #expect(keys.remove("a"))
        running.join()
    }

    @Test func `silent clients keep no other client away`() {
        #expect(keys.keep("a", [1], 600))
        let clients = (0..<60).map { _ in cposix_socket_connect(folder + "/keys", 20) }
        #expect(keys.bytes("a", atMost: 1) != nil)
        #expect(keys.remove("a"))
        clients.forEach { close($0) }
        running.join()
    }

    @Test func `holds so many and no more`() {
        for index in 0..<AgentKeyTable.most { #expect(keys.keep("\(index)", [1], 600)) }
        #expect(!keys.keep("more", [1], 600))
        for index in 0..<AgentKeyTable.most { #expect(keys.remove("\(index)")) }
        running.join()
    }

    @Test func `many that start it at once start one`() {
        let keys = keys
        let starters = Threads()
        for index in 0..<12 { starters.run { _ = keys.keep("\(index)", [1], 600) } }
        starters.join()
        for index in 0..<12 { #expect(keys.bytes("\(index)", atMost: 1) != nil) }
        #expect(running.started == 1)
        for index in 0..<12 { #expect(keys.remove("\(index)")) }
        running.join()
    }

    @Test func `comings and goings lose nothing`() {
        let keys = keys
        for index in 0..<200 {
            #expect(keys.keep("a", [UInt8(index)], 60))
            #expect(keys.bytes("a") == [UInt8(index)])
            #expect(keys.remove("a"))
            #expect(keys.bytes("a", atMost: 1) == nil)
        }
        running.join()
    }

    @Test func `a folder open to others is not used`() {
        chmod(folder, 0o755)
        #expect(!keys.keep("a", [1], 60))
        #expect(running.started == 0 && !keys.isUsable)
    }

    @Test func `only its own user is admitted`() {
        #expect(KeyAgent.admits(Int(geteuid())))
        #expect(!KeyAgent.admits(Int(geteuid()) + 1))
        #expect(!KeyAgent.admits(-1))
    }

    @Test func `a long path is no obstacle`() {
        let long = folder + "/" + String(repeating: "long", count: 40)
        mkdir(long, 0o700)
        let running = running
        let keys = AgentKeys(folder: { _ in long }) { running.serve(listener: dup($0), folder: dup($1)) }
        #expect(keys.keep("a", [1], 60))
        #expect(keys.bytes("a", atMost: 1) != nil)
        #expect(keys.remove("a"))
        running.join()
    }

    /// The agent is stopped; the kernel still accepts connections for it.
    @Test func `one that does not answer is waited for once`() {
        let listener = cposix_socket_listen(folder + "/keys")
        defer { close(listener) }
        #expect(keys.bytes("a") == nil)
        #expect(!keys.keep("a", [1], 60))
        #expect(keys.bytes("a") == nil)
        keys.extend("a", timeoutSeconds: 60)
        // The agent may still hold the key, so that the removal fails.
        #expect(!keys.remove("a"))
        #expect(keys.process == nil && !keys.isUsable)
        var asked = 0
        while true {
            let connection = cposix_socket_accept(listener)
            if connection < 0 { break }
            close(connection)
            asked += 1
        }
        #expect(asked == 1 && running.started == 0)
    }

    @Test func `a store is unlocked and locked by it`() throws {
        func store(asks: Bool) -> EncryptedFileStore {
            EncryptedFileStore(
                directory: scratch.folder, stateDirectory: scratch.root + "/state",
                passphrases: asks ? scratch.passphrases : nil, clock: scratch.clock, scryptLogN: 15, cacheBackend: keys)
        }
        try store(asks: true).put(StoreDraft(name: "a", value: SharedSecret(text: "1")))
        #expect(try store(asks: false).get("a")?.value.equals("1") == true)
        let old = scratch.bytes()
        try store(asks: false).put(StoreDraft(name: "a", value: SharedSecret(text: "2")))
        scratch.write(old)
        scratch.forgetSeen()
        let older = #expect(throws: FedauthError.self) { try store(asks: false).get("a") }
        #expect(older?.code == .storeOlder)
        try store(asks: false).lock()
        let locked = #expect(throws: FedauthError.self) { try store(asks: false).get("a") }
        #expect(locked?.code == .storeLocked)
        running.join()
    }
}

extension AgentKeys {
    /// Calls `put` with a value that is not a secret.
    fileprivate func keep(_ description: String, _ bytes: [UInt8], _ seconds: UInt32?) -> Bool {
        put(description, Secret(bytes), timeoutSeconds: seconds)
    }

    /// Calls `get` and returns the value in a form that a test can compare.
    fileprivate func bytes(_ description: String, atMost limit: Int = 10) -> [UInt8]? {
        get(description, atMost: limit)?.withBytes { Array($0) }
    }
}

/// Runs threads of a test and counts the agents among them.
private final class Threads: @unchecked Sendable {
    private var threads: [pthread_t] = []
    private var mutex = pthread_mutex_t()
    private var count = 0

    init() { pthread_mutex_init(&mutex, nil) }

    var started: Int {
        pthread_mutex_lock(&mutex)
        defer { pthread_mutex_unlock(&mutex) }
        return count
    }

    func serve(listener: Int32, folder: Int32) -> Bool {
        pthread_mutex_lock(&mutex)
        count += 1
        pthread_mutex_unlock(&mutex)
        run { KeyAgent.serve(listener: listener, folder: folder, stop: nil) }
        return true
    }

    func run(_ body: @escaping @Sendable () -> Void) {
        let box = Unmanaged.passRetained(Box(body))
        var thread = pthread_t()
        pthread_create(
            &thread, nil,
            {
                $0.map { Unmanaged<Box>.fromOpaque($0).takeRetainedValue().body() }
                return nil
            }, box.toOpaque())
        pthread_mutex_lock(&mutex)
        threads.append(thread)
        pthread_mutex_unlock(&mutex)
    }

    /// Waits until all threads have ended.
    func join() {
        while true {
            pthread_mutex_lock(&mutex)
            let next = threads.popLast()
            pthread_mutex_unlock(&mutex)
            guard let next else { return }
            pthread_join(next, nil)
        }
    }

    private final class Box {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
}
