import Application
import Glibc
import Secrets
import System

/// A manual page of fedauth.
struct ManualPage {
    let name: String
    let section: Int

    /// Replaces this process with man(1), or with a shell that prints `text`; returns when there is no shell.
    func show(orPrint text: String, _ environment: Environment) {
        let script = #"man -w "$1" "$2" >/dev/null 2>&1 && exec man "$1" "$2"; printf %s "$3""#
        let strings = ["/bin/sh", "-c", script, "man", String(section), name, text]
        var words: [UnsafeMutablePointer<CChar>?] = strings.map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        words.withUnsafeMutableBufferPointer { words in
            guard let first = words.baseAddress else { return }
            let path = SharedSecret(text: ProgramSearch(environment).list)
            try? CommandImage(words: first, variables: [("PATH", path)], replaces: { $0 == "PATH" }).execute()
        }
    }
}
