import Glibc
import Testing

@testable import CommandSupport

/// Tests the files that `fedauth profile` reads and writes: their modes, links, the machine's file, and what a file includes.
struct ProfileFileTests {
    let home: Home

    init() throws {
        home = try CommandHome()
        try home.configure("")
        unlink(home.configuration)
    }

    private var config: String { home.configuration }

    private func mode(_ path: String) -> mode_t {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode : 0
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
        let target = try home.file("dotfiles/fedauth.toml", Home.twoProfiles)
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
        try home.configure("[defaults]\nuser = 'me'\n[profile.mail]\nsap = 'https://mail.test'\n")
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
        let work = try home.file(
            "config/fedauth/work.toml",
            "include = 'config.toml'\n[defaults]\nuser = 'worker'\ntimeout = '7s'\n" + profile("mail", "work.test")
                + profile("wiki", "wiki.test"))
        let team = try home.file("config/team.toml", "[defaults]\ntimeout = '9s'\n" + profile("wiki", "team.test"))
        try home.configure(
            "include = ['work.toml', '../team.toml']\n[defaults]\nuser = 'me'\n" + profile("mail", "own.test"))
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
        try home.configure("include = 7\n")
        try home.fedauth("profile", "list").expectComplaint(2, "'include' takes the names of files")
        unlink(work)
    }
}
