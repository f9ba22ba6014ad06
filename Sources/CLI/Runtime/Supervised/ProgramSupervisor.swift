import ArgumentParser
import CPOSIX
import Core
import Glibc

/// `fedauth program-supervisor -- PROGRAM ARGUMENT…`: runs the user's own program, and ends it with all processes that
/// it has started when the command that needed it has ended.
struct ProgramSupervisor: BackgroundCommand {
    static let configuration = CommandConfiguration(
        commandName: "program-supervisor", abstract: "Keep a program; started by other commands.", shouldDisplay: false)

    /// A socket that closes when the program is no longer needed.
    static let link: Int32 = 3

    /// The program gets time to react to the end of its stdin first.
    private static let noticeMilliseconds: Int32 = 300
    private static let graceMilliseconds: Int32 = 700

    @Argument var words: [String] = []

    func run() {
        _ = fcntl(Self.link, F_SETFD, FD_CLOEXEC)
        // Signals of the terminal reach the program directly; they also end the process that needs it.
        let terminal = [SIGINT, SIGQUIT, SIGHUP, SIGTERM]
        let handled = terminal.filter { !cposix_image_ignored($0) }
        for number in terminal { signal(number, SIG_IGN) }
        guard cposix_adopt_orphans() == 0, let name = words.first else { Glibc.exit(EXIT_FAILURE) }
        let program: pid_t
        do throws(FedauthError) {
            program = try GuardedSpawn.start(words, name: name, handled: handled) { _ in }
        } catch {
            var number = UInt8(clamping: errno)
            _ = write(Self.link, &number, 1)
            Glibc.exit(EXIT_FAILURE)
        }
        cposix_unguard_child()
        // Only the program may hold its pipes, so that their end shows the program's end.
        let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
        for stream in [0, 1] as [Int32] { dup2(nothing, stream) }
        if cposix_wait_for(program, Self.link, -1) == 2 { _ = cposix_wait_for(program, -1, Self.noticeMilliseconds) }
        var status: Int32 = 0
        let hasEnded = SystemCall.retrying { waitpid(program, &status, WNOHANG) } == program
        cposix_end_children(Self.graceMilliseconds)
        // The supervisor ends in the same way as the program, to report it.
        if hasEnded, status & 0x7F != 0 { cposix_die_by(status & 0x7F) }
        Glibc.exit(hasEnded ? (status >> 8) & 0xFF : EXIT_FAILURE)
    }
}
