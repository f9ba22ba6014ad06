import Glibc
import Testing

@testable import CommandSupport

/// Tests the command `fedauth profile`: the content of the file, the messages, and the statuses.
struct ProfileTests {
    let home: Home

    init() throws {
        home = try Home(hasPassphrase: true)
        mkdir(home.path + "/config", 0o700)
        mkdir(home.path + "/config/fedauth", 0o700)
    }

    private var config: String { home.path + "/config/fedauth/config.toml" }
    private static let text = """
        # mine
        [defaults]
        profile = "mail"

        # about mail
        [profile.mail]
        sap = "https://mail.test" # where

        [profile.other]
        sap = "https://other.test"

        """

    private func write(_ text: String = text) throws { _ = try home.file("config/fedauth/config.toml", text) }
    private func mode(_ path: String) -> mode_t {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode : 0
    }

    // MARK: add, list, remove

    @Test func theMachinesProfilesAreBelowTheUsers() throws {
        mkdir(home.path + "/etc", 0o755)
        mkdir(home.path + "/etc/fedauth", 0o755)
        let system = try home.file(
            "etc/fedauth/config.toml",
            """
            [defaults]
            user = "everybody"
            timeout = "7s"
            [profile.mail]
            sap = "https://machine.test"
            [profile.shared]
            sap = "https://shared.test"
            """)
        home.environment["XDG_CONFIG_DIRS"] = "relative:\(home.path)/etc:/nowhere"
        _ = try home.file(
            "config/fedauth/config.toml", "[defaults]\nuser = 'me'\n[profile.mail]\nsap = 'https://mail.test'\n")
        #expect(try home.fedauth("profile", "list").text.contains("https://shared.test"))
        let mine = try home.fedauth("profile", "show", "mail", "--origin").text
        #expect(mine.contains("https://mail.test") && mine.contains("\"me\"") && !mine.contains("everybody"), "\(mine)")
        #expect(mine.contains("\(system):3\ttimeout"), "\(mine)")
        // A mistake names the file that has it, and a file that others can write is not read.
        _ = try home.file("etc/fedauth/config.toml", "[profile.shared]\nsap = 'https://shared.test'\nusre = 'x'\n")
        try home.fedauth("login", "shared").expectComplaint(2, "'\(system)' line 3, column 1")
        #expect(try home.fedauth("profile", "show", "mail").status == 0)
        chmod(system, 0o666)
        try home.fedauth("profile", "show", "mail").expectComplaint(2, system)
        #expect(try home.fedauth("profile", "show", "mail", "--config", config).status == 0)
    }

