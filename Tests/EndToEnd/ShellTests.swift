import Glibc
import Support
import Testing

@testable import CommandSupport

/// Tests `export-cookies` in the shells that call it.
struct ShellTests {
    private let home: Home

    init() throws { home = try Home() }

    /// Signs in at a page whose cookies contain text that a careless shell would run. The folder of the cookie file has such a
    /// name too.
    private func signIn() throws -> String {
        let run = home.path + "/run $(touch pwned)  'x' *"
        mkdir(run, 0o700)
        home.environment["XDG_RUNTIME_DIR"] = run
        return try home.signIn(cookies: "shell")
    }

    private func run(_ words: [String], _ adding: [String: String] = [:]) throws -> Outcome {
        try Run.program(
            "/usr/bin/env", words,
            environment: home.environment.merging(["FEDAUTH": Home.binary]) { $1 }.merging(adding) { $1 })
    }

    @Test func everyShellGetsTheCookiesExactly() throws {
        let address = try signIn() + "?a=*&b={x,y}'$(touch%20pwned)"
        let outcome = try Run.program(
            Repository.root + "/Tests/Shells/matrix", ["binary", Home.binary],
            environment: home.environment.merging(["FEDAUTH_WORDS": "--url\n" + address]) { $1 }
                .merging(TestRows.ofThisRun.environment) { $1 }, seconds: 1200)
        #expect(outcome.status == 0, "\(outcome)")
        #expect(outcome.text.hasSuffix(" runs, 0 failed\n"), "\(outcome)")
    }

    /// The commands with which each shell removes the variables.
    private static let texts = [
        "bash": "'test' _0", "fish": "builtin set -eg FEDAUTH_COOKIES", "tcsh": "unsetenv FEDAUTH_COOKIES && ",
        "zsh": "'test' _0", "dash": "'test' _0",
    ]

    /// The shell is found above other programs that run fedauth.
    @Test(
        arguments: ["fish", "tcsh"],
        [
            "", "env A=b ", "nice ", "timeout 60 ", "setsid -w ", "flock /dev/null ", "nohup ",
            "timeout 60 env nice timeout 50 ",
            "dbus-run-session -- ", "xargs -a /dev/null ",
        ])
    func wrappersArePassedOver(_ shell: String, _ wrapper: String) throws {
        let outcome = try run([shell, "-c", "\(wrapper)\(Home.binary) export-cookies --unset; true"])
        #expect(outcome.text.hasPrefix(try #require(Self.texts[shell])), "\(outcome)")
    }

    @Test func theShellIsItsFileWhateverItIsCalled() throws {
        let bash = "exec -a -tcsh bash -c '$FEDAUTH export-cookies --unset; true'"
        #expect(try run(["bash", "-c", bash]).text.contains("'builtin' 'unset'"))
        // A shell with a version in its name, and one that an upgrade has removed in the meantime.
        let copy = home.path + "/tcsh-6.99"
        #expect(try run(["cp", "/bin/tcsh", copy]).status == 0)
        let line = "\(Home.binary) export-cookies --unset; true"
        #expect(try run([copy, "-fc", line]).text.hasPrefix("unsetenv"))
        #expect(try run([copy, "-fc", "rm \(copy); \(line)"]).text.hasPrefix("unsetenv"))
        let zsh = "( (eval $($FEDAUTH export-cookies --unset) && $FEDAUTH export-cookies --unset; true); true )"
        #expect(try run(["zsh", "-fc", zsh]).text.contains("'builtin' 'unset'"))
        let python = "import os, subprocess; subprocess.run([os.environ['FEDAUTH'], 'export-cookies', '--unset'])"
        #expect(try run(["fish", "-c", "python3 -c \"\(python)\"; true"]).text.contains("&& 'unset' FEDAUTH_"))
    }

    /// Shells in Debian that cannot read any of fedauth's forms.
    @Test(arguments: ["rc", "sash", "elvish", "xonsh"])
    func foreignShellsAreRefusedClearly(_ shell: String) throws {
        let script = try home.file("script", "\(Home.binary) export-cookies --unset\n")
        let outcome = try run(shell == "sash" ? [shell, "-f", script] : [shell, script])
        #expect(outcome.text == "false;\n", "\(outcome)")
        #expect(outcome.errors.contains("error: there is no text for the shell '\(shell)'\n"), "\(outcome)")
        #expect(outcome.errors.contains("hint: use '--format env', "), "\(outcome)")
        let named = try home.fedauth("export-cookies", "--shell", shell, "--unset")
        #expect(named.status == 2, "\(named)")
    }

