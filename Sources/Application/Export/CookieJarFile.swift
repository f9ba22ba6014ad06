public import Core
public import Secrets
import System

/// The cookie file that FEDAUTH_COOKIE_JAR names: one for each session, in the runtime directory. It disappears when
/// the machine stops or the desktop session ends.
public final class CookieJarFile: SessionFiles {
    private let command: Context

    /// Reads and writes nothing yet.
    public init(_ command: Context) { self.command = command }

    /// Writes the file, unless it is there already, and returns its path.
    public func write(_ content: consuming Secret, _ session: String) throws(FedauthError) -> String {
        let path = try path(session)
        try content.withBytes { (bytes) throws(FedauthError) in
            // A shell that exports again before each command finds the same cookies.
            if !Self.isWritten(bytes, at: path) { try AtomicFile.write(bytes, to: path) }
        }
        return path
    }

    /// Returns whether the file is private, and consists of these bytes.
    private static func isWritten(_ bytes: UnsafeRawBufferPointer, at path: String) -> Bool {
        guard let file = try? PrivateFile.open(path, writes: false),
            let status = try? FileStatus(descriptor: file.number), status.mode == 0o600,
            let old = try? FileBytes.read(file.number, name: path, limit: bytes.count)
        else { return false }
        return old.withBytes { $0.elementsEqual(bytes) }
    }

    /// Removes the file of `session`, if it exists.
    public func removeCookieFile(of session: String?) {
        guard let session, command.directories.existingRuntime != nil, let path = try? path(session) else { return }
        Files.remove(path)
    }

    /// Returns the processes that `fedauth exec` started with cookies of `session` and that still run.
    public func processes(using session: String) -> [Int32] {
        guard let directory = command.directories.existingRuntime else { return [] }
        return (try? CommandJars(directory: directory).users(of: session)) ?? []
    }

    private func path(_ session: String) throws(FedauthError) -> String {
        try command.runtimeDirectory() + "/" + CommandJars.sessionPrefix + (try FileNames.plain(session))
            + CommandJars.suffix
    }
}
