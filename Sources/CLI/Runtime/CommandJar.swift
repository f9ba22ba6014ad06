import CPOSIX
import Core
import Glibc
import Secrets

/// The cookie file of the process that is about to become a command.
final class CommandJar: CookieJarPlace {
    private let jars: CommandJars
    private var written: (path: String, slot: Int32)?

    init(_ jars: CommandJars) { self.jars = jars }

    func write(_ content: consuming Secret, _ session: String) throws(FedauthError) -> String {
        let path = try jars.path(session)
        try content.withBytes { (bytes) throws(FedauthError) in try AtomicFile.write(bytes, to: path) }
        written = (path, cposix_guard_file(path))
        return path
    }

    /// Removes the file when the command could not be started, or has ended.
    func remove() {
        guard let written else { return }
        unlink(written.path)
        cposix_unguard_file(written.slot)
        self.written = nil
    }
}
