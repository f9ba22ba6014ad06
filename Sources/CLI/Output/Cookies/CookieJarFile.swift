import Application
import Core
import Secrets
import System

/// The cookie file that FEDAUTH_COOKIE_JAR names: one for each session, in the runtime directory. It disappears when
/// the machine stops or the desktop session ends.
struct CookieJarFile: CookieJarPlace {
    private let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    /// Replaces the file and returns its path.
    func write(_ content: consuming Secret, _ session: String) throws(FedauthError) -> String {
        let path = try path(session)
        CommandJars(directory: FileNames.directory(of: path)).removeStale()
        try content.withBytes { (bytes) throws(FedauthError) in try AtomicFile.write(bytes, to: path) }
        return path
    }

    /// Removes the file of `session`, if it exists, and the files of commands that have ended.
    func remove(_ session: String?) {
        guard let directory = context.directories.runtime(makes: false) else { return }
        if let session, let path = try? path(session) { Files.remove(path) }
        CommandJars(directory: directory).removeStale()
    }

    private func path(_ session: String) throws(FedauthError) -> String {
        try context.runtimeDirectory() + "/" + CommandJars.sessionPrefix + (try FileNames.plain(session))
            + CommandJars.suffix
    }
}
