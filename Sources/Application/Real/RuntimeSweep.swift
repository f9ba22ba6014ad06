internal import Browser
internal import System

/// Removes from the runtime directory what belongs to processes that were killed: the files of commands that `exec` started,
/// browsers, copies; and the files of locks. Every command begins with it, so it costs a readdir(3) for each directory where nothing
/// is left.
public struct RuntimeSweep {
    private let directory: String?
    private let locks: String
    /// The kind of a private copy (`OwnedName`).
    static let copyKind = "copy"
    private static let kinds: Set = [CommandJars.kind, copyKind]
    /// A writer needs milliseconds, so an older file has no writer.
    private static let writingSeconds: Int64 = 60
    /// The most that a command waits for the end of a browser that was left; that goes on without the command.
    private static let browserMilliseconds: Int32 = 1000

    /// Sweeps the runtime directory, which is private, and that of locks.
    public init(directory: String?, locks: String) { (self.directory, self.locks) = (directory, locks) }

    /// Removes it. Changes nothing of a process that runs.
    public func run() {
        FileSignInLock.sweep(locks)
        guard let directory else { return }
        FileSignInLock.sweep(directory)
        for name in FileNames.names(in: directory) {
            let path = directory + "/" + name
            if let owned = OwnedName(name) {
                guard !owned.owner.isRunning else { continue }
                if owned.kind == BrowserSupervisor.recordKind {
                    BrowserSupervisor.clean(
                        path, arguments: [PresenterSetup.browserSupervisor], milliseconds: Self.browserMilliseconds)
                } else if Self.kinds.contains(owned.kind) {
                    Files.removeTree(path)
                }
            } else if name.hasPrefix(CommandJars.sessionPrefix), name.hasSuffix(".tmp"),
                let status = FileStatus(path, followsLinks: false),
                status.changed < SystemTime.seconds - Self.writingSeconds
            {
                Files.remove(path)
            }
        }
    }
}
