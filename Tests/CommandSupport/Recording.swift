import Core
import Crypto
import Glibc
import Secrets
import Synchronization
import Testing

/// What the servers of a lab receive, recorded by `Tests/Lab/recorder.c`, and which of them may get which secret.
///
/// Each home looks at all recordings when its test ends: what every sign-in of every suite sends is searched, and no test has
/// a line for it. A secret that the lab knows goes to the origins that the lab names, and a cookie to those of its domain.
final class Recording: Sendable {
    /// The variables for the servers of the lab, which hand them down.
    let environment: [String: String]
    private let path: String
    private let state = Mutex(State())

    private struct State {
        var position = 0
        /// An entry that is not complete.
        var rest: [UInt8] = []
        var connections = RecordedConnections()
        var secrets: [Kept] = []
        /// Keys for one-time codes.
        var codeKeys: [Kept] = []
        var lookedAt = time(nil)
    }

    /// A secret and where it may go.
    private struct Kept {
        var name: String
        var bytes: [UInt8]
        /// Authorities, or paths below one.
        var places: Set<String>
        var start: ArraySlice<UInt8> { bytes.prefix(Needles.leastBytes) }

        func mayGo(with request: RecordedRequest) -> Bool {
            places.contains { $0.contains("/") ? request.place.hasPrefix($0) : $0 == request.authority }
        }
    }

    /// The recordings of this process, and the secrets that no server may get.
    private static let all = Mutex((recordings: [Recording](), secrets: [Kept](), files: 0))

    /// Starts an empty recording.
    init() throws {
        let folder = try Self.folder.get()
        let number = Self.all.withLock { all in
            all.files += 1
            return all.files
        }
        path = "\(folder)/\(number)"
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        // The servers of a lab that root starts run as another user.
        guard file >= 0, fchmod(file, 0o666) == 0 else { throw TestFailure("cannot make \(path)") }
        close(file)
        environment = ["LD_PRELOAD": folder + "/recorder.so", "FEDAUTH_LAB_RECORD": path]
        Self.all.withLock { $0.recordings.append(self) }
    }

    /// Leaves out what a lab sent to its own servers while it started.
    func leaveOut() {
        state.withLock { state in
            state.connections.read(entries(&state))
            _ = state.connections.takeRequests()
        }
    }

    /// Says that these origins, or paths, and no other server of the lab, may get a secret.
    func keep(_ secret: String, _ name: String, for origins: [String]) {
        keep(Array(secret.utf8), name, for: origins)
    }

    /// Says that these origins, and no other server of the lab, may get these bytes.
    func keep(_ secret: [UInt8], _ name: String, for origins: [String]) {
        let kept = Kept(name: name, bytes: secret, places: Set(origins.map(Self.place)))
        state.withLock { state in
            // In what is sent, secrets that begin alike are one.
            let same = state.secrets.firstIndex { $0.start == kept.start }
            guard let same else { return state.secrets.append(kept) }
            state.secrets[same].places.formUnion(kept.places)
        }
    }

    /// Says that no server of the lab may get a key for one-time codes, and that only these origins may get its codes.
    func keepCodes(of key: String, _ user: String, for origins: [String]) {
        keep(key, "the key for codes of \(user)", for: [])
        let kept = Kept(
            name: "a code of \(user)", bytes: Array(key.utf8), places: Set(origins.map(Self.place)))
        state.withLock { $0.codeKeys.append(kept) }
    }

    /// Returns the codes since then, by this clock and one a step away.
    private func codes(of key: Kept, since then: Int) -> [Kept] {
        let text = String(decoding: key.bytes, as: UTF8.self)
        guard let password = try? OneTimePassword(reading: SharedSecret(text: text).copy()) else { return [] }
        return stride(from: then - 30, through: time(nil) + 30, by: 30).compactMap { time in
            guard let code = try? password.code(at: Timestamp(seconds: Int64(time))) else { return nil }
            return Kept(name: key.name, bytes: code.withBytes { Array($0) }, places: key.places)
        }
    }

