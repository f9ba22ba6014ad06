public import Core
internal import System

/// The files of commands that `exec` started, mainly cookie files. Each process has its own, because a command may
/// rewrite its file (yt-dlp does). No other command removes the file while that process lives.
///
/// When the command ends, no fedauth process is left to remove the file; the next fedauth command does. The file's name
/// identifies the process by its number, its start time and its PID namespace.
public struct CommandJars {
    private let directory: String
    private static let prefix = "exec-"
    /// How the name of a cookie file ends.
    public static let suffix = ".txt"
    /// How the name of the cookie file of a session begins.
    public static let sessionPrefix = "cookies-"

    /// - Parameter directory: the runtime directory.
    public init(directory: String) { self.directory = directory }

    /// Returns the path of this process's file; it stays when another program replaces this process.
    ///
    /// - Parameter ending: the end of the file's name; `.txt` is a cookie file.
    public func path(_ session: String, ending: String = suffix) throws(FedauthError) -> String {
        let process = ProcessIdentity.current
        let name = "\(process.namespace)-\(process.id)-\(process.start)-\(try FileNames.plain(session))"
        return directory + "/" + Self.prefix + name + ending
    }

    /// Removes the files of processes that have ended, and temporary files that a killed writer of a session's cookie
    /// file left.
    public func removeStale() {
        for entry in entries() where !entry.process.isRunning { Files.remove(directory + "/" + entry.fileName) }
        let now = SystemTime.seconds
        for name in FileNames.names(in: directory) where name.hasPrefix(Self.sessionPrefix) && name.hasSuffix(".tmp") {
            let path = directory + "/" + name
            // A writer needs milliseconds, so an older file has no writer.
            if let status = FileStatus(path, followsLinks: false), status.changed < now - Self.writingSeconds {
                Files.remove(path)
            }
        }
    }

    private static let writingSeconds: Int64 = 60

    /// Returns the processes that have a file of this session.
    public func users(of session: String) throws(FedauthError) -> [Int32] {
        let name = try FileNames.plain(session) + Self.suffix
        return entries().filter { $0.rest == name && $0.process.isRunning }.map(\.process.id)
    }

    private struct Entry {
        let fileName: String
        let process: ProcessIdentity
        /// The session, and the suffix that a killed writer's temporary file has.
        let rest: Substring
    }

    private func entries() -> [Entry] {
        var entries: [Entry] = []
        for name in FileNames.names(in: directory) {
            guard name.hasPrefix(Self.prefix) else { continue }
            let parts = name.dropFirst(Self.prefix.count).split(separator: "-", maxSplits: 3)
            guard parts.count == 4, let namespace = UInt64(parts[0]), let process = Int32(parts[1]),
                let start = UInt64(parts[2])
            else { continue }
            entries.append(
                Entry(fileName: name, process: .init(id: process, start: start, namespace: namespace), rest: parts[3]))
        }
        return entries
    }
}
