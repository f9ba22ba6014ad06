import Glibc
import Testing

@testable import CommandSupport

/// Tests the output of fedauth for shells, files and programs.
@Suite(.serialized)
struct ExportTests {
    let lab: Lab
    let home: Home

    init() throws {
        lab = try Lab.get()
        home = try Home()
        let deep = try lab.scenario("deep")
        let outcome = try home.fedauth(
            "saml", deep.start, "--finish", deep.finish, "--user", "ada", "--password-file",
            try #require(lab.users["ada"]?.passwordFile),
            "--cacert", lab.caFile, "--no-input")
        guard outcome.status == 0 else { throw TestFailure("no session: \(outcome)") }
    }

    private func shell(_ path: String, _ script: String, _ adding: [String: String] = [:]) throws -> Outcome {
        try Run.program(
            path, ["-c", script],
            environment: home.environment.merging(adding) { $1 }.merging(["FEDAUTH": Home.binary]) { $1 })
    }

    static let shells = ["/bin/sh", "/bin/bash", "/bin/zsh", "/bin/ksh93", "/bin/mksh"]

    @Test(arguments: shells)
    func evalSetsOurVariablesAndNoOthers(_ path: String) throws {
        let header = try home.fedauth("export-cookies", "--format", "header").text
        let outcome = try shell(path, "eval $($FEDAUTH export-cookies); env")
        let before = try shell(path, "env")
        let names = { (text: String) in
            Set(text.split(separator: "\n").compactMap { $0.split(separator: "=").first.map(String.init) })
        }
        let added = names(outcome.text).subtracting(names(before.text))
        #expect(
            added == ["FEDAUTH_COOKIES", "FEDAUTH_COOKIE_JAR", "FEDAUTH_URL", "FEDAUTH_PROFILE", "FEDAUTH_EXPIRES"],
            "\(outcome)")
        #expect(
            header == "Cookie: "
                + (outcome.text.split(separator: "\n").first { $0.hasPrefix("FEDAUTH_COOKIES=") }?.dropFirst(16) ?? "")
                + "\n")
        let undone = try shell(path, "eval $($FEDAUTH export-cookies); eval $($FEDAUTH export-cookies --unset); env")
        #expect(names(undone.text) == names(before.text), "\(undone)")
    }

    /// The process of a script has the name of the script; fedauth finds the shell that runs it.
    @Test func theShellOfAScriptIsKnown() throws {
        let script = try home.file("deploy", "#!/bin/bash\n$FEDAUTH export-cookies | cat\n")
        chmod(script, 0o700)
        let outcome = try Run.program(
            script, [], environment: home.environment.merging(["FEDAUTH": Home.binary]) { $1 })
        #expect(outcome.text.contains(" && 'builtin' 'export' FEDAUTH_COOKIES=$'"), "\(outcome)")
        let python = try shell(
            "/bin/sh",
            "python3 -c 'import os,subprocess; subprocess.run([os.environ[\"FEDAUTH\"], \"export-cookies\"])'")
        #expect(python.text.contains(" && FEDAUTH_COOKIES=$('printf' '"), "\(python)")
    }

    @Test(arguments: shells)
    func aFailureStopsTheLine(_ path: String) throws {
        let outcome = try shell(path, "eval $($FEDAUTH export-cookies no.such.session) && echo yes")
        #expect(outcome.output.isEmpty && outcome.status != 0, "\(outcome)")
        let misused = try shell(path, "eval $($FEDAUTH export-cookies --no-such-option) && echo yes")
        #expect(misused.output.isEmpty && misused.status != 0, "\(misused)")
    }

    @Test func theJarIsPrivateFromBirthAndHoldsDeepPaths() throws {
        let outcome = try shell(
            "/bin/sh",
            "umask 000; eval $($FEDAUTH export-cookies) && stat -c %a \"$FEDAUTH_COOKIE_JAR\" && cat "
                + "\"$FEDAUTH_COOKIE_JAR\""
        )
        #expect(outcome.text.hasPrefix("600\n# Netscape HTTP Cookie File\n"), "\(outcome)")
        #expect(outcome.text.contains("\t/deep/app\t"), "\(outcome)")
        let script =
            "eval $($FEDAUTH export-cookies) && curl -sS --cacert \(lab.caFile) -b \"$FEDAUTH_COOKIE_JAR\" "
            + "\(try lab.scenario("deep").protected)"
        #expect(try shell("/bin/sh", script).text.contains("signed in as ada"))
    }

    @Test func curlReadsEveryPrivateWay() throws {
        let page = try lab.scenario("deep").protected
        for way in [
            "$FEDAUTH export-cookies --format netscape | curl -sS --cacert CA -b - PAGE",
            "curl -sS --cacert CA -b <($FEDAUTH export-cookies -o -) PAGE",
            "$FEDAUTH export-cookies --format header --url PAGE | curl -sS --cacert CA -H @- PAGE",
        ] {
            let line = way.split(separator: " ").map { $0 == "CA" ? lab.caFile : $0 == "PAGE" ? page : String($0) }
                .joined(separator: " ")
            #expect(try shell("/bin/bash", line).text.contains("signed in as ada"), "\(line)")
        }
    }

    @Test func noSecretIsOnACommandLineOrInTheEnvironmentOfChildren() throws {
        // Uses a separate home, because a sign-in with a valid session needs no password.
        let home = try Home(hasPassphrase: true)
        let plain = try lab.scenario("plain")
        let marker = home.path + "/seen"
        let command =
            "tr '\\0' '\\n' < /proc/$PPID/cmdline > \(marker); env >> \(marker); cat "
            + "\(try #require(lab.users["ada"]?.passwordFile))"
        let outcome = try home.fedauth(
            "saml", plain.start, "--finish", plain.finish, "--user", "ada", "--password-command", command, "--cacert",
            lab.caFile, "--no-input")
        #expect(outcome.status == 0, "\(outcome)")
        let seen = try Files.text(marker)
        #expect(!seen.contains("correct horse") && !seen.contains("FEDAUTH_STORE_PASSPHRASE"), "\(seen)")
    }
}