    @Test func aFileIncludesOthersBelowIt() throws {
        func profile(_ name: String, _ host: String) -> String { "[profile.\(name)]\nsap = 'https://\(host)'\n" }
        mkdir(home.path + "/config", 0o700)
        mkdir(home.path + "/config/fedauth", 0o700)
        let work = try home.file(
            "config/fedauth/work.toml",
            "include = 'config.toml'\n[defaults]\nuser = 'worker'\ntimeout = '7s'\n" + profile("mail", "work.test")
                + profile("wiki", "wiki.test"))
        let team = try home.file("config/team.toml", "[defaults]\ntimeout = '9s'\n" + profile("wiki", "team.test"))
        try write("include = ['work.toml', '../team.toml']\n[defaults]\nuser = 'me'\n" + profile("mail", "own.test"))
        #expect(try home.fedauth("profile", "show", "mail").text.contains("https://own.test"))
        let wiki = try home.fedauth("profile", "show", "wiki", "--origin").text
        for part in ["team.toml:4\tsap", "\"me\"", "team.toml:2\ttimeout"] { #expect(wiki.contains(part), "\(wiki)") }
        // What stands in another file is changed there.
        try home.fedauth("profile", "edit", "wiki", "--user", "x").expectComplaint(2, "stands in '")
        try home.fedauth("profile", "remove", "wiki").expectComplaint(2, "stands in '")
        #expect(try home.fedauth("profile", "edit", "mail", "--user", "x").status == 0)
        #expect(try Files.text(config).hasPrefix("include = ['work.toml', '../team.toml']\n"))
        chmod(team, 0o666)
        try home.fedauth("profile", "list").expectComplaint(2, "anyone may write '")
        unlink(team)
        try home.fedauth("profile", "list").expectComplaint(2, "line 1, column 11: there is no file '")
        try write("include = 7\n")
        try home.fedauth("profile", "list").expectComplaint(2, "'include' takes the names of files")
        unlink(work)
    }

    @Test(arguments: [
        (["https://service.example.org/"], "authorization-url = \"https://service.example.org/\""),
        (["https://h.example.org/", "--method", "basic"], "resource = \"https://h.example.org/\""),
        (["sls.example.org", "--method", "sls", "--profile-code", "P"], "base-url = \"sls.example.org\""),
    ])
    func theAddressStandsBehindTheName(_ words: [String], _ line: String) throws {
        let added = try home.fedauth(["profile", "add", "new"] + words)
        #expect(added.status == 0 && added.errors.contains("'fedauth "), "\(added)")
        #expect(try home.fedauth("profile", "show", "new").text.contains(line), "\(line)")
        try home.fedauth("profile", "add", "two", "https://a.example.org/", "--sap", "https://b.example.org")
            .expectComplaint(2, "there are two addresses")
        try home.fedauth("profile", "add", "bad", "ftp://a.example.org/").expectComplaint(2, "has the scheme 'ftp'")
    }

    @Test func aNewFileIsPrivateAndAnOldOneKeepsItsMode() throws {
        #expect(try home.fedauth("profile", "add", "a", "--sap", "h.test").status == 0)
        #expect(mode(config) == S_IFREG | 0o600)
        chmod(config, 0o640)
        #expect(try home.fedauth("profile", "add", "b", "--sap", "h.test").status == 0)
        #expect(try home.fedauth("profile", "edit", "a", "--user", "x").status == 0)
        #expect(try home.fedauth("profile", "remove", "b").status == 0)
        #expect(mode(config) == S_IFREG | 0o640)
        #expect(try Files.text(config) == "[profile.a]\nmethod = \"saml\"\nsap = \"h.test\"\nuser = \"x\"\n")
        // No temporary file is left.
        let left = try Run.program("/bin/ls", [home.path + "/config/fedauth"], environment: home.environment).text
        #expect(left == "config.toml\n")
    }

    /// A wrong value of a setting that only other commands use ends no sign-in, but is said.
    @Test func aSignInTellsOfWrongValuesForOtherCommands() throws {
        try write(
            """
            [profile.p]
            authorization-url = "http://127.0.0.1:9/"
            verify = false
            protocol = "saml"
            """)
        let outcome = try home.fedauth("login", "p", "--no-input")
        let said = "fedauth: warning: '\(config)' line"
        #expect(
            outcome.errors.hasPrefix(
                """
                \(said) 3, column 10: 'verify' of 'p' takes a file, or an https address, not 'false'
                \(said) 4, column 12: 'protocol' of 'p' takes 'slc3' or 'est', not 'saml'; did you mean 'method'?
                fedauth: error: '127.0.0.1:9'
                """), "\(outcome)")
        // The command that uses it does not run with it.
        try home.fedauth("token", "p").expectComplaint(2, "'verify' of 'p' takes a file")
    }

    /// The file decides which programs are run.
    @Test func aWorldWritableFileIsNotRead() throws {
        #expect(try home.fedauth("profile", "add", "a", "--sap", "h.test").status == 0)
        chmod(config, 0o666)
        for words in [["profile", "list"], ["login", "a"], ["profile", "edit", "a", "--user", "x"], ["status"]] {
            let refused = try home.fedauth(words)
            #expect(refused.status == 2 && refused.errors.contains("anyone may write '\(config)'"), "\(refused)")
        }
        chmod(config, 0o664)
        let refused = try home.fedauth("profile", "list")
        #expect(refused.status == 2 && refused.errors.contains("the group \(getegid()) may write '\(config)'"))
        #expect(refused.errors.contains("chmod g-w '\(config)'"), "\(refused)")
        chmod(config, 0o644)
        #expect(try home.fedauth("profile", "list").status == 0)
    }

