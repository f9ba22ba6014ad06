public import Core
public import Secrets
internal import System

/// A command with its words and its environment, to which fedauth adds only the session's variables.
public struct CommandImage {
    private let image: ProcessImage
    private let variables: [(name: String, value: SharedSecret)]

    /// `words`: as the kernel passed them, with a nil at the end. `file`: the program, nil for the first word, found by
    /// PATH as in a shell. The command inherits no variable whose name `replaces` accepts.
    public init(
        words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>, file: String? = nil,
        variables: [(name: String, value: SharedSecret)], replaces: @escaping (String) -> Bool
    ) {
        image = ProcessImage(words: words, file: file, isReplaced: replaces)
        self.variables = variables
    }

    /// Replaces this process with the command. Returns only by throwing `command-not-found` or
    /// `command-not-executable`.
    public func execute() throws(FedauthError) -> Never {
        var text = try text()
        throw error(text.withMutableBytes(count: text.count) { image.execute(adding: $0) })
    }

    /// Runs the command as a child, with its output passed through filters. Throws the same errors as `execute`.
    func run(
        in relay: RelayedCommand, _ started: (_ process: Int32) -> Void
    ) throws(FedauthError) -> ProcessEnd {
        var text = try text()
        let count = text.count
        do throws(SystemFailure) {
            return try relay.run { (output, errors) throws(SystemFailure) in
                defer { text.truncate(to: 0) }
                let process = try text.withMutableBytes(count: count) { (bytes) throws(SystemFailure) in
                    try image.start(adding: bytes, output: output, errors: errors)
                }
                started(process)
                return process
            }
        } catch {
            throw error.function == "signalfd" ? SystemCall.error("receive", "signals", error) : self.error(error)
        }
    }

    /// Returns the variables as `NAME=value`, each with a NUL behind it.
    private func text() throws(FedauthError) -> Secret {
        var text = Secret(capacity: 4096)
        for (name, value) in variables {
            guard value.withBytes({ !$0.contains(0) }) else {
                throw FedauthError(.badAnswer, "the value of '\(name)' has a NUL in it", hint: "sign in again")
            }
            text.append(name + "=")
            value.withBytes { text.append($0) }
            text.append(0)
        }
        return text
    }

    private func error(_ failure: SystemFailure) -> FedauthError {
        let name = image.name
        let shown = name.folded(to: 100)
        if failure.isAboutLength {
            return FedauthError(
                .commandNotExecutable, "cannot execute '\(shown)': its arguments and environment are too long",
                hint: "'--url' passes fewer cookies; or put long arguments into a file")
        }
        guard failure.namesNoFile else {
            return FedauthError(
                .commandNotExecutable, "cannot execute '\(shown)': \(failure.text)",
                hint: "it must be a program, and 'chmod +x' makes it executable")
        }
        if image.isFile {
            return FedauthError(
                .commandNotExecutable, "cannot execute '\(shown)': the interpreter that it names is missing",
                hint: "look at its first line, or at 'file \(shown)'")
        }
        return FedauthError(
            .commandNotFound, "there is no command '\(shown)'",
            hint: name.contains("/") ? "check the path" : "not found in PATH")
    }
}
