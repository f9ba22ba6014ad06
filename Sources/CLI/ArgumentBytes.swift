import CPOSIX
import Core
import Glibc

/// The words of the command line as the kernel passes them.
enum ArgumentBytes {
    /// The command line, with the program's name in front.
    static var words: [String] {
        (0..<Int(cposix_word_count())).compactMap { cposix_words()[$0].map { String(cString: $0) } }
    }
    /// The command line as the kernel passed it, with the program's name in front and without the nil at the end.
    static var pointers: [UnsafeMutablePointer<CChar>?] { (0..<Int(cposix_word_count())).map { cposix_words()[$0] } }

    /// Throws `usage` for an argument that is not UTF-8: Swift replaces invalid bytes when it makes a `String`, so that
    /// different names or paths could become equal. A command behind `--` (`isExec`) gets its words as they are.
    static func check(isExec: Bool) throws(FedauthError) {
        for position in 1..<max(1, Int(cposix_word_count())) {
            guard let word = cposix_words()[position] else { return }
            if isExec, strcmp(word, "--") == 0 { return }
            guard String(validatingCString: word) == nil else { continue }
            throw FedauthError(
                .usage, "argument \(position) is not UTF-8, and names and paths must be",
                hint: "write it in UTF-8; 'iconv' converts text, and 'mv' gives a file another name")
        }
    }

    /// The words after the first `--`, as the kernel passed them, with a nil at the end; nil when there are none.
    static var commandWords: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
        for position in 1..<max(1, Int(cposix_word_count())) {
            guard let word = cposix_words()[position] else { return nil }
            guard strcmp(word, "--") == 0 else { continue }
            let words = cposix_words() + position + 1
            return words.pointee == nil ? nil : words
        }
        return nil
    }
}
