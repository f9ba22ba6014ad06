import Application
import Core
import Secrets
import System

/// The cookie file of the process that is about to become a command.
final class CommandJar: CookieJarPlace {
    private let jars: CommandJars
    private var written: GuardedFile?

    init(_ jars: CommandJars) { self.jars = jars }

    func write(_ content: consuming Secret, _ session: String) throws(FedauthError) -> String {
        let path = try jars.path(session)
        try content.withBytes { (bytes) throws(FedauthError) in try AtomicFile.write(bytes, to: path) }
        written = GuardedFile(path)
        return path
    }

    /// Removes the file when the command could not be started, or has ended.
    func remove() {
        if let written { Files.remove(written.path) }
        written = nil
    }
}