    /// Says that the assertions of a passkey go to its relying party only.
    ///
    /// - Parameter parties: the SHA-256 of each one's name, with which its assertions begin, by origin.
    func keepAssertions(of parties: [String: [UInt8]]) {
        for (origin, hash) in parties { keep(hash, "an assertion of a passkey", for: [origin]) }
    }

    /// Says that no server of any lab may get a secret.
    static func keepFromAll(_ secret: String, _ name: String) {
        let kept = Kept(name: name, bytes: Array(secret.utf8), places: [])
        all.withLock { all in
            guard !all.secrets.contains(where: { $0.start == kept.start }) else { return }
            all.secrets.append(kept)
        }
    }

    /// Records an issue for each secret that went astray since the last call.
    static func check() {
        for leak in leaks() { Issue.record("\(leak)") }
    }

    /// Returns what went astray in any lab since the last call.
    static func leaks() -> [String] { all.withLock { $0.recordings }.flatMap { $0.leaks() } }

    /// Returns what went astray since the last call.
    func leaks() -> [String] {
        let everywhere = Self.all.withLock { $0.secrets }
        return state.withLock { state in
            state.connections.read(entries(&state))
            let requests = state.connections.takeRequests()
            guard !requests.isEmpty else { return [] }
            let known =
                state.secrets + everywhere.filter { one in !state.secrets.contains { $0.start == one.start } }
            let secrets = known + state.codeKeys.flatMap { codes(of: $0, since: state.lookedAt) }
            state.lookedAt = time(nil)
            let needles = Needles(bytes: secrets.map { $0.bytes })
            return requests.flatMap { request in
                let astray = needles.found(in: request.bytes).sorted().map { secrets[$0] }.filter {
                    !$0.mayGo(with: request)
                }
                return (astray.map { $0.name } + state.connections.foreignCookies(in: request)).map {
                    "\($0) went to '\(request.authority)': \(request)"
                }
            }
        }
    }

    /// Returns the entries that were written since the last call.
    private func entries(_ state: inout State) -> [RecordedEntry] {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return [] }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: max(0, Int(lseek(file, 0, SEEK_END)) - state.position))
        let count = max(0, pread(file, &bytes, bytes.count, off_t(state.position)))
        state.position += count
        state.rest += bytes.prefix(count)
        var entries: [RecordedEntry] = []
        var start = 0
        while let entry = RecordedEntry(&start, in: state.rest) { entries.append(entry) }
        state.rest.removeFirst(start)
        return entries
    }

    /// Returns host and port of an address, as the field Host has them, and its path.
    private static func place(_ url: String) -> String {
        String(url.firstRange(of: "://").map { url[$0.upperBound...] } ?? url[...])
    }

    /// A directory with the compiled recorder, which goes with this process.
    private static let folder = Result {
        var template = Array("/tmp/fedauth-record-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else { throw TestFailure("no directory: errno \(errno)") }
        folderPath.withLock { $0 = String(cString: made) }
        let folder = String(cString: made)
        atexit {
            let folder = Recording.folderPath.withLock { $0 }
            let count = Recording.all.withLock { $0.files }
            for name in ["recorder.so"] + (0...count).map(String.init) { unlink(folder + "/" + name) }
            rmdir(folder)
        }
        chmod(folder, 0o711)
        let compiled = try Run.program(
            "/usr/bin/cc",
            ["-O1", "-shared", "-fPIC", "-o", folder + "/recorder.so", Repository.root + "/Tests/Lab/recorder.c"],
            environment: ["PATH": "/usr/bin:/bin"])
        guard compiled.status == 0, chmod(folder + "/recorder.so", 0o644) == 0 else {
            throw TestFailure("no recorder: \(compiled)")
        }
        return folder
    }
    private static let folderPath = Mutex("")
}