    @Test func aLinkStaysALink() throws {
        mkdir(home.path + "/dotfiles", 0o755)
        let target = try home.file("dotfiles/fedauth.toml", Self.text)
        symlink("../../dotfiles/fedauth.toml", config)
        #expect(try home.fedauth("profile", "add", "a", "--sap", "h.test").status == 0)
        #expect(try home.fedauth("profile", "edit", "mail", "--user", "ada").status == 0)
        #expect(try home.fedauth("profile", "remove", "other").status == 0)
        #expect(mode(config) & S_IFMT == S_IFLNK)
        let text = try Files.text(target)
        #expect(text.contains("[profile.a]") && text.contains("user = \"ada\"") && !text.contains("other"))
        let left = try Run.program("/bin/ls", [home.path + "/dotfiles"], environment: home.environment).text
        #expect(left == "fedauth.toml\n")
        unlink(target)
        for words in [["profile", "list"], ["profile", "add", "z", "--sap", "h.test"], ["status"]] {
            try home.fedauth(words).expectComplaint(2, "is a link to a file that is not there")
        }
    }

    @Test func aNameThatIsTakenIsSaid() throws {
        try write()
        let outcome = try home.fedauth("profile", "add", "mail", "--sap", "h.test")
        outcome.expectComplaint(2, "there is a profile 'mail' already")
        #expect(outcome.errors.contains("'fedauth profile edit mail' changes it"), "\(outcome)")
        #expect(try Files.text(config) == Self.text)
    }

    @Test(arguments: [
        (["--user", "x"], "names no address"), (["--sap", "ftp://h.test"], "has the scheme 'ftp'"),
        (["--sap", "h.test", "--authorization-url", "h.test"], "exclude each other"),
        (["--sap", "h.test", "--ecp"], "needs the identity provider's SOAP endpoint"),
        (["--sap", "h.test", "--insecure"], "'insecure', which cannot be set in a file"),
        (["--sap", "h.test", "--trace-secrets"], "'trace-secrets', which cannot be set"),
        (["--sap", "h.test", "--password-stdin", "--password-fd", "3"], "exclude each other"),
        (["--sap", "h.test", "--pin", "x"], "not a public key pin"),
        (["--sap", "h.test", "--field", "pass=hidden"], "names no source"),
    ])
    func anUnusableProfileIsNotWritten(_ words: [String], _ message: String) throws {
        let outcome = try home.fedauth(["profile", "add", "a"] + words)
        outcome.expectComplaint(2, message)
        #expect(!outcome.errors.contains("hidden") && access(config, F_OK) != 0)
    }

    /// The list contains the server of every method.
    @Test func theListNamesEveryServer() throws {
        try write(
            "[profile.a]\nmethod = 'adfs'\nadfs = 'adfs.test'\nrealm = 'urn:x'\n"
                + "[profile.b]\nmethod = 'basic'\nresource = 'https://b.test'\n"
                + "[profile.c]\nmethod = 'sls'\nbase-url = 'https://c.test'\n")
        let list = try home.fedauth("profile", "list")
        #expect(list.text == "a\tadfs\tadfs.test\nb\tbasic\thttps://b.test\nc\tsls\thttps://c.test\n", "\(list)")
    }

    @Test func theListMarksTheCurrentOneAndNamesEveryMistake() throws {
        try write()
        let list = try home.fedauth("profile", "list")
        #expect(list.status == 0 && list.errors.isEmpty)
        #expect(list.text == "mail\tsaml\thttps://mail.test\tcurrent\nother\tsaml\thttps://other.test\n")
        let other = try home.fedauth("profile", "list", adding: ["FEDAUTH_PROFILE": "other"])
        #expect(other.text.contains("other.test\tcurrent\n") && !other.text.contains("mail.test\tcurrent"))
        try write(Self.text + "usre = 'x'\n[profile.third]\nsap = 'x'\ntimeout = 'soon'\n")
        let wrong = try home.fedauth("profile", "list")
        #expect(wrong.status == 2 && wrong.text.split(separator: "\n").count == 3, "\(wrong)")
        #expect(wrong.errors.contains("line 11, column 1: 'other' has an unknown setting 'usre'; did you mean 'user'?"))
        #expect(wrong.errors.contains("line 14, column 11: 'timeout' of 'third' takes a length of time"))
        let doctor = try home.fedauth("doctor")
        #expect(doctor.status == 2 && doctor.text.contains("line 11, column 1") && doctor.text.contains("line 14"))
        // A valid profile can be shown, and an invalid one can be removed.
        #expect(try home.fedauth("profile", "show", "mail").status == 0)
        try home.fedauth("profile", "show", "other").expectComplaint(2, "unknown setting 'usre'")
        #expect(try home.fedauth("profile", "remove", "other").status == 0)
    }

