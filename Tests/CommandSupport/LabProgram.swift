import CTools
import Glibc

/// Starts servers of Tests/Lab, which run beside the tests and exit with them.
enum LabProgram {
    /// Starts the program at this path of the sources, and returns the line by which it reports that it is ready.
    static func firstLine(
        of path: String, _ words: [String] = [], environment: [String: String] = [:], recording: Recording? = nil
    ) throws -> [UInt8] {
        let recording = try recording ?? Recording()
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw TestFailure("pipe: errno \(errno)") }
        defer { close(ends[0]) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
        var attributes = posix_spawnattr_t()
        ownSession(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        _ = try spawn(
            Repository.root + "/" + path, ["--parent", "\(getpid())"] + words,
            ["PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8"].merging(environment) { $1 }
                .merging(recording.environment) { $1 }, &actions,
            &attributes)
        close(ends[1])
        var line: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65536)
        while line.last != 0x0A {
            let count = read(ends[0], &chunk, chunk.count)
            guard count > 0 else { throw TestFailure("'\(path)' does not start") }
            line += chunk.prefix(count)
        }
        recording.leaveOut()
        return line
    }
}
