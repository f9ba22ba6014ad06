import CPOSIX
import Core
import Glibc
import Secrets

extension ErrorCode {
    /// The command of `exec` does not exist.
    static let commandNotFound = ErrorCode("command-not-found", .commandNotFound)
    /// The command of `exec` exists and cannot be executed.
    static let commandNotExecutable = ErrorCode("command-not-executable", .commandNotExecutable)
}

/// A command with its words and its whole environment, byte for byte as received; fedauth adds only the session's
/// variables.
struct ProcessImage {
    /// The words as the kernel passed them, with a nil at the end.
    let words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
    let variables: SessionVariables

    /// Replaces this process with the command. Returns only by throwing `command-not-found` or
    /// `command-not-executable`.
    func execute() throws(FedauthError) -> Never {
        let file = words[0]
        try withEnvironment { environment in cposix_image_execute(file, words, environment) }
        throw failure()
    }

    /// Starts the command as a child that writes to these descriptors, unless they are below 0. Throws the same errors
    /// as `execute`.
    func start(output: Int32, errors: Int32) throws(FedauthError) -> pid_t {
        let file = words[0]
        let child = try withEnvironment { environment in
            cposix_image_spawn(file, words, environment, output, errors)
        }
        guard child > 0 else { throw failure() }
        return child
    }

    /// Returns the error for `errno`.
    private func failure() -> FedauthError {
        let number = errno
        let name = words[0].map { String(cString: $0) } ?? ""
        let shown = name.folded(to: 100)
        if number == E2BIG {
            return FedauthError(
                .commandNotExecutable,
                "cannot execute '\(shown)': its words and environment are more than a program gets",
                hint: "fewer cookies go with '--url', or its words into a file")
        }
        guard number == ENOENT || number == ENOTDIR else {
            return FedauthError(
                .commandNotExecutable, "cannot execute '\(shown)': \(String(cString: strerror(number)).lowercased())",
                hint: "it must be a program, and 'chmod +x' makes it executable")
        }
        if name.contains("/"), let path = words[0], access(path, F_OK) == 0 {
            return FedauthError(
                .commandNotExecutable, "cannot execute '\(shown)': the interpreter that it names is missing",
                hint: "look at its first line, or at 'file \(shown)'")
        }
        return FedauthError(
            .commandNotFound, "there is no command '\(shown)'",
            hint: name.contains("/") ? "check the path" : "it is in no directory of PATH")
    }

    /// Passes the environment to `body`: the variables of this process, without those that have fedauth's names, and
    /// the session's variables. Wipes the values of the latter after the call.
    private func withEnvironment<Result>(
        _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
    ) throws(FedauthError) -> Result {
        var text = Secret(capacity: 4096)
        var starts: [Int] = []
        for (name, value) in variables.entries {
            guard value.withBytes({ !$0.contains(0) }) else {
                throw FedauthError(.badAnswer, "the value of '\(name)' has a NUL in it", hint: "sign in again")
            }
            starts.append(text.count)
            text.append(name + "=")
            value.withBytes { text.append($0) }
            text.append(0)
        }
        var entries: [UnsafeMutablePointer<CChar>?] = []
        var entry = environ
        while let pointer = entry.pointee {
            if !isOurs(pointer) { entries.append(pointer) }
            entry += 1
        }
        let count = text.count
        return text.withMutableBytes(count: count) { bytes in
            let base = bytes.bindMemory(to: CChar.self).baseAddress
            return (entries + starts.map { base?.advanced(by: $0) } + [nil]).withUnsafeBufferPointer { list in
                // The list is never empty, because it ends with a nil.
                withExtendedLifetime(bytes) { body(list.baseAddress ?? UnsafePointer(environ)) }
            }
        }
    }

    private func isOurs(_ entry: UnsafePointer<CChar>) -> Bool {
        guard let end = strchr(entry, 0x3D) else { return false }
        let name = UnsafeBufferPointer(start: entry, count: UnsafePointer(end) - entry).map { UInt8(bitPattern: $0) }
        return variables.replaces(String(decoding: name, as: UTF8.self))
    }
}