    @Test func aTerminalShowsColumns() throws {
        try write()
        for words in [["list"], ["show", "mail", "--origin"]] {
            let terminal = try TerminalChild(Home.binary, ["profile"] + words, environment: home.environment)
            #expect(try terminal.finish() == 0)
            #expect(!terminal.text.contains("\t"), "\(terminal.text)")
        }
        let list = try TerminalChild(Home.binary, ["profile", "list"], environment: home.environment)
        _ = try list.finish()
        let lines = list.text.split(whereSeparator: \.isNewline)
        #expect(lines.first == "NAME   METHOD  ADDRESS             CURRENT", "\(list.text)")
        #expect(lines.dropFirst().first == "mail   saml    https://mail.test   current", "\(list.text)")
        let origin = try home.fedauth("profile", "show", "mail", "--origin").text.split(separator: "\n")
        #expect(origin.first == "profile:\(config):7\tsap = \"https://mail.test\"", "\(origin)")
    }

    /// After a sign-in without a profile, the shell's variable names a session.
    @Test func anUnknownProfileIsReportedWithItsSource() throws {
        try write()
        for words in [["login"], ["profile", "show"], ["profile", "edit", "--user", "x"]] {
            try home.fedauth(words, adding: ["FEDAUTH_PROFILE": "h.test"])
                .expectComplaint(10, "there is no profile 'h.test', which FEDAUTH_PROFILE names")
        }
        // A name with a dot could be an address, which 'saml' would accept.
        try home.fedauth("login", "mai.l").expectComplaint(10, "there is no profile 'mai.l'; did you mean 'mail'?")
        try write("[defaults]\nprofile = 'gone'\n")
        try home.fedauth("profile", "edit", "--user", "x")
            .expectComplaint(10, "there is no profile 'gone', which '\(config)' names in line 2")
    }

    @Test func whatIsLeftIsSaid() throws {
        try write()
        let removed = try home.fedauth("profile", "remove", "mail")
        #expect(removed.status == 0)
        #expect(removed.errors.contains("warning: 'profile' of [defaults] still names 'mail', in line 3"), "\(removed)")
        #expect(!removed.errors.contains("logout"))
        #expect(try Files.text(config).hasPrefix("# mine\n[defaults]\nprofile = \"mail\"\n\n[profile.other]\n"))
        try home.fedauth("store", "put", "session/other", input: "x")
        let other = try home.fedauth("profile", "remove", "other")
        #expect(other.errors.contains("its session is still stored; 'fedauth logout other' signs out"), "\(other)")
        // [defaults] may contain the options that open the store.
        let key = home.path + "/key"
        try home.fedauth("store", "slot", "add", "--new-key-file", key)
        try home.fedauth("store", "lock")
        try write("[defaults]\nstore-key-file = '\(key)'\nno-cache = true\n[profile.other]\nsap = 'h.test'\n")
        let passphrase = home.environment.removeValue(forKey: "FEDAUTH_STORE_PASSPHRASE")
        let keyed = try home.fedauth("profile", "remove", "other")
        #expect(keyed.errors.contains("its session is still stored"), "\(keyed)")
        home.environment["FEDAUTH_STORE_PASSPHRASE"] = passphrase
        try write()
        try home.fedauth("store", "lock")
        home.environment["FEDAUTH_STORE_PASSPHRASE"] = nil
        let locked = try home.fedauth("profile", "remove", "other", "--no-cache")
        #expect(locked.errors.contains("if a session of it is stored, 'fedauth logout other'"), "\(locked)")
    }

