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

    /// Whoever can write to the working directory would choose the program.
    @Test(arguments: ["", ".", "bin", ":/usr/bin", "/usr/bin:", "/usr/bin::/bin", ".:/bin", "./bin:/bin"])
    func noProgramIsTakenFromTheWorkingDirectory(_ path: String) throws {
        home.environment["PATH"] = path
        chmod(try home.file("fedauth-report", "#!/bin/sh\necho wrong\n"), 0o755)
        let outcome = try Run.program(
            "/bin/sh", ["-c", "cd \"$1\"; exec \"$2\" report", "sh", home.path, Home.binary],
            environment: home.environment)
        #expect(outcome.status == 2 && outcome.output.isEmpty, "\(outcome)")
    }

    // MARK: aliases

    @Test func anAliasStandsForItsWordsAndThoseBehindIt() throws {
        try home.configure(
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
            open = "profile list --insecure"
            free = ["request", "--no-sandbox", "--trace-secrets"]
            again = "login --send-refused"
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
            2, "'\(home.configuration)' line 10, column 9: the alias 'round' leads back to itself")
        try home.fedauth("quoted").expectComplaint(2, "the alias 'quoted' takes a text of words, or a list of words")
        try home.fedauth("nothing").expectComplaint(2, "nothing")
        // What gives up a protection is meant each time.
        for (name, option) in [("open", "insecure"), ("free", "no-sandbox"), ("again", "send-refused")] {
            try home.fedauth(name).expectComplaint(2, "the alias '\(name)' has '--\(option)', which must be typed")
        }
        // Another file has no such alias.
        let other = try home.file("other.toml", "[aliases]\nother = 'profile list'\n")
        #expect(try home.fedauth("other", "--config", other).status == 0)
        #expect(try home.fedauth("other", "--config=" + other).status == 0)
        try home.fedauth("mail", "--config", other).expectComplaint(2, "mail")
    }

    @Test func anAliasOfFedauthHasTheStoresPassphraseAndAShellHasNot() throws {
        try home.configure(
            "[aliases]\nkeep = 'store put a --store file'\nread = 'store get a --store file'\nsh = '!env; echo'\n")
        home.environment["FEDAUTH_STORE_PASSPHRASE"] = "chosen passphrase"
        let kept = try home.fedauth(["keep"], input: "x")
        #expect(kept.status == 0, "\(kept)")
        #expect(try home.fedauth("read").text == "x")
        #expect(!(try home.fedauth("sh").text.contains("chosen passphrase")))
    }

    @Test func helpNamesWhatAnAliasStandsForAndGoesToPrograms() throws {
        try home.configure("[aliases]\npl = ['profile', 'list']\nsh = \"!echo ran\\n\"\n")
        #expect(try home.fedauth("help", "pl").text == "'pl' is an alias for 'fedauth profile list'\n")
        #expect(try home.fedauth("pl", "--help").text == home.fedauth("profile", "list", "--help").text)
        for words in [["help", "sh"], ["sh", "--help"], ["sh", "-h"]] {
            #expect(try home.fedauth(words).text == "'sh' is an alias for '!echo ran'\n")
        }
        #expect(try home.fedauth("sh", "a").text == "ran a\n")
        for flag in ["--help", "-h", "--version"] {
            let outcome = try home.fedauth("report", flag)
            #expect(outcome.status == 7 && outcome.text == flag + "|", "\(outcome)")
        }
    }

    @Test func tabOffersAliasesAndCompletesWhatTheyStandFor() throws {
        try home.configure("[aliases]\nkeep = 'store put'\nstatus = 'store list'\nbad = ''\n")
        let names = try home.fedauth("---complete", "fish", "").text.split(separator: "\n").map {
            $0.prefix { $0 != "\t" }
        }
        #expect(names.contains("keep") && !names.contains("bad") && names.count { $0 == "status" } == 1, "\(names)")
        #expect(try home.fedauth("---complete", "fish", "keep", "--if-a").text.contains("--if-absent"))
    }

    @Test func aFileThatIsNoProgramIsNamed() throws {
        _ = try home.file("bin/fedauth-text", "text\n")
        try home.fedauth("text").expectComplaint(126, "cannot execute 'fedauth-text'")
    }
}
