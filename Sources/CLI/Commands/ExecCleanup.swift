import ArgumentParser
import Glibc

/// `fedauth exec-cleanup`: removes the files of the command that `exec` has become, when that command has ended.
struct ExecCleanup: BackgroundCommand {
    static let name = "exec-cleanup"
    static let configuration = CommandConfiguration(
        commandName: name, abstract: "Remove a command's files; started by 'exec'.", shouldDisplay: false)

    /// The descriptor of the command's handle.
    private static let command: Int32 = 3

    @Argument(help: "The files.")
    var files: [String]

    func run() {
        // Signals must not end this process before the command has ended.
        for number in [SIGHUP, SIGINT, SIGTERM, SIGQUIT] { signal(number, SIG_IGN) }
        var watched = pollfd(fd: Self.command, events: Int16(POLLIN), revents: 0)
        while poll(&watched, 1, -1) < 0 && errno == EINTR {}
        for path in files { unlink(path) }
    }
}