    @Test func aNameThatIsNearIsMeant() throws {
        try write()
        for words in [
            ["profile", "show", "mial"], ["profile", "remove", "mial"], ["profile", "edit", "mial", "--user", "x"],
            ["profile", "edit", "mial"], ["login", "mial"], ["saml", "mial"], ["status", "mial"], ["logout", "mial"],
            ["export-cookies", "mial"],
        ] {
            let outcome = try home.fedauth(words + ["--no-input"])
            #expect(outcome.status == 10 && outcome.errors.contains("did you mean 'mail'?"), "\(words) \(outcome)")
        }
    }

    @Test func theSampleIsTakenByTheBinary() throws {
        let lines = try Files.text(Repository.root + "/examples/config.toml")
            .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let switches = lines.indices.filter {
            lines[$0].hasPrefix("#") && lines[$0].dropFirst().first?.isLowercase == true
        }
        #expect(switches.count > 20)
        for index in [nil] + switches.map(Optional.some) {
            var lines = lines
            if let index { lines[index].removeFirst() }
            try write(lines.joined(separator: "\n"))
            let outcome = try home.fedauth("profile", "list")
            #expect(outcome.status == 0 && outcome.errors.isEmpty, "line \((index ?? -1) + 1): \(outcome)")
        }
    }

    // MARK: edit

    @Test func settingsAreChangedByOptions() throws {
        try write(Self.text + "password-fd = 3 # seven\n")
        let outcome = try home.fedauth(
            "profile", "edit", "other", "--password-store", "p", "--sap", "https://new.test", "--field", "a=text:b")
        #expect(outcome.status == 0 && outcome.errors.contains("removed 'password-fd'"), "\(outcome)")
        let end = "[profile.other]\nsap = \"https://new.test\"\npassword-store = \"p\"\nfield = [\"a=text:b\"]\n"
        #expect(try Files.text(config).hasSuffix("# where\n\n" + end))
        // Without a name, the command edits the current profile.
        #expect(try home.fedauth("profile", "edit", "--user", "ada").status == 0)
        #expect(try Files.text(config).contains("sap = \"https://mail.test\" # where\nuser = \"ada\"\n"))
        let text = try Files.text(config)
        try home.fedauth("profile", "edit", "mail", "--unset", "usr").expectComplaint(10, "did you mean 'user'?")
        try home.fedauth("profile", "edit", "mail", "--unset", "sap").expectComplaint(2, "names no address")
        try home.fedauth("profile", "edit", "mail", "--unset", "user", "--user", "x")
            .expectComplaint(2, "'--unset user' and '--user' exclude each other")
        #expect(try Files.text(config) == text)
        #expect(try home.fedauth("profile", "edit", "mail", "--unset", "user", "--unset", "user").status == 0)
        #expect(try !Files.text(config).contains("ada"))
    }

    /// Returns an editor that runs the script; the file is its last argument.
    private func editor(_ script: String, _ name: String = "editor.sh") throws -> String {
        let path = try home.file(name, "#!/bin/sh\nfor file; do :; done\n" + script + "\n")
        chmod(path, 0o700)
        return path
    }

    private func edit(_ editor: String, _ words: String...) throws -> TerminalChild {
        try TerminalChild(
            Home.binary, ["profile", "edit"] + words, environment: home.environment.merging(["EDITOR": editor]) { $1 })
    }

    private func drafts() throws -> [String] {
        let text = try Run.program(
            "/usr/bin/find", [home.path + "/state", "-name", "draft-*"], environment: home.environment
        ).text
        return text.split(separator: "\n").map(String.init)
    }

    @Test func aSoundDraftIsSaved() throws {
        try write()
        let terminal = try edit(
            try editor("test -t 0 && test -t 1 && echo '[profile.new]' >>$file; echo \"sap='n'\" >>$file"))
        try terminal.expect("changed ")
        #expect(try terminal.finish() == 0)
        #expect(try Files.text(config) == Self.text + "[profile.new]\nsap='n'\n")
        #expect(try drafts().isEmpty)
        let same = try edit(try editor("exit 0"))
        try same.expect("nothing was changed")
        #expect(try same.finish() == 0)
    }

