import Core
import Glibc

/// The words of the command line as the kernel hands them over.
enum ArgumentBytes {
    /// Throws `usage` for an argument that is not UTF-8. Swift repairs such bytes when it makes a `String`, and names and
    /// paths that differ would become one.
    static func check() throws(FedauthError) {
        for position in 1..<max(1, Int(CommandLine.argc)) {
            guard let word = CommandLine.unsafeArgv[position] else { return }
            guard String(validatingCString: word) == nil else { continue }
            throw FedauthError(
                .usage, "argument \(position) is not UTF-8, and names and paths must be",
                hint: "write it in UTF-8; 'iconv' converts text, and 'mv' gives a file another name")
        }
    }
}
