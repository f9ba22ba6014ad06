import Application
import Core
import Secrets

/// The destination of a result that contains secrets.
struct OutputOptions: OptionGroup {
    var output: String?

    mutating func declare(_ list: OptionList) {
        list.option(
            "output", &output, "file", "Write to this file, which is private and written atomically; '-' is stdout.",
            short: "o", completion: .file)
    }

    /// Whether it goes to stdout.
    var isStdout: Bool { output == nil || output == "-" }

    /// Writes the content; a server's text gets to a terminal unchanged only when '-' is named.
    func write(
        _ content: borrowing Secret, isOfServer: Bool, in context: CommandContext
    ) throws(FedauthError) {
        guard let output else {
            return isOfServer ? try context.streams.resultOfServer(content) : try context.streams.result(content)
        }
        guard !isStdout else { return try context.streams.result(content) }
        try context.checkResult(output)
        try content.withBytes { (bytes) throws(FedauthError) in try AtomicFile.write(bytes, to: output) }
    }
}
