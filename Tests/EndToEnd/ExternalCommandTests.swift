import Glibc
import Testing

@testable import CommandSupport

/// Tests `fedauth NAME` for a program of the user's own.
struct ExternalCommandTests {
    let home: Home

    init() throws {
        home = try Home()
        mkdir(home.path + "/bin", 0o700)
        home.environment["PATH"] = home.path + "/bin:/usr/bin:/bin"
        try program("report", "printf '%s|' \"$@\"; exit 7")
    }

    private func program(_ name: String, _ script: String) throws {
        chmod(try home.file("bin/fedauth-" + name, "#!/bin/sh\n\(script)\n"), 0o755)
    }

    @Test func theProgramGetsTheWordsAndItsStatusIsOurs() throws {
        let outcome = try home.fedauth("report", "--json", "a b", "-q", "", "--", "c")
        #expect(outcome.status == 7 && outcome.text == "--json|a b|-q||--|c|", "\(outcome)")
    }

    @Test func fedauthsOwnCommandsAreFirst() throws {
        try program("status", "echo other")
        #expect(!(try home.fedauth("status").text.contains("other")))
        try program("nosuch", "echo other")
        for words in [["store", "nosuch"], ["help", "nosuch"], ["--quiet", "nosuch"], ["../bin/fedauth-nosuch"]] {
            let outcome = try home.fedauth(words)
            #expect(outcome.status == 2 && outcome.output.isEmpty, "\(outcome)")
        }
    }

    @Test func aFileThatIsNoProgramIsNamed() throws {
        _ = try home.file("bin/fedauth-text", "text\n")
        try home.fedauth("text").expectComplaint(126, "cannot execute 'fedauth-text'")
    }
}
