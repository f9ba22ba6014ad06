import Glibc
import Testing

/// A home whose user can run a browser. The sandbox of a browser does not work for root, so tests that run as root use another
/// user here.
final class BrowserHome {
    let home: Home
    private let binary: String
    /// The words before the program.
    private let becoming: [String]

    /// The user ID of 'nobody', which owns no other files or processes.
    static let user = "65534"

    init() throws {
        home = try Home()
        guard geteuid() == 0 else {
            binary = Home.binary
            becoming = ["/usr/bin/env"]
            return
        }
        becoming = [
            "/usr/bin/setpriv", "--reuid=\(Self.user)", "--regid=\(Self.user)", "--clear-groups", "--",
        ]
        // The sources may be in a directory that only root can reach.
        let reach = try Run.program(
            becoming[0], Array(becoming.dropFirst()) + ["/usr/bin/test", "-x", Home.binary], environment: [:])
        if reach.status == 0 {
            binary = Home.binary
        } else {
            binary = home.path + "/fedauth"
            try Run.program("/bin/cp", [Home.binary, binary], environment: [:])
        }
        try giveAway()
    }

    /// Gives all files to the user.
    func giveAway() throws {
        guard geteuid() == 0 else { return }
        try Run.program("/bin/chown", ["-R", "\(Self.user):\(Self.user)", home.path], environment: [:])
    }

    /// Starts a sign-in in a browser.
    func start(_ words: [String], adding: [String: String] = [:]) throws -> Child {
        let command = becoming + [binary] + (try readable(words))
        return try Child(
            command[0], Array(command.dropFirst()), environment: home.environment.merging(adding) { $1 })
    }

    /// Returns the words with a readable copy of the servers' certificates, which only root can read.
    private func readable(_ words: [String]) throws -> [String] {
        guard let option = words.firstIndex(of: "--cacert") else { return words }
        var words = words
        words[option + 1] = try home.file("ca.pem", try Files.text(words[option + 1]))
        try giveAway()
        return words
    }

    /// Runs fedauth to its end.
    @discardableResult
    func fedauth(_ words: [String], adding: [String: String] = [:]) throws -> Outcome {
        let child = try start(words, adding: adding)
        child.closeInput()
        return try child.finish()
    }

    /// Writes a program into the home and returns its path.
    func script(_ name: String, _ text: String) throws -> String {
        let path = try home.file(name, "#!/bin/sh\n" + text + "\n")
        chmod(path, 0o755)
        try giveAway()
        return path
    }

    /// The remaining directories of browsers, and records of them.
    var directories: [String] {
        let runtime = home.path + "/run/fedauth"
        guard let folder = opendir(runtime) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name.hasPrefix("fedauth-browser-") || name.hasPrefix("browser-") { names.append(runtime + "/" + name) }
        }
        return names
    }
}

/// Identifies a process even if its ID is used again.
struct ProcessMark: Hashable {
    let number: pid_t
    let start: String
    let command: String

    /// Whether the process runs and is not a zombie.
    var isAlive: Bool { Self.read(number).map { $0.mark.start == start && !$0.isZombie } ?? false }

    /// Returns all descendants of a process.
    static func descendants(of root: pid_t) -> [ProcessMark] {
        var found: [(mark: ProcessMark, parent: pid_t)] = []
        guard let folder = opendir("/proc") else { return [] }
        defer { closedir(folder) }
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if let number = pid_t(name), let process = read(number) { found.append((process.mark, process.parent)) }
        }
        var below: Set<pid_t> = [root]
        var marks: [ProcessMark] = []
        var grew = true
        while grew {
            grew = false
            for (mark, parent) in found where below.contains(parent) && below.insert(mark.number).inserted {
                marks.append(mark)
                grew = true
            }
        }
        return marks
    }

    private static func read(_ number: pid_t) -> (mark: ProcessMark, parent: pid_t, isZombie: Bool)? {
        guard let line = try? Files.text("/proc/\(number)/stat"), let close = line.lastIndex(of: ")") else {
            return nil
        }
        // proc(5): after the name come the state, the parent, and at index 19 the start time.
        let fields = line[line.index(after: close)...].split(separator: " ")
        guard fields.count > 19, let parent = pid_t(fields[1]) else { return nil }
        let command = (try? Files.text("/proc/\(number)/cmdline"))?.replacing("\0", with: " ") ?? ""
        return (
            ProcessMark(number: number, start: String(fields[19]), command: command), parent, fields[0] == "Z"
        )
    }
}

/// Polls until `isTrue` returns true. The limit ends a wait that hangs, long after a busy machine would have got there.
func waitUntil(_ what: String, _ isTrue: () throws -> Bool) throws {
    guard try !comesTrue(within: hangSeconds, isTrue) else { return }
    throw TestFailure("it did not come true within \(hangSeconds) s: \(what)")
}

/// Polls until `isTrue` returns true, and returns whether it did within these seconds.
func comesTrue(within seconds: Int, _ isTrue: () throws -> Bool) rethrows -> Bool {
    let start = ContinuousClock.now
    while ContinuousClock.now - start < .seconds(seconds) {
        if try isTrue() { return true }
        usleep(20_000)
    }
    return false
}
