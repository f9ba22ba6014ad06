internal import CPOSIX
internal import Glibc

/// All processes that a supervising process and its children have started.
public enum Descendants {
    /// Makes orphaned ones children of this process from now on, and lets this process continue when its parent ends.
    public static func adopt() throws(SystemFailure) {
        try SystemFailure.check("prctl", cposix_adopt_orphans)
    }

    /// Makes this process that of another user, permanently; only root can. Throws when there is no such user.
    public static func become(user: UInt32) throws(SystemFailure) {
        try SystemFailure.check("setuid") { cposix_become_user(user) }
    }

    /// Waits until `child` ends or the other end of `link` is closed. In the second case `child` gets some time to end
    /// by itself.
    public static func wait(for child: Int32, untilClosed link: Int32, noticeMilliseconds: Int32) {
        if cposix_wait_for(child, link, -1) == 2 { _ = cposix_wait_for(child, -1, noticeMilliseconds) }
    }

    /// Ends all children (SIGTERM, then SIGKILL after `graceMilliseconds`) and those adopted meanwhile.
    public static func end(graceMilliseconds: Int32) { cposix_end_children(graceMilliseconds) }

    /// Time for a supervisor to end its program.
    private static let supervisorMilliseconds: Int32 = 20_000
    /// Time for the kernel to end a supervisor.
    private static let killMilliseconds: Int32 = 1000

    /// Waits until a supervising child, which was told to end its program, has ended, and releases its ID; kills it after 20
    /// seconds. Returns how it ended; nil when that is not known.
    public static func awaitSupervisor(_ supervisor: Int32) -> ProcessEnd? {
        guard supervisor > 0 else { return nil }
        do throws(SystemFailure) {
            if let end = try end(ofSupervisor: supervisor, within: supervisorMilliseconds) { return end }
            kill(supervisor, SIGKILL)
            // One that is stuck in the kernel ends later.
            return try end(ofSupervisor: supervisor, within: killMilliseconds) ?? .signal(SIGKILL)
        } catch {
            return nil
        }
    }

    /// Waits until a supervising child has ended, and releases its ID. Returns nil when it runs longer than that. Throws when
    /// this process has no such child.
    public static func end(
        ofSupervisor supervisor: Int32, within milliseconds: Int32
    ) throws(SystemFailure) -> ProcessEnd? {
        cposix_await_supervisor(supervisor, milliseconds)
        return try ProcessEnd.now(of: supervisor)
    }

    /// Ends the processes of this user that have `mark` in their environment, with those of their sessions. Returns whether
    /// none is left.
    public static func end(marked mark: String) -> Bool { cposix_end_marked(mark) }
}