    @Test func aShellCanBeNamedInAnyWay() throws {
        for word in ["fish", "/usr/bin/fish", "-fish", "fish-3.6"] {
            let outcome = try home.fedauth("export-cookies", "--unset", "--shell=\(word)")
            #expect(outcome.text.hasPrefix("builtin set"), "\(outcome)")
        }
        let unknown = try home.fedauth("export-cookies", "--unset", "--shell", "fsh")
        #expect(unknown.status == 2 && unknown.text == "false;\n", "\(unknown)")
        #expect(unknown.errors.contains("'fsh' is not a shell that is known"), "\(unknown)")
        let foreign = try home.fedauth("export-cookies", "--unset", "--shell", "powershell")
        #expect(foreign.status == 2 && foreign.errors.contains("no text for the shell 'powershell'"), "\(foreign)")
        let format = try home.fedauth("export-cookies", "--unset", "--format", "json")
        #expect(format.status == 2 && format.output.isEmpty, "\(format)")
    }

    @Test func onATerminalTheLineForTheShellIsTold() throws {
        _ = try signIn()
        for (shell, line) in [
            ("fish", "fedauth export-cookies | source"), ("tcsh", "eval `fedauth export-cookies`"),
            ("bash", "eval $(fedauth export-cookies)"),
        ] {
            let child = try TerminalChild(
                "/usr/bin/env", [shell, "-c", "\(Home.binary) export-cookies; true"], environment: home.environment)
            try child.expect("fedauth: to set these in your shell, run: \(line)\r\n")
        }
    }

    /// The line repeats the typed options, or it would set other variables, and contains nothing that a shell would interpret.
    @Test func theLineForTheShellSaysWhatWasTyped() throws {
        try home.keep(CraftedSession())
        try home.keep(CraftedSession(name: "it's odd"))
        for (words, line) in [
            (["mail", "--all", "--shell=bash"], "eval $(fedauth export-cookies mail --all --shell=bash)"),
            (["it's odd", "--shell=fish"], "fedauth export-cookies … | source"),
        ] {
            let child = try TerminalChild(Home.binary, ["export-cookies"] + words, environment: home.environment)
            try child.expect("fedauth: to set these in your shell, run: \(line)\r\n")
        }
    }

    @Test func programsAndSystemdGetTheSame() throws {
        let address = try signIn()
        let block = try home.fedauth("export-cookies", "--format", "env", "--url", address)
        let names = block.output.split(separator: 0).map { String(decoding: $0.prefix { $0 != 0x3D }, as: UTF8.self) }
        #expect(
            names == ["FEDAUTH_COOKIES", "FEDAUTH_COOKIE_JAR", "FEDAUTH_URL", "FEDAUTH_PROFILE", "FEDAUTH_EXPIRES"])
        #expect(block.output.last == 0 && block.text.contains("=a=$(touch pwned); b=`id`; c='\\''; "), "\(block)")
        let file = home.path + "/session.env"
        #expect(
            try home.fedauth("export-cookies", "--format", "systemd", "--url", address, "-o", file).status == 0)
        let read = try run([Repository.root + "/Tests/Shells/systemd-env", file])
        #expect(read.status == 0 && read.output == block.output, "\(read)")
        let failed = try home.fedauth("export-cookies", "no.such.session", "--format", "env")
        #expect(failed.status == 10 && failed.output.isEmpty, "\(failed)")
    }

    /// In csh, a program that fails in backquotes is not an error.
    @Test(arguments: ["bsd-csh", "tcsh"])
    func aValueThatIsLostStopsTheLine(_ shell: String) throws {
        let address = try signIn()
        let base64 = try home.file("base64", "#!/bin/sh\nexit 1\n")
        chmod(base64, 0o700)
        let line = "eval `$FEDAUTH export-cookies --shell csh --url \(address)` && echo yes"
        #expect(try run([shell, "-fc", line]).text == "yes\n")
        let broken = try run([shell, "-fc", line], ["PATH": home.path + ":/usr/bin:/bin"])
        #expect(broken.output.isEmpty && broken.status != 0, "\(broken)")
    }

    @Test func whatAShellCannotCarryIsRefusedInALine() throws {
        let hostile = try Hostile.get()
        let large = try hostile.url("/cookies/large")
        let outcome = try home.fedauth(hostile.words(from: large, timeout: "30s"), input: hostile.password)
        #expect(outcome.status == 0, "\(outcome)")
        let refused = try home.fedauth("export-cookies", "--shell", "csh", "--url", large)
        #expect(refused.status == 1 && refused.text == "false;\n", "\(refused)")
        #expect(
            refused.errors.contains(
                "error: the value of 'FEDAUTH_COOKIES' holds more than 3000 bytes, which 'csh' cannot carry\n"),
            "\(refused)")
        let carried = try run([
            "tcsh", "-fc", "eval `$FEDAUTH export-cookies --url \(large)`; printenv FEDAUTH_COOKIES",
        ])
        #expect(carried.text == "fits=" + String(repeating: "x", count: 4000) + "; session=ok\n")
    }
}
