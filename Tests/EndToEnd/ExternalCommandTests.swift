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

    // MARK: aliases

    @Test func anAliasStandsForItsWordsAndThoseBehindIt() throws {
        mkdir(home.path + "/config", 0o700)
        mkdir(home.path + "/config/fedauth", 0o700)
        let config = try home.file(
            "config/fedauth/config.toml",
            """
            [profile.mail]
            sap = "https://mail.test"
            [aliases]
            report = "help"
            status = "help"
            show = "profile show"
            mail = "show mail"
            keep = ["store", "put", "a b"]
            sh = "!printf '%s|'"
            round = "about"
            about = "round"
            quoted = "store get 'a b'"
            """)
        #expect(try home.fedauth("mail", "--json").text.contains("https://mail.test"))
        let kept = try home.fedauth(["keep", "--store", "file"], input: "x")
        #expect(kept.status == 0, "\(kept)")
        #expect(try home.fedauth("store", "get", "a b").text == "x")
        let shell = try home.fedauth("sh", "a b", "-c", "--", "'")
        #expect(shell.status == 0 && shell.text == "a b|-c|--|'|", "\(shell)")
        // A program and a command of fedauth come first.
        #expect(try home.fedauth("report").status == 7)
        #expect(!(try home.fedauth("status").text.contains("Usage:")))
        try home.fedauth("round").expectComplaint(
            2, "'\(config)' line 10, column 9: the alias 'round' leads back to itself")
        try home.fedauth("quoted").expectComplaint(2, "the alias 'quoted' takes a text of words, or a list of words")
        try home.fedauth("nothing").expectComplaint(2, "nothing")
        // Another file has no such alias.
        let other = try home.file("other.toml", "[aliases]\nother = 'profile list'\n")
        #expect(try home.fedauth("other", "--config", other).status == 0)
        #expect(try home.fedauth("other", "--config=" + other).status == 0)
        try home.fedauth("mail", "--config", other).expectComplaint(2, "mail")
    }

    @Test func aFileThatIsNoProgramIsNamed() throws {
        _ = try home.file("bin/fedauth-text", "text\n")
        try home.fedauth("text").expectComplaint(126, "cannot execute 'fedauth-text'")
    }
}
