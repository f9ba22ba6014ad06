import ArgumentParser
import Core
import Secrets

/// Where a result with secrets in it goes.
struct OutputOptions: ParsableArguments {
    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Write to this file (private, whole or not at all); '-' is stdout.", valueName: "file"),
        completion: .file())
    var output: String?

    /// Whether it goes to stdout.
    var isStdout: Bool { output == nil || output == "-" }

    func write(_ content: borrowing Secret, in context: CommandContext) throws(FedauthError) {
        guard let output, !isStdout else { return try context.streams.result(content) }
        try content.withBytes { (bytes) throws(FedauthError) in try AtomicFile.write(bytes, to: output) }
    }
}
