import Glibc
import Testing

@testable import CommandSupport

/// Tests `fedauth exec`: the environment of the command, and the remains after it.
struct ExecTests {
    let home: Home

    init() throws {
        home = try Home(hasPassphrase: true)
        try home.keep(CraftedSession())
    }

    private func shell(_ script: String, _ adding: [String: String] = [:]) throws -> Outcome {
        try Run.program(
            "/bin/sh", ["-c", script],
            environment: home.environment.merging(adding) { $1 }.merging(["FEDAUTH": Home.binary]) { $1 })
    }

    private var jars: [String] {
        get throws {
            try Run.program("/bin/ls", [home.path + "/run/fedauth"], environment: [:]).text.split(separator: "\n")
                .map(String.init).filter { $0.hasPrefix("exec-") }
        }
    }

    @Test func theCommandGetsTheSessionAndItsStatusIsOurs() throws {
        let script =
            "printf '%s\\n' \"$FEDAUTH_COOKIES\" \"$FEDAUTH_URL\" \"$FEDAUTH_PROFILE\" \"$FEDAUTH_EXPIRES\"; "
            + "stat -c %a \"$FEDAUTH_COOKIE_JAR\"; cat \"$FEDAUTH_COOKIE_JAR\"; exit 7"
        let outcome = try home.fedauth("exec", "mail", "--", "sh", "-c", script)
        #expect(
            outcome.text == """
                sid=s3cr3t-value/+x; id=42
                https://service.example.org/
                mail
                5000000000
                600
                # Netscape HTTP Cookie File
                service.example.org\tFALSE\t/\tTRUE\t5000000000\tsid\ts3cr3t-value/+x
                service.example.org\tFALSE\t/\tTRUE\t5000000000\tid\t42

                """, "\(outcome)")
        #expect(outcome.status == 7 && outcome.errors.isEmpty, "\(outcome)")
    }

    @Test func stdinIsTheCommands() throws {
        #expect(try home.fedauth("exec", "mail", "--", "cat", input: "one\ntwo").text == "one\ntwo")
    }

    /// The state that a program sees at its start. A shell changes its signals, so another program shows those. No pipe is open
    /// while descriptors are listed, because its ends would be among them.
    private static let probes = [
        ["/bin/grep", "-hsE", "^Sig(Ign|Blk)", "/proc/self/status"],
        [
            "/bin/sh", "-c",
            "umask; ulimit -Sa; ulimit -Ha; pwd; "
                + "for f in /proc/$$/fd/*; do [ -L $f ] && printf 'fd %s ' ${f##*/} && readlink $f; done; "
                + "tr '\\0' '\\n' </proc/$$/environ | grep -av '^FEDAUTH' | LC_ALL=C sort | od -c; printf '%s' \"$@\" | od -c",
            "sh",
        ],
    ]

    /// Creates an unusual state, and then executes its arguments in it.
    private static let state = """
        import os, resource, signal, sys
        for number in (signal.SIGPIPE, signal.SIGHUP, signal.SIGTSTP, signal.SIGUSR1, signal.SIGCHLD):
            signal.signal(number, signal.SIG_IGN)
        signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGUSR2, signal.SIGTERM, signal.SIGPIPE})
        os.umask(0o027)
        resource.setrlimit(resource.RLIMIT_CORE, (4096, 8192))
        os.dup2(os.open("/etc/passwd", os.O_RDONLY), 7)
        os.dup2(os.open("/dev/null", os.O_WRONLY), 11)
        os.closerange(3, 7)
        os.close(0)
        environment = dict(os.environb)
        environment[b"ODD"] = b"\\xff\\xfe=\\n"
        environment[b"\\xe9"] = b""
        environment[b"FEDAUTH_COOKIES"] = b"another's"
        words = [os.fsencode(word) for word in sys.argv[1:]] + [b"\\xff", b"", b"--", b"\\xc3", b"-x"]
        os.execve(words[0], words, environment)
        """

    /// Programs that read a file of variables get one that no directory has; it can be read more than once.
    @Test(arguments: [[], ["--mask"]]) func variablesMayStandInAFileOnADescriptor(_ more: [String]) throws {
        #expect(try home.fedauth(["store", "put", "npm/token"], input: "s3cret = x").status == 0)
        #expect(try home.fedauth(["store", "put", "lines"], input: "a\nb").status == 0)
        let words = ["exec", "--env", "NPM_TOKEN=store:npm/token", "--env-file"] + more
        let script =
            "cat \"$FEDAUTH_ENV_FILE\" \"$FEDAUTH_ENV_FILE\" | tr s S; env | grep -c NPM_TOKEN; ls -l /proc/self/fd | grep -c memfd"
        let outcome = try home.fedauth(words + ["--", "/bin/sh", "-c", script])
        #expect(outcome.status == 0, "\(outcome)")
        #expect(outcome.text == "NPM_TOKEN=S3cret = x\nNPM_TOKEN=S3cret = x\n0\n1\n", "\(outcome)")
        // Nothing is run, so no command need be named.
        for command in [["--", "true"], []] {
            let plan = try home.fedauth(words + ["--dry-run"] + command)
            #expect(plan.text == "FEDAUTH_ENV_FILE\tthe variables of '--env'\n", "\(plan)")
        }
        let broken = try home.fedauth(["exec", "--env", "A=store:lines", "--env-file"] + more + ["--", "true"])
        #expect(broken.status == 2 && broken.errors.contains("several lines"), "\(broken)")
    }

    /// Signals, masks, limits, descriptors, directory, environment and words are exactly the same as without fedauth.
    @Test func theCommandFindsWhatWeFound() throws {
        func seen(_ words: [String]) throws -> Outcome {
            var outcome = try Run.program(
                "/usr/bin/python3", ["-c", Self.state] + words, input: Array("input".utf8),
                environment: home.environment)
            // Each run has its own pipes.
            let lines = outcome.text.split(separator: "\n").map { line in
                line.firstRange(of: "pipe:").map { String(line[..<$0.upperBound]) } ?? String(line)
            }
            outcome.output = Array(lines.joined(separator: "\n").utf8)
            return outcome
        }
        for command in Self.probes {
            let direct = try seen(command)
            let ours = try seen([Home.binary, "exec", "mail", "--"] + command)
            #expect(ours.text == direct.text && ours.status == direct.status, "\(ours)\n\(direct)")
            #expect(ours.errors == direct.errors)
            // Checks that the state was unusual.
            if command == Self.probes[0] {
                #expect(
                    direct.text.hasPrefix("SigBlk:\t0000000000005800\n") && direct.text.hasSuffix("91201"),
                    "\(direct)")
            } else {
                #expect(direct.text.hasPrefix("0027\n") && direct.text.contains("\nfd 7 /etc/passwd\n"), "\(direct)")
                #expect(direct.text.contains("\nfd 1 pipe:\n") && !direct.text.contains("\nfd 0 "), "\(direct)")
            }
        }
    }

    @Test func theProcessIsTheSame() throws {
        let outcome = try shell(
            "sh -c 'echo $$; exec $FEDAUTH exec mail -- sh -c \"echo \\$\\$; ps -o pgid= -p \\$\\$; cat /proc/\\$\\$/comm\"'; "
                + "ps -o pgid= -p $$")
        let lines = outcome.text.split(separator: "\n").map { $0.filter { $0 != " " } }
        #expect(lines.count == 5 && lines[0] == lines[1] && lines[2] == lines[4] && lines[3] == "sh", "\(outcome)")
    }

    @Test func aSignalEndsTheCommandItself() throws {
        let child = try Child(
            Home.binary, ["exec", "mail", "--", "sh", "-c", "echo up >&2; exec sleep 1000"],
            environment: home.environment)
        try child.waitForErrors(containing: "up")
        child.signal(SIGTERM)
        #expect(try child.finish().signal == SIGTERM)
        let status = try shell("$FEDAUTH exec mail -- sh -c 'kill -TERM $$'; echo $?")
        #expect(status.text == "143\n", "\(status)")
    }

    @Test func theTerminalIsTheCommands() throws {
        let child = try TerminalChild(
            Home.binary,
            [
                "exec", "mail", "--", "sh", "-c",
                "[ -t 0 ] && [ -t 1 ] && [ -t 2 ] && echo all; read line </dev/tty; echo got $line",
            ], environment: home.environment)
        try child.expect("all")
        child.type("typed")
        try child.expect("got typed")
        #expect(try child.finish() == 0)
    }

    @Test func whatCannotRunIsTold() throws {
        let plain = try home.file("plain", "text")
        try home.fedauth("exec", "mail", "--", "no-such-command").expectComplaint(127, "'no-such-command'")
        try home.fedauth("exec", "mail", "--", "-weird").expectComplaint(127, "'-weird'")
        try home.fedauth("exec", "mail", "--", "/no/such/file").expectComplaint(127, "'/no/such/file'")
        try home.fedauth("exec", "mail", "--", plain).expectComplaint(126, "permission denied")
        try home.fedauth("exec", "mail", "--", home.path).expectComplaint(126, "'\(home.path)'")
        let script = try home.file("script", "#!/no/such/interpreter\n")
        chmod(script, 0o700)
        try home.fedauth("exec", "mail", "--", script).expectComplaint(126, "interpreter")
        for mask in [["--mask"], []] {
            let json = try home.fedauth(["exec", "mail", "--json"] + mask + ["--", "no-such-command"])
            #expect(json.status == 127 && json.text.contains("\"command-not-found\""), "\(json)")
        }
        let large = try home.fedauth(
            ["exec", "mail", "--", "true"], adding: ["LARGE": String(repeating: "x", count: 127 << 10)])
        #expect(large.status == 0, "\(large)")
        let cookies = (0..<40).map { CraftedSession.Cookie(name: "c\($0)", value: String(repeating: "x", count: 4000)) }
        try home.keep(CraftedSession(name: "large", cookies: cookies))
        try home.fedauth("exec", "large", "--", "true").expectComplaint(
            126, "its arguments and environment are too long")
        #expect(try jars == [])
        // A file without a first line for an interpreter is run by sh, as in a shell.
        let bare = try home.file("bare", "echo \"$1\"\n")
        chmod(bare, 0o700)
        #expect(try home.fedauth("exec", "mail", "--", bare, "word").text == "word\n")
    }

    @Test func aMissingDashDashIsTold() throws {
        for words in [
            ["exec", "mail", "true"], ["exec", "true"], ["exec", "curl", "-sS", "x"], ["exec"], ["exec", "--"],
        ] {
            let outcome = try home.fedauth(words)
            outcome.expectComplaint(2, "")
            #expect(outcome.errors.contains("'--' before the command"), "\(outcome)")
        }
    }

    @Test func optionsBehindTheDashesAreTheCommands() throws {
        let outcome = try home.fedauth(
            "exec", "mail", "--", "echo", "--help", "--", "--mask", "-h", "--json", "--version")
        #expect(outcome.text == "--help -- --mask -h --json --version\n", "\(outcome)")
    }

    @Test func withoutASessionTheCommandDoesNotRun() throws {
        try home.keep(CraftedSession(name: "old", expires: 100))
        try home.fedauth("exec", "old", "--", "echo", "ran").expectComplaint(4, "'old' ended at")
        try home.fedauth("exec", "old", "--no-sign-in", "--", "echo", "ran").expectComplaint(4, "'old' ended at")
        try home.fedauth("exec", "mail", "--min-validity", "1000000h", "--", "echo", "ran")
            .expectComplaint(4, "s more are needed")
        try home.fedauth("exec", "none", "--", "echo", "ran").expectComplaint(10, "'none'")
        // A sign-in without a profile is not possible, and a session of another user is rejected.
        try home.fedauth("exec", "mail", "--force", "--", "echo", "ran").expectComplaint(4, "'mail' has no profile")
        try home.keep(CraftedSession(name: "hers", user: "ada"))
        let other = try home.fedauth("exec", "hers", "--user", "bob", "--", "echo", "ran")
        other.expectComplaint(4, "'ada', not of 'bob'")
        #expect(other.errors.contains(" --force --user bob'"), "\(other)")
        for user in ["ada", ""] {
            let words =
                ["exec", "hers", "--no-sign-in"] + (user.isEmpty ? [] : ["--user", user]) + ["--", "echo", "ran"]
            #expect(try home.fedauth(words).text == "ran\n")
        }
        try home.fedauth("exec", "mail", "--url", "https://elsewhere.example.org/", "--", "echo", "ran")
            .expectComplaint(10, "no cookie for")
        #expect(try jars == [])
    }

    /// The cookie file exists as long as its process, independent of other commands.
    @Test func aJarIsNotTakenAwayWhileItIsUsed() throws {
        let child = try Child(
            Home.binary,
            [
                "exec", "mail", "--", "sh", "-c",
                "echo up >&2; read line; cat \"$FEDAUTH_COOKIE_JAR\"; echo changed >\"$FEDAUTH_COOKIE_JAR\"",
            ], environment: home.environment)
        try child.waitForErrors(containing: "up")
        #expect(try home.fedauth("exec", "mail", "--", "true").status == 0)
        #expect(try home.fedauth("export-cookies", "mail", "--unset").status == 0)
        #expect(try jars.count == 1)
        let out = try home.fedauth("logout", "mail")
        #expect(out.status == 0 && out.errors.contains("process \(child.processID)"), "\(out)")
        child.send(Array("\n".utf8))
        let outcome = try child.finish()
        #expect(outcome.text.contains("s3cr3t-value"), "\(outcome)")
        // No process is left to remove it; the next command of fedauth does.
        #expect(try jars.count == 1)
        #expect(try home.fedauth("export-cookies", "mail", "--unset").status == 0)
        #expect(try jars == [])
    }

    @Test func execWithinExecHasASessionOfItsOwn() throws {
        try home.keep(CraftedSession(name: "other", cookies: [.init(name: "o", value: "other-value")]))
        let outcome = try home.fedauth(
            "exec", "mail", "--", "env", "FEDAUTH_STORE_PASSPHRASE=correct horse", Home.binary, "exec", "other", "--",
            "sh", "-c",
            "echo $FEDAUTH_COOKIES $FEDAUTH_PROFILE; env | grep -c FEDAUTH_COOKIES=; cat $FEDAUTH_COOKIE_JAR")
        #expect(outcome.text.hasPrefix("o=other-value other\n1\n"), "\(outcome)")
        #expect(outcome.text.hasSuffix("\to\tother-value\n"), "\(outcome)")
        // The inner command needs no name, because the variable has it.
        let inner = try home.fedauth(
            "exec", "mail", "--", "env", "FEDAUTH_STORE_PASSPHRASE=correct horse", Home.binary, "exec", "--", "sh",
            "-c",
            "echo $FEDAUTH_PROFILE")
        #expect(inner.text == "mail\n", "\(inner)")
    }

    @Test func theStoresPassphraseIsNotHandedOn() throws {
        let outcome = try home.fedauth("exec", "mail", "--", "env")
        #expect(!outcome.text.contains("correct horse") && outcome.text.contains("FEDAUTH_STORE=file"), "\(outcome)")
    }

    @Test func theSessionsProfileSignsInFirst() throws {
        let profile = "[profile.mail]\nauthorization-url = \"http://127.0.0.1:1/\"\n"
        try home.configure(profile)
        // The stored session is for another address: as with 'login' it is not used, and the new address has no listener.
        let outcome = try home.fedauth("exec", "mail", "--no-input", "--", "echo", "ran")
        #expect(outcome.status == 7 && outcome.output.isEmpty, "\(outcome)")
        let there = try home.fedauth("exec", "mail", "--no-sign-in", "--", "echo", "ran")
        #expect(there.text == "ran\n", "\(there)")
    }
}
