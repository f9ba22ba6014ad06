import Glibc
import Testing

@testable import CommandSupport

/// Tests git over https with git's own server (git-http-backend, behind Apache and Basic), and with fedauth as its credential
/// helper under the name that git calls.
struct CredentialGitLabTests {
    let home: Home
    let lab: Lab
    private let password: String

    init() throws {
        home = try Home()
        lab = try Lab.get()
        password = try lab.password(of: "ada")
        symlink(Home.binary, home.path + "/git-credential-fedauth")
        _ = try home.file(
            ".gitconfig",
            """
            [user]
                name = Ada
                email = ada@lab.test
            [credential]
                helper = fedauth
            [http]
                sslCAInfo = \(lab.caFile)
            """)
        let askpass = try home.file(
            "askpass",
            """
            #!/bin/sh
            echo "$1" >>"$HOME/asked"
            case $1 in User*) echo ada ;; *) cat "$HOME/typed" ;; esac
            """)
        chmod(askpass, 0o700)
        home.environment.merge([
            "PATH": home.path + ":/usr/bin:/bin", "GIT_CONFIG_NOSYSTEM": "1", "GIT_TERMINAL_PROMPT": "0",
            "GIT_ASKPASS": askpass,
        ]) { $1 }
    }

    /// The result of git, its prompts, and its requests to the helper, in order.
    private struct Ending {
        var outcome: Outcome
        var asked: String
        var operations: [String]
    }

    private func git(_ words: String..., typing typed: String = "never") throws -> Ending {
        _ = try home.file("typed", typed)
        _ = try home.file("asked", "")
        let trace = try home.file("trace", "")
        let outcome = try Run.program(
            "/usr/bin/git", words, environment: home.environment.merging(["GIT_TRACE": trace]) { $1 })
        let mark = "trace: run_command: 'git credential-fedauth "
        let operations = try Files.text(trace).split(separator: "\n").compactMap { line in
            line.firstRange(of: mark).map { String(line[$0.upperBound...].prefix { $0 != "'" }) }
        }
        return Ending(outcome: outcome, asked: try Files.text(home.path + "/asked"), operations: operations)
    }

    private func clone(to name: String, typing typed: String = "never") throws -> Ending {
        try git("clone", "-q", lab.challenges.gitURL, home.path + "/" + name, typing: typed)
    }

    /// Stores a password before git asks for one.
    private func approve(_ password: String) throws {
        let address = try #require(lab.challenges.gitURL.firstRange(of: "://"))
        let host = lab.challenges.gitURL[address.upperBound...].prefix { $0 != "/" }
        let done = try home.fedauth(
            "credential", "approve",
            input: "protocol=https\nhost=\(host)\nusername=ada\npassword=\(password)\n\n")
        #expect(done.status == 0 && done.output.isEmpty, "\(done)")
    }

    @Test func whatIsStoredClonesAndPushesWithoutAQuestion() throws {
        try approve(password)
        let cloned = try clone(to: "copy")
        #expect(cloned.outcome.status == 0 && cloned.outcome.errors.isEmpty && cloned.asked.isEmpty, "\(cloned)")
        #expect(cloned.operations == ["get", "store"], "\(cloned)")
        #expect(try Files.text(home.path + "/copy/README") == "hello from the lab\n")

        let copy = ["-C", home.path + "/copy"]
        #expect(try git(copy[0], copy[1], "commit", "-q", "--allow-empty", "-m", "two").outcome.status == 0)
        let commit = try git(copy[0], copy[1], "rev-parse", "HEAD").outcome.text
        let branch = "refs/heads/fedauth-\(getpid())-\(UInt32.random(in: .min ... .max))"
        let pushed = try git(copy[0], copy[1], "push", "-q", "origin", "HEAD:" + branch)
        #expect(
            pushed.outcome.status == 0 && pushed.asked.isEmpty && pushed.operations == ["get", "store"], "\(pushed)")
        let there = try git("ls-remote", lab.challenges.gitURL, branch)
        #expect(there.outcome.text == commit.prefix { $0 != "\n" } + "\t" + branch + "\n", "\(there)")
    }

    /// A sign-in with `fedauth basic` also works for git. There is one copy of the password, which is erased after a refusal.
    @Test func whatBasicKeepsIsGits() throws {
        let words = ["basic", lab.challenges.gitURL + "/info/refs?service=git-upload-pack", "--cacert", lab.caFile]
        let signedIn = try home.fedauth(words + ["--user", "ada", "--password-stdin", "--no-input"], input: password)
        #expect(signedIn.status == 0, "\(signedIn)")
        let kept = try home.fedauth("store", "list").text
        let cloned = try clone(to: "copy")
        #expect(cloned.outcome.status == 0 && cloned.asked.isEmpty, "\(cloned)")
        #expect(cloned.operations == ["get", "store"], "\(cloned)")
        #expect(try home.fedauth("store", "list").text == kept)
        let entry = kept.split(separator: "\n").first { $0.hasPrefix("http/") }
        let name = try #require(entry?.split(separator: "\t").first)
        let held = try home.fedauth("credential", "get", input: "url=\(lab.challenges.gitURL)\n")
        #expect(held.text == "username=ada\npassword=\(password)\n", "\(held)")
        try home.fedauth("credential", "erase", input: "url=\(lab.challenges.gitURL)\n" + held.text)
        #expect(try !home.fedauth("store", "list").text.contains(name))
    }

    /// git does not ask again in the same run, but in the next one.
    @Test func whatTheServerRefusesIsErasedAndWhatItTakesIsStored() throws {
        try approve("wrong")
        let refused = try clone(to: "copy")
        #expect(refused.outcome.status == 128 && refused.asked.isEmpty, "\(refused)")
        #expect(refused.outcome.errors.contains("Authentication failed"), "\(refused)")
        #expect(refused.operations == ["get", "erase"], "\(refused)")
        #expect(try home.fedauth("store", "list").text.isEmpty)

        let typed = try clone(to: "copy", typing: password)
        #expect(typed.outcome.status == 0 && typed.asked.contains("Password for 'https://"), "\(typed)")
        #expect(typed.operations == ["get", "store"], "\(typed)")
        let again = try clone(to: "again")
        #expect(again.outcome.status == 0 && again.asked.isEmpty && again.operations == ["get", "store"], "\(again)")
    }

    @Test func aPasswordThatIsNotAcceptedIsNotStored() throws {
        let refused = try clone(to: "copy", typing: "wrong")
        #expect(refused.outcome.status == 128 && refused.asked.contains("Password for"), "\(refused)")
        #expect(refused.operations == ["get", "erase"], "\(refused)")
        #expect(try home.fedauth("store", "list").text.isEmpty)
    }
}
