import ArgumentParser
import Glibc

/// `fedauth exec-cleanup`: removes the files of a command that `exec` has become, when it has ended.
struct ExecCleanup: BackgroundCommand {
    static let name = "exec-cleanup"
    static let configuration = CommandConfiguration(
        commandName: name, abstract: "Remove a command's files; started by 'exec'.", shouldDisplay: false)

    /// Where the command's handle is.
    private static let command: Int32 = 3

    @Argument(help: "The files.")
    var files: [String]

    func run() {
        // Until the command has ended, nothing else ends this.
        for number in [SIGHUP, SIGINT, SIGTERM, SIGQUIT] { signal(number, SIG_IGN) }
        var watched = pollfd(fd: Self.command, events: Int16(POLLIN), revents: 0)
        while poll(&watched, 1, -1) < 0 && errno == EINTR {}
        for path in files { unlink(path) }
    }
}
