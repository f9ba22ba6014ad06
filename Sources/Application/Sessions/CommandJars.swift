public import Core
internal import System

/// The files of commands that `exec` started, mainly cookie files. Each process has its own, because a command may
/// rewrite its file (yt-dlp does). No other command removes the file while that process lives. When the command ends,
/// no fedauth process is left to remove the file; the next fedauth command does (`RuntimeSweep`).
public struct CommandJars {
    private let directory: String
    /// The kind of the files (`OwnedName`).
    static let kind = "exec"
    /// How the name of a cookie file ends.
    public static let suffix = ".txt"
    /// How the name of the cookie file of a session begins.
    public static let sessionPrefix = "cookies-"

    /// Keeps the files in the runtime directory.
    public init(directory: String) { self.directory = directory }

    /// Returns the path of this process's file, which outlives exec; `.txt` is a cookie file.
    public func path(_ session: String, ending: String = suffix) throws(FedauthError) -> String {
        directory + "/" + OwnedName(Self.kind, try FileNames.plain(session) + ending).text
    }

    /// Returns the processes that have a file of this session.
    public func users(of session: String) throws(FedauthError) -> [Int32] {
        let name = try FileNames.plain(session) + Self.suffix
        return FileNames.names(in: directory).compactMap(OwnedName.init)
            .filter { $0.kind == Self.kind && $0.rest == name && $0.owner.isRunning }.map(\.owner.id)
    }
}