    @Test func theEditorBeginsAtTheProfile() throws {
        try write()
        for (name, arguments) in [("vim", "+9 "), ("nano", "+9 "), ("vim.basic", "+9 "), ("ed", "")] {
            let editor = try editor("echo \"$@\" >\(home.path)/said", name)
            #expect(try edit(editor, "other").finish() == 0)
            let said = try Files.text(home.path + "/said")
            #expect(said.hasPrefix(arguments + home.path) && said.hasSuffix(".toml\n"), "\(name): \(said)")
            #expect(try edit("X=1 \(editor) -x", "other").finish() == 0)
            #expect(try Files.text(home.path + "/said").hasPrefix("-x "))
        }
        // In an invalid file, the editor starts at the line of the error.
        try write(Self.text + "[profile.other]\n")
        #expect(try edit(try editor("echo \"$@\" >\(home.path)/said; exit 1", "vim"), "other").finish() == 1)
        #expect(try Files.text(home.path + "/said").hasPrefix("+11 "))
    }

    @Test func anUnsoundDraftIsKeptOrEditedAgain() throws {
        try write()
        let breaking = try editor("echo 'timeout = \"soon\"' >>$file")
        let terminal = try edit(breaking)
        try terminal.expect("line 11, column 11: 'timeout' of 'other' takes a length of time")
        try terminal.expect("Edit it again? [y/N] ")
        terminal.type("n")
        try terminal.expect("the draft is not sound")
        try terminal.expect("hint: what was written is in '")
        #expect(try terminal.finish() == 2)
        #expect(try Files.text(config) == Self.text)
        let kept = try drafts()
        #expect(kept.count == 1 && mode(kept.first ?? "") == S_IFREG | 0o600)
        #expect(try Files.text(try #require(kept.first)).hasSuffix("\"soon\"\n"))

        let mending = try editor(
            "grep -q soon $file && sed -i s/soon/5m/ $file || echo 'timeout = \"soon\"' >>$file; echo \"$@\" >\(home.path)/said",
            "vim")
        let again = try edit(mending)
        try again.expect("Edit it again? [y/N] ")
        again.type("y")
        try again.expect("changed ")
        #expect(try again.finish() == 0)
        #expect(try Files.text(config) == Self.text + "timeout = \"5m\"\n")
        #expect(try Files.text(home.path + "/said").hasPrefix("+11 "))
        #expect(try drafts().count == 1)
    }

    @Test func aConcurrentChangeIsNotOverwritten() throws {
        try write()
        let terminal = try edit(try editor("echo '# mine' >>$file; echo '# theirs' >>\(config)"))
        try terminal.expect("was changed by another process meanwhile")
        #expect(try terminal.finish() == 16)
        #expect(try Files.text(config) == Self.text + "# theirs\n")
        #expect(try drafts().count == 1)
    }

    @Test func anEditorThatFailsChangesNothing() throws {
        try write()
        for (script, status, drafts, words) in [
            ("exit 3", 1, 0, "ended with status 3"), ("echo '# x' >>$file; exit 1", 1, 1, "what was written is in '"),
            ("kill -9 $$", 1, 0, "ended with signal 9"), (": >$file", 5, 0, "the draft is empty"),
        ] as [(String, Int32, Int, String)] {
            let terminal = try edit(try editor(script))
            try terminal.expect(words)
            #expect(try terminal.finish() == status)
            #expect(try Files.text(config) == Self.text)
            let left = try self.drafts()
            #expect(left.count == drafts, "\(script): \(left)")
            left.forEach { unlink($0) }
        }
        let missing = try edit("/nowhere/editor")
        try missing.expect("cannot start '/nowhere/editor'")
        #expect(try missing.finish() != 0)
        #expect(try drafts().isEmpty)
    }

