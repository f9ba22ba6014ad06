import Glibc

/// A separate desktop session: a new home directory, a new bus, and a shell script that calls `store-probe`.
struct Session {
    /// The option of `session.sh`: nil, `--no-bus`, `--no-service`, or `--service=EXEC` for the service that D-Bus starts.
    var option: String?

    /// Runs the script and returns the output lines of the probes.
    func run(_ script: String, file: String = #filePath) -> [String] {
        let home = "/tmp/fedauth-session-\(getpid())-\(UInt64.random(in: 0...(.max)))"
        mkdir(home, 0o700)
        defer { _ = spawn(["rm", "-rf", home], output: 2) }
        let folder = file.split(separator: "/").dropLast().joined(separator: "/")
        // The limit ends a scenario that hangs, so that the tests do not hang.
        var arguments = ["timeout", "-k", "5", "900", "/\(folder)/session.sh", Self.probe, home]
        if let option { arguments.append(option) }
        let output = home + ".out"
        let descriptor = open(output, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        defer {
            close(descriptor)
            unlink(output)
        }
        _ = spawn(arguments + [script], output: descriptor)
        var bytes = [UInt8](repeating: 0, count: Int(lseek(descriptor, 0, SEEK_END)))
        let count = pread(descriptor, &bytes, bytes.count, 0)
        return bytes.prefix(max(0, count)).split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The probe is in the directory of the test program.
    private static var probe: String {
        var path = [CChar](repeating: 0, count: 4096)
        let count = readlink("/proc/self/exe", &path, path.count)
        let own = String(decoding: path.prefix(max(0, count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
        return "/" + own.split(separator: "/").dropLast().joined(separator: "/") + "/store-probe"
    }

    private func spawn(_ arguments: [String], output: Int32) -> Int32 {
        var pointers: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        defer { pointers.forEach { free($0) } }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, output, 1)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        var child = pid_t()
        guard posix_spawnp(&child, arguments[0], &actions, nil, &pointers, environ) == 0 else { return -1 }
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0, errno == EINTR {}
        return status
    }
}
