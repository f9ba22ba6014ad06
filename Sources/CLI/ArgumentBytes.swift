import Core
import Glibc

/// The words of the command line as the kernel hands them over.
enum ArgumentBytes {
    /// Throws `usage` for an argument that is not UTF-8. Swift repairs such bytes when it makes a `String`, and names and
    /// paths that differ would become one. The same for an option that is longer than any: the parser would compare it
    /// with all of them, which takes seconds.
    ///
    /// - Parameter isExec: the words behind `--` are a command, which gets them as they are: `commandWords`.
    static func check(isExec: Bool) throws(FedauthError) {
        var isBehindOptions = false
        for position in 1..<max(1, Int(CommandLine.argc)) {
            guard let word = CommandLine.unsafeArgv[position] else { return }
            if strcmp(word, "--") == 0 {
                if isExec { return }
                isBehindOptions = true
            }
            guard let text = String(validatingCString: word) else {
                throw FedauthError(
                    .usage, "argument \(position) is not UTF-8, and names and paths must be",
                    hint: "write it in UTF-8; 'iconv' converts text, and 'mv' gives a file another name")
            }
            guard !isBehindOptions, text.hasPrefix("--") else { continue }
            let name = text.prefix { $0 != "=" }
            if name.utf8.count > longestOptionBytes {
                throw FedauthError(
                    .usage, "unknown option '\(String(name).folded(to: 60))'",
                    hint: "'fedauth help' shows what there is")
            }
        }
    }

    private static let longestOptionBytes = 256

    /// The words behind the first `--`, as the kernel handed them over, with a nil at their end; nil when there are none.
    static var commandWords: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
        for position in 1..<max(1, Int(CommandLine.argc)) {
            guard let word = CommandLine.unsafeArgv[position] else { return nil }
            guard strcmp(word, "--") == 0 else { continue }
            let words = CommandLine.unsafeArgv + position + 1
            return words.pointee == nil ? nil : words
        }
        return nil
    }
}
