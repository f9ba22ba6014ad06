import CPOSIX
import Core
import Glibc

/// The files of commands that `exec` started, mainly cookie files. Each process has its own, because a command may
/// rewrite its file (yt-dlp does). No other command removes the file while that process lives.
///
/// When the command ends, no fedauth process is left to remove the file; the next fedauth command does. The file's name
/// identifies the process by its number, its start time and its PID namespace.
struct CommandJars {
    private let directory: String
    private static let prefix = "exec-"
    static let suffix = ".txt"

    init(directory: String) { self.directory = directory }

    /// Returns the path of this process's file; it stays when another program replaces this process.
    ///
    /// - Parameter ending: the end of the file's name; `.txt` is a cookie file.
    func path(_ session: String, ending: String = Self.suffix) throws(FedauthError) -> String {
        let process = getpid()
        let plain = try FileNames.plain(session)
        let name = "\(cposix_process_namespace())-\(process)-\(cposix_process_start(process))-\(plain)"
        return directory + "/" + Self.prefix + name + ending
    }

    /// Removes the files of processes that have ended, and temporary files that a killed writer of a session's cookie
    /// file left.
    func removeStale() {
        for entry in entries() where !entry.isInUse { unlink(directory + "/" + entry.fileName) }
        let now = time(nil)
        for name in FileNames.names(in: directory) where name.hasPrefix(CookieJarFile.prefix) && name.hasSuffix(".tmp")
        {
            let path = directory + "/" + name
            var status = stat()
            // A writer needs milliseconds, so an older file has no writer.
            if lstat(path, &status) == 0, status.st_mtim.tv_sec < now - Self.writingSeconds { unlink(path) }
        }
    }

    private static let writingSeconds = 60

    /// Returns the processes that have a file of this session.
    func users(of session: String) throws(FedauthError) -> [pid_t] {
        let plain = try FileNames.plain(session) + Self.suffix
        return entries().filter { $0.rest == plain && $0.isInUse }.map(\.process)
    }

    private struct Entry {
        let fileName: String
        let process: pid_t
        let start: UInt64
        let namespace: UInt64
        /// The session, and the suffix that a killed writer's temporary file has.
        let rest: Substring

        /// A process of unknown state counts as running.
        var isInUse: Bool {
            guard namespace == cposix_process_namespace() else { return true }
            if kill(process, 0) != 0 && errno == ESRCH { return false }
            let now = cposix_process_start(process)
            return now == 0 || start == 0 || now == start
        }
    }

    private func entries() -> [Entry] {
        var entries: [Entry] = []
        for name in FileNames.names(in: directory) {
            guard name.hasPrefix(Self.prefix) else { continue }
            let parts = name.dropFirst(Self.prefix.count).split(separator: "-", maxSplits: 3)
            guard parts.count == 4, let namespace = UInt64(parts[0]), let process = pid_t(parts[1]),
                let start = UInt64(parts[2])
            else { continue }
            entries.append(
                Entry(fileName: name, process: process, start: start, namespace: namespace, rest: parts[3]))
        }
        return entries
    }
}
