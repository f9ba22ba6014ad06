internal import CPOSIX
internal import Glibc

/// A process between this program and a program that it needs: it adopts the processes that the program leaves behind,
/// and ends all of them when it is no longer needed.
public enum ProcessSupervisor {
    /// A socket that closes when the program is no longer needed.
    static let link: Int32 = 3

    /// The program gets time to react to the end of its stdin first.
    private static let noticeMilliseconds: Int32 = 300
    private static let graceMilliseconds: Int32 = 700

    /// Runs the program and ends in the same way. `SupervisedProcess` starts the process that calls it.
    public static func serve(_ words: [String]) -> Never {
        _ = fcntl(link, F_SETFD, FD_CLOEXEC)
        // Signals of the terminal reach the program directly; they also end the process that needs it.
        let terminal = [SIGINT, SIGQUIT, SIGHUP, SIGTERM]
        let handled = terminal.filter { !cposix_image_ignored($0) }
        for number in terminal { signal(number, SIG_IGN) }
        guard cposix_adopt_orphans() == 0, !words.isEmpty else { exit(EXIT_FAILURE) }
        let program: pid_t
        do throws(SystemFailure) {
            program = try GuardedSpawn.start(words, handled: handled) { _ in }
        } catch {
            var number = UInt8(clamping: error.number)
            _ = write(link, &number, 1)
            exit(EXIT_FAILURE)
        }
        cposix_unguard_child()
        // Only the program may hold its pipes, so that their end shows the program's end.
        let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
        for stream in [0, 1] as [Int32] { dup2(nothing, stream) }
        if cposix_wait_for(program, link, -1) == 2 { _ = cposix_wait_for(program, -1, noticeMilliseconds) }
        let end = (try? ProcessEnd.now(of: program)) ?? nil
        cposix_end_children(graceMilliseconds)
        switch end {
        case nil: exit(EXIT_FAILURE)
        case .status(let number): exit(Int32(number))
        case .signal(let number):
            // The supervisor ends in the same way as the program, to report it.
            cposix_die_by(number)
            exit(0)
        }
    }
}
