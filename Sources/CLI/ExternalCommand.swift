import Application
import Core
import Glibc
import System

/// A command that is a program of the user's own: `fedauth foo` runs `fedauth-foo` from PATH, as git does.
enum ExternalCommand {
    /// Replaces this process with the program. Returns when there is none; throws `command-not-executable`.
    ///
    /// - Parameter words: the words of this process, of which the first is not a command of fedauth.
    static func run(_ words: [String]) throws(FedauthError) {
        // Hints and help handle changed words; a program gets the words as the kernel passed them.
        guard let name = words.first, isName(name), ArgumentBytes.words.dropFirst().elementsEqual(words) else { return }
        guard let program = strdup("fedauth-" + name) else { return }
        var list = [program] + ArgumentBytes.pointers.dropFirst(2) + [nil]
        defer { free(program) }
        do throws(FedauthError) {
            try list.withUnsafeMutableBufferPointer { (list) throws(FedauthError) in
                guard let first = list.baseAddress else { return }
                try CommandImage(words: first, variables: [], replaces: { _ in false }).execute()
            }
        } catch {
            if error.code != .commandNotFound { throw error }
        }
    }

    /// Whether a program may have the name: a path or an option is not looked for.
    private static func isName(_ word: String) -> Bool {
        word.utf8.count <= 64 && word.utf8.first.map { $0 != UInt8(ascii: "-") } == true
            && word.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }
}
