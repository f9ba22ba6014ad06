import Glibc
import Testing

@testable import CommandSupport

/// Tests `fedauth exec --mask`: secrets are masked, and everything else is the same as without it.
struct ExecMaskTests {
    let home: Home

    init() throws {
        home = try Home()
        try home.keep(CraftedSession())
    }

    private func masked(_ script: String, input: String = "") throws -> Outcome {
        try home.fedauth(["exec", "mail", "--mask", "--", "sh", "-c", script], input: input)
    }

    @Test func everyFormIsStruckOutOfBothStreams() throws {
        let outcome = try masked(
            """
            echo "1 $FEDAUTH_COOKIES."; echo "2 $FEDAUTH_COOKIES." >&2
            echo '3 s3cr3t-value%2F%2Bx 4 s3cr3t-value%2f%2bx 5 s3cr3t-value\\/+x'
            printf '6 '; printf %s s3cr3t-value/+x | base64
            printf '7 s3cr3t-va'; sleep 0.1; printf 'lue/+x'
            printf ' s3cr3t-val'
            exit 9
            """)
        #expect(outcome.status == 9)
        #expect(
            outcome.text == """
                1 sid=***; id=42.
                3 *** 4 *** 5 ***
                6 ***
                7 *** s3cr3t-val
                """, "\(outcome)")
        #expect(outcome.errors == "2 sid=***; id=42.\n", "\(outcome)")
    }

    @Test func whatIsNoSecretPassesExactly() throws {
        let outcome = try masked("head -c 300000 /dev/urandom | tee \(home.path)/sent")
        #expect(outcome.output == (try Files.bytes(home.path + "/sent")))
        #expect(try masked("cat", input: "in\0out").output == Array("in\0out".utf8))
    }

    @Test func aShortValueIsNamedAndPasses() throws {
        let outcome = try home.fedauth("exec", "mail", "--mask", "-v", "--", "echo", "id=42")
        #expect(outcome.text == "id=42\n" && outcome.errors.contains("the cookie 'id' is shorter"), "\(outcome)")
    }

    /// The command's output appears before it ends, and a signal to fedauth alone reaches the command.
    @Test func signalsAreHandedOn() throws {
        for (script, number) in [("exec sleep 1000", SIGTERM), ("exec sleep 1000", SIGHUP)] {
            let child = try Child(
                Home.binary, ["exec", "mail", "--mask", "--", "sh", "-c", "printf up >&2; " + script],
                environment: home.environment)
            try child.waitForErrors(containing: "up")
            child.signal(number)
            #expect(try child.finish().signal == number)
        }
        let child = try Child(
            Home.binary,
            [
                "exec", "mail", "--mask", "--", "sh", "-c",
                "trap 'echo caught; exit 3' INT; trap 'echo one; echo took it >&2' USR1; printf up >&2; while :; do sleep 0.1; done",
            ], environment: home.environment)
        try child.waitForErrors(containing: "up")
        child.signal(SIGUSR1)
        // Two pending signals arrive in the order of their numbers.
        try child.waitForErrors(containing: "took it")
        child.signal(SIGINT)
        let outcome = try child.finish()
        #expect(outcome.status == 3 && outcome.text == "one\ncaught\n", "\(outcome)")
    }

    @Test func theCommandsSignalIsOurs() throws {
        #expect(try masked("kill -KILL $$").signal == SIGKILL)
        #expect(try masked("kill -ABRT $$").signal == SIGABRT)
    }

    @Test func theJarIsRemovedAtTheEnd() throws {
        let outcome = try masked("test -f $FEDAUTH_COOKIE_JAR && echo $FEDAUTH_COOKIE_JAR")
        let path = outcome.text.split(separator: "\n").first.map(String.init) ?? "/"
        #expect(path.contains("/run/fedauth/exec-") && access(path, F_OK) != 0, "\(outcome)")
    }

    @Test func fiftyMegabytesPassInConstantMemory() throws {
        let script = """
            import resource, subprocess, sys
            command = "yes 's3cr3t-value/+x and more text' | head -c 50000000; yes error | head -c 3000000 >&2"
            child = subprocess.Popen(sys.argv[1:] + [command], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            import threading
            errors = []
            thread = threading.Thread(target=lambda: errors.append(len(child.stderr.read())))
            thread.start()
            count = lines = 0
            while chunk := child.stdout.read(1 << 16):
                count += len(chunk)
                lines += chunk.count(b"*** and more text\\n")
                assert b"s3cr3t" not in chunk
            thread.join()
            print(child.wait(), count > 29000000, lines > 1000000, errors[0])
            print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, file=sys.stderr)
            """
        let outcome = try Run.program(
            "/usr/bin/python3", ["-c", script, Home.binary, "exec", "mail", "--mask", "--", "sh", "-c"],
            environment: home.environment, seconds: 1200)
        #expect(outcome.text == "0 True True 3000000\n", "\(outcome)")
        let kilobytes = Int(outcome.errors.split(separator: "\n").last ?? "") ?? .max
        #expect(kilobytes < 150_000, "\(outcome)")
    }

    @Test func fullPipesAreNoDeadlock() throws {
        let outcome = try masked(
            "(yes out | head -c 400000) & (yes error | head -c 400000 >&2) & wait; echo end")
        #expect(outcome.output.count == 400_004 && outcome.errors.utf8.count == 400_000)
    }

    @Test func theCommandSeesNoReader() throws {
        let outcome = try Run.program(
            "/bin/bash",
            ["-c", "set -o pipefail; \(Home.binary) exec mail --mask -- yes | head -n 2; echo ${PIPESTATUS[0]}"],
            environment: home.environment)
        #expect(outcome.text == "y\ny\n141\n", "\(outcome)")
    }

    @Test func aFullDiskIsTold() throws {
        let outcome = try Run.program(
            "/bin/sh", ["-c", "\(Home.binary) exec mail --mask -- yes >/dev/full; echo $? >&2"],
            environment: home.environment)
        #expect(outcome.errors.contains("cannot write to 'stdout': no space left"), "\(outcome)")
        #expect(outcome.errors.hasSuffix("141\n"), "\(outcome)")
    }

    @Test func aProcessLeftBehindDelaysNothing() throws {
        let outcome = try masked("sleep 20 & echo end")
        #expect(outcome.text == "end\n" && outcome.status == 0, "\(outcome)")
    }

    @Test func onATerminalTheCommandHasOne() throws {
        let script =
            "[ -t 0 ] && [ -t 1 ] && [ -t 2 ] && echo all; echo $FEDAUTH_COOKIES; read line; echo got $line; "
            + "n=0; trap 'n=$((n+1)); echo interrupted $n' INT; trap 'echo now $(stty size <&2)' WINCH; "
            + "echo first $(stty size <&2); stty rows 50 cols 60; echo second; while [ $n = 0 ]; do sleep 0.1; done; "
            + "sleep 0.3; echo keys $n; exit 4"
        let child = try TerminalChild(
            "/bin/sh",
            ["-c", "stty rows 33 cols 44; exec \"$0\" exec mail --mask -- sh -c \"$1\"", Home.binary, script],
            environment: home.environment)
        try child.expect("all\r\nsid=***; id=42\r\n")
        child.type("typed")
        try child.expect("got typed\r\n")
        try child.expect("first 33 44\r\n")
        try child.expect("second")
        child.send([0x03])
        // The command gets the key once.
        try child.expect("keys 1")
        #expect(try child.finish() == 4)
        #expect(child.text.contains("now 50 60") && !child.text.contains("s3cr3t"), "\(child.text)")
    }

    /// Stops and continues the job, under a shell with job control.
    @Test func theShellStopsAndContinuesTheJob() throws {
        let child = try TerminalChild(
            "/bin/bash", ["--norc", "--noprofile", "-i"],
            environment: home.environment.merging(["PS1": "ready> ", "TERM": "dumb"]) { $1 })
        try child.expect("ready> ")
        child.type("\(Home.binary) exec mail --mask -- sh -c 'echo begun; read line; echo $line $FEDAUTH_COOKIES'")
        try child.expect("begun\r\n")
        child.send([0x1A])
        try child.expect("Stopped")
        try child.expect("ready> ")
        child.type("fg")
        try child.expect("exec mail")
        child.type("gone-on")
        try child.expect("gone-on sid=***; id=42")
        try child.expect("ready> ")
        child.type("exit")
        _ = try child.finish()
    }
}
