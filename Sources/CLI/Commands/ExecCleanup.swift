import Application
import System

/// `fedauth exec-cleanup`: removes the files of the command that `exec` has become, when that command has ended.
struct ExecCleanup: BackgroundCommand {
    static let configuration = CommandConfiguration(
        commandName: CommandFiles.cleanup, abstract: "Remove a command's files; started by 'exec'.",
        shouldDisplay: false)

    /// The descriptor of the command's handle.
    private static let command: Int32 = 3

    var files: [String] = []

    mutating func declare(_ list: OptionList) { list.arguments("files", &files, "The files.", isRequired: true) }

    func run() {
        // Signals must not end this process before the command has ended.
        ThisProcess.ignoreStopSignals()
        while !Readiness.wait(for: Self.command, milliseconds: nil) {}
        for path in files { Files.remove(path) }
    }
}
