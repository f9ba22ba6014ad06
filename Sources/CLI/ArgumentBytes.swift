import CPOSIX
import Core
import Glibc

/// The words of the command line as the kernel hands them over.
enum ArgumentBytes {
    /// The command line, with the program's name in front.
    static var words: [String] {
        (0..<Int(cposix_word_count())).compactMap { cposix_words()[$0].map { String(cString: $0) } }
    }

    /// Throws `usage` for an argument that is not UTF-8. Swift repairs such bytes when it makes a `String`, and names and
    /// paths that differ would become one.
    ///
    /// - Parameter isExec: the words behind `--` are a command, which gets them as they are: `commandWords`.
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

    /// The words behind the first `--`, as the kernel handed them over, with a nil at their end; nil when there are none.
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
