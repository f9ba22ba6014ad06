import Glibc
import Testing

@testable import CommandSupport

/// Tests `fedauth profile edit` with an editor on a terminal.
struct ProfileEditorTests {
    let home: Home

    init() throws {
        home = try Home()
        try home.configure(Home.twoProfiles)
    }

    private var config: String { home.configuration }

    private func mode(_ path: String) -> mode_t {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode : 0
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
        let terminal = try edit(
            try editor("test -t 0 && test -t 1 && echo '[profile.new]' >>$file; echo \"sap='n'\" >>$file"))
        try terminal.expect("changed ")
        #expect(try terminal.finish() == 0)
        #expect(try Files.text(config) == Home.twoProfiles + "[profile.new]\nsap='n'\n")
        #expect(try drafts().isEmpty)
        let same = try edit(try editor("exit 0"))
        try same.expect("nothing was changed")
        #expect(try same.finish() == 0)
    }

    @Test func theEditorBeginsAtTheProfile() throws {
        for (name, arguments) in [("vim", "+9 "), ("nano", "+9 "), ("vim.basic", "+9 "), ("ed", "")] {
            let editor = try editor("echo \"$@\" >\(home.path)/said", name)
            #expect(try edit(editor, "other").finish() == 0)
            let said = try Files.text(home.path + "/said")
            #expect(said.hasPrefix(arguments + home.path) && said.hasSuffix(".toml\n"), "\(name): \(said)")
            #expect(try edit("X=1 \(editor) -x", "other").finish() == 0)
            #expect(try Files.text(home.path + "/said").hasPrefix("-x "))
        }
        // In an invalid file, the editor starts at the line of the error.
        try home.configure(Home.twoProfiles + "[profile.other]\n")
        #expect(try edit(try editor("echo \"$@\" >\(home.path)/said; exit 1", "vim"), "other").finish() == 1)
        #expect(try Files.text(home.path + "/said").hasPrefix("+11 "))
    }

    @Test func anUnsoundDraftIsKeptOrEditedAgain() throws {
        let breaking = try editor("echo 'timeout = \"soon\"' >>$file")
        let terminal = try edit(breaking)
        try terminal.expect("line 11, column 11: 'timeout' of 'other' takes a length of time")
        try terminal.expect("Edit it again? [y/N] ")
        terminal.type("n")
        try terminal.expect("the draft has mistakes")
        try terminal.expect("hint: what was written is in '")
        #expect(try terminal.finish() == 2)
        #expect(try Files.text(config) == Home.twoProfiles)
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
        #expect(try Files.text(config) == Home.twoProfiles + "timeout = \"5m\"\n")
        #expect(try Files.text(home.path + "/said").hasPrefix("+11 "))
        #expect(try drafts().count == 1)
    }

    @Test func aConcurrentChangeIsNotOverwritten() throws {
        let terminal = try edit(try editor("echo '# mine' >>$file; echo '# theirs' >>\(config)"))
        try terminal.expect("was changed by another process meanwhile")
        #expect(try terminal.finish() == 16)
        #expect(try Files.text(config) == Home.twoProfiles + "# theirs\n")
        #expect(try drafts().count == 1)
    }

    @Test func anEditorThatFailsChangesNothing() throws {
        for (script, status, drafts, words) in [
            ("exit 3", 1, 0, "ended with status 3"), ("echo '# x' >>$file; exit 1", 1, 1, "what was written is in '"),
            ("kill -9 $$", 1, 0, "ended with signal 9"), (": >$file", 5, 0, "the draft is empty"),
        ] as [(String, Int32, Int, String)] {
            let terminal = try edit(try editor(script))
            try terminal.expect(words)
            #expect(try terminal.finish() == status)
            #expect(try Files.text(config) == Home.twoProfiles)
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
        #expect(try Files.text(config) == Home.twoProfiles)
        #expect(try Files.text(try #require(try drafts().first)) == Home.twoProfiles + "# x\n")
    }
}
