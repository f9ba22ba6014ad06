import Glibc
import Testing

/// What suites need that sign in by a program of the user's own.
protocol PresenterProgramming {
    var home: Home { get }
}

extension PresenterProgramming {
    static var start: String { "https://sp.example.org/start" }
    static var finish: String { "https://sp.example.org/done" }
    static var cookies: String {
        #"{"type":"cookies","cookies":[{"name":"a","value":"needle","domain":"sp.example.org","httpOnly":true}]}"#
    }
    /// A session needs a cookie.
    static var end: String { cookies + "\n" + #"{"type":"finish","url":"https://sp.example.org/done"}"# }

    /// Writes a program for a shell.
    func program(_ text: String, interpreter: String = "#!/bin/bash") throws -> String {
        let path = try home.file("presenter", "\(interpreter)\n\(text)\n")
        chmod(path, 0o700)
        return path
    }

    func words(_ program: String, _ more: [String] = []) -> [String] {
        ["saml", Self.start, "--finish", Self.finish, "--presenter", "exec:" + program] + more
    }

    func signIn(_ text: String, _ more: [String] = []) throws -> Outcome {
        try home.fedauth(words(try program(text), more))
    }

    /// Waits until the process whose ID the program has written is gone.
    func isGone(_ file: String) throws -> Bool {
        let number = try #require(pid_t(Files.text(home.path + "/" + file).split(separator: "\n").first ?? ""))
        return comesTrue(within: 10) { kill(number, 0) != 0 }
    }
}