    /// Ctrl-C goes to the editor, and fedauth restores the terminal from any state that the editor left.
    @Test func theTerminalIsGivenBack() throws {
        try write()
        let script =
            "trap 'echo caught >>\(home.path)/said' INT; stty -echo raw isig; echo ready; read x <&2; read x; exit 0"
        let shell = try TerminalChild(
            "/bin/sh",
            ["-c", "trap : INT; \"$0\" profile edit; echo ended; stty -a | grep -o -- '[-]*icanon'", Home.binary],
            environment: home.environment.merging(["EDITOR": try editor(script)]) { $1 })
        try shell.expect("ready")
        shell.send([3])
        try shell.wait { access(home.path + "/said", F_OK) == 0 }
        shell.send([0x0A, 0x0A, 0x0A])
        try shell.expect("ended")
        _ = try shell.finish()
        #expect(shell.text.contains("nothing was changed"), "\(shell.text)")
        #expect(shell.text.contains("icanon") && !shell.text.contains("-icanon"), "\(shell.text)")
    }

    /// A signal that ends fedauth also ends the editor. The file is unchanged, and the draft remains.
    @Test func theEditorIsEndedWithUs() throws {
        try write()
        let script =
            "echo '# x' >>$file; trap 'echo caught >\(home.path)/said; exit' TERM; kill -TERM $PPID; "
            + "while :; do sleep 0.1; done"
        // Runs the command below a shell, because the kernel sends SIGHUP to all processes when the first process of the
        // terminal exits.
        let terminal = try TerminalChild(
            "/bin/sh", ["-c", "\"$0\" profile edit; echo ended $?; sleep 60", Home.binary],
            environment: home.environment.merging(["EDITOR": try editor(script)]) { $1 })
        try terminal.expect("ended 143")
        try terminal.wait { access(home.path + "/said", F_OK) == 0 }
        #expect(try Files.text(config) == Self.text)
        #expect(try Files.text(try #require(try drafts().first)) == Self.text + "# x\n")
    }

    @Test func withoutATerminalNothingIsOpened() throws {
        try write()
        let environment = ["EDITOR": try editor("echo x >>$file")]
        try home.fedauth("profile", "edit", adding: environment).expectComplaint(
            4, "there is no terminal for an editor")
        try home.fedauth("profile", "edit", "--no-input", adding: environment).expectComplaint(
            4, "'--no-input' is in force")
        #expect(try Files.text(config) == Self.text)
        #expect(try drafts().isEmpty)
    }

    // MARK: import

    private static let discovery = """
        {"host": "mobile.test", "port": 8443, "protocol": "https", "applicationID": "app",
         "auth": [{"type": "basic.default"}, {"type": "saml2.web.post", "config":
           {"saml2.web.post.authchallengeheader.name": "com.sap.cloud.security.login"}}]}
        """

    @Test func aDiscoveryDocumentBecomesAProfile() throws {
        let file = try home.file("d.json", Self.discovery)
        let dry = try home.fedauth("profile", "import", "--dry-run", file)
        let section = "[profile.\"mobile.test\"]\nmethod = \"saml\"\nsap = \"https://mobile.test:8443\"\n"
        #expect(dry.status == 0 && dry.text == section && access(config, F_OK) != 0, "\(dry)")
        for member in [
            "applicationID", "auth[0] (basic.default)", "auth[1].config.saml2.web.post.authchallengeheader.name",
        ] {
            #expect(dry.errors.contains("not taken over: '\(member)'\n"), "\(dry)")
        }
        #expect(try home.fedauth("profile", "import", "-", "--name", "m", input: Self.discovery).status == 0)
        #expect(try Files.text(config) == "[profile.m]\nmethod = \"saml\"\nsap = \"https://mobile.test:8443\"\n")
        for more in [[], ["--dry-run"]] {
            try home.fedauth(["profile", "import", file, "--name", "m"] + more)
                .expectComplaint(2, "there is a profile 'm' already")
        }
        try home.fedauth("profile", "import", file, "--name", "a b").expectComplaint(2, "not a name for a profile")
        try home.fedauth("profile", "import", "-", input: "{").expectComplaint(2, "'stdin' is not JSON")
        try home.fedauth("profile", "import", "/nowhere").expectComplaint(2, "cannot open '/nowhere'")
        let address = try home.file("e.json", "{\"host\": \"[::1]\", \"auth\": [{\"type\": \"saml2.web.post\"}]}")
        let outcome = try home.fedauth("profile", "import", address)
        outcome.expectComplaint(2, "is not a name for a profile")
        #expect(outcome.errors.contains("'--name NAME'"))
    }
}
