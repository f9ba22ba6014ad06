internal import CPOSIX
internal import Glibc

/// All processes that a supervising process and its children have started.
public enum Descendants {
    /// Makes orphaned ones children of this process from now on.
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

    /// Waits until a supervising child, which was told to end its program, has ended, and releases its ID. Returns how it ended;
    /// nil when that is not known.
    @discardableResult
    public static func awaitSupervisor(_ supervisor: Int32) -> ProcessEnd? {
        guard supervisor > 0 else { return nil }
        cposix_await_supervisor(supervisor)
        do throws(SystemFailure) { return try ProcessEnd.wait(for: supervisor) } catch { return nil }
    }

    /// Ends the processes of this user that have `mark` in their environment, with those of their sessions.
    public static func end(marked mark: String) { cposix_end_marked(mark) }
}
