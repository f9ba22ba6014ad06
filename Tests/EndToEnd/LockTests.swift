import Glibc
import Testing

@testable import CommandSupport

/// Tests that one sign-in runs at a time, and that nothing is left.
@Suite(.serialized)
struct LockTests {
    let lab: Lab
    let home: Home

    init() throws {
        lab = try Lab.get()
        home = try Home(hasPassphrase: true)
    }

    private func words(_ more: [String] = []) throws -> [String] {
        let plain = try lab.scenario("plain")
        return ["saml", plain.start, "--finish", plain.finish, "--user", "ada", "--cacert", lab.caFile] + more
    }

    private func password() throws -> String { try Files.text(try #require(lab.users["ada"]?.passwordFile)) }

    /// Returns all files in the home and its runtime directory, except the store and its state.
    private func leftovers() throws -> [String] {
        let found = try Run.program("/usr/bin/find", [home.path, "-type", "f"], environment: home.environment)
        return found.text.split(separator: "\n").map { String($0.dropFirst(home.path.count + 1)) }
            .filter { !$0.hasPrefix("data/fedauth/store") && !$0.hasPrefix("state/fedauth/") }
    }

    @Test func theSecondWaitsSaysForWhomAndTakesOverTheResult() throws {
        // The first process waits for its password at a terminal.
        let first = try TerminalChild(Home.binary, try words(), environment: home.environment)
        try first.expect("Password for ada")
        // The second process has no password, so it can succeed only with the session of the first.
        let second = try Child(Home.binary, try words(["--no-input"]), environment: home.environment)
        second.closeInput()
        try second.waitForErrors(containing: "waiting for process \(first.processID)")
        let refused = try home.fedauth(try words(["--no-wait", "--no-input"]))
        #expect(refused.status == 9 && refused.errors.contains("process \(first.processID)"), "\(refused)")
        #expect(refused.errors.contains("/plain/finish"), "\(refused)")
        first.type(try password())
        #expect(try first.finish() == 0)
        let outcome = try second.finish()
        #expect(outcome.status == 0 && outcome.errors.contains("nothing was done"), "\(outcome)")
        #expect(try leftovers().isEmpty)
    }

    /// Ctrl-C ends the process at that terminal, but not the sign-ins of waiting processes.
    @Test(arguments: [SIGKILL, SIGINT, SIGTERM])
    func aKilledHolderDoesNotBlock(_ number: Int32) throws {
        let first = try TerminalChild(Home.binary, try words(), environment: home.environment)
        try first.expect("Password for ada")
        let second = try Child(
            Home.binary, try words(["--password-stdin", "--no-input"]), environment: home.environment)
        second.send(Array(try password().utf8))
        second.closeInput()
        try second.waitForErrors(containing: "waiting for process")
        kill(first.processID, number)
        let outcome = try second.finish()
        #expect(outcome.status == 0, "\(outcome)")
        #expect(try leftovers().isEmpty)
    }

    /// One of the waiting processes would otherwise ask next.
    @Test func whatIsCancelledFromAnotherTerminalIsOver() throws {
        let none = try home.fedauth("cancel")
        #expect(none.status == 10 && none.errors.contains("no sign-in is under way"), "\(none)")
        let first = try TerminalChild(Home.binary, try words(), environment: home.environment)
        try first.expect("Password for ada")
        let other = try waiting(1, password: try password())[0]
        let wrong = try home.fedauth("cancel", "elsewhere")
        #expect(wrong.status == 10 && wrong.errors.contains("under way: 'sp.localhost'"), "\(wrong)")
        let outcome = try home.fedauth("cancel", "--json")
        #expect(outcome.status == 0 && outcome.text.contains("\"process\":\(first.processID)"), "\(outcome)")
        #expect(outcome.errors.contains("cancelled the sign-in to 'sp.localhost'"), "\(outcome)")
        #expect(try first.finish() == 5)
        #expect(first.echoes)
        #expect(first.text.contains("error: the sign-in was cancelled by 'fedauth cancel'"), "\(first.text)")
        let waited = try other.finish()
        #expect(waited.status == 5, "\(waited)")
        #expect(try leftovers().isEmpty)
        #expect(home.hasNoStore)
    }

    /// A terminal that holds its output back (Ctrl-S) keeps the process at its last words, where SIGCONT finds it.
    @Test func whatIsCancelledGivesTheTerminalBackForGood() throws {
        let first = try TerminalChild(Home.binary, try words(), environment: home.environment)
        try first.expect("Password for ada")
        try first.wait { !first.echoes }
        first.send([0x13])
        let cancel = try Child(Home.binary, ["cancel"], environment: home.environment)
        try first.wait { first.echoes }
        kill(first.processID, SIGCONT)
        let pending = "ShdPnd:\t0000000000000000"
        try first.wait { (try? Files.text("/proc/\(first.processID)/status").contains(pending)) ?? true }
        first.send([0x11])
        #expect(try first.finish() == 5)
        #expect(first.echoes)
        #expect(try cancel.finish().status == 0)
    }

    /// Only a request to cancel ends it with status 5.
    @Test func anotherSignalEndsItAsEverySignalDoes() throws {
        let first = try TerminalChild(Home.binary, try words(), environment: home.environment)
        try first.expect("Password for ada")
        kill(first.processID, SIGUSR1)
        #expect(try first.finish() == -SIGUSR1)
        #expect(try leftovers().isEmpty)
    }

    /// A stopped process handles nothing before it continues.
    @Test func aStoppedSignInIsCancelled() throws {
        let first = try TerminalChild(Home.binary, try words(), environment: home.environment)
        try first.expect("Password for ada")
        kill(first.processID, SIGSTOP)
        #expect(try home.fedauth("cancel", "sp.localhost").status == 0)
        #expect(try first.finish() == 5)
    }

    /// Starts processes that wait, with a password each.
    private func waiting(_ count: Int, password: String) throws -> [Child] {
        let children = try (0..<count).map { _ in
            let child = try Child(
                Home.binary, try words(["--password-stdin", "--no-input"]), environment: home.environment)
            child.send(Array(password.utf8))
            child.closeInput()
            return child
        }
        for child in children { try child.waitForErrors(containing: "waiting for process") }
        return children
    }

    /// The end of the input cancels. Otherwise one question or window would appear after the other.
    @Test func aCancelledSignInEndsTheWaitingOnes() throws {
        let first = try TerminalChild(Home.binary, try words(), environment: home.environment)
        try first.expect("Password for ada")
        let others = try waiting(5, password: try password())
        first.send([4])
        #expect(try first.finish() == 5, "\(first.text)")
        for other in others {
            let outcome = try other.finish()
            #expect(outcome.status == 5, "\(outcome)")
            #expect(outcome.errors.contains("the sign-in of process \(first.processID) at"), "\(outcome)")
            #expect(outcome.errors.contains("was cancelled, and this one with it"), "\(outcome)")
        }
        #expect(try leftovers().isEmpty)
        // A later process signs in.
        let later = try home.fedauth(try words(["--password-stdin", "--no-input"]), input: try password())
        #expect(later.status == 0, "\(later)")
    }

    /// Servers lock accounts after a few wrong passwords.
    @Test func aRefusedPasswordIsSentOnce() throws {
        let pipe = home.path + "/password"
        #expect(mkfifo(pipe, 0o600) == 0)
        let first = try Child(
            Home.binary, try words(["--password-command", "cat '\(pipe)'", "--no-input"]),
            environment: home.environment)
        first.closeInput()
        // From here on it holds the lock and waits for its password.
        let end = open(pipe, O_WRONLY | O_CLOEXEC)
        let others = try waiting(5, password: "wrong")
        #expect(write(end, "wrong", 5) == 5)
        close(end)
        let refused = try first.finish()
        #expect(refused.status == 3 && refused.errors.contains("Incorrect username or password"), "\(refused)")
        for other in others {
            let outcome = try other.finish()
            #expect(outcome.status == 3, "\(outcome)")
            #expect(outcome.errors.contains("was refused, and this one was not tried"), "\(outcome)")
        }
    }

    @Test func aWaitingSignInCanBeInterrupted() throws {
        let first = try TerminalChild(Home.binary, try words(), environment: home.environment)
        try first.expect("Password for ada")
        let other = try waiting(1, password: try password())[0]
        other.signal(SIGINT)
        #expect(try other.finish().signal == SIGINT)
        first.type(try password())
        #expect(try first.finish() == 0, "\(first.text)")
        #expect(try leftovers().isEmpty)
    }

    @Test func manyAtOnceAskOnce() throws {
        var children: [Child] = []
        let over = CraftedSession(name: "sp.localhost", url: try lab.scenario("plain").finish, expires: 1_000_000_000)
        try home.keep(over)
        for _ in 0..<50 {
            let child = try Child(
                Home.binary, try words(["--password-stdin", "--no-input", "--json"]), environment: home.environment)
            child.send(Array(try password().utf8))
            child.closeInput()
            children.append(child)
        }
        let outcomes = try children.map { try $0.finish() }
        #expect(outcomes.allSatisfy { $0.status == 0 }, "\(outcomes)")
        #expect(outcomes.count { $0.text.contains("\"fresh\":true") } == 1)
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT])
    func aSignalRestoresTheTerminalAndLeavesNothing(_ number: Int32) throws {
        let terminal = try TerminalChild(Home.binary, try words(), environment: home.environment)
        try terminal.expect("Password for ada")
        #expect(!terminal.echoes)
        kill(terminal.processID, number)
        #expect(try terminal.finish() == -number)
        #expect(terminal.echoes)
        #expect(try leftovers().isEmpty)
        #expect(home.hasNoStore)
    }

    @Test func controlCAtTheQuestionEndsIt() throws {
        let terminal = try TerminalChild(Home.binary, try words(), environment: home.environment)
        try terminal.expect("Password for ada")
        terminal.send([3])
        #expect(try terminal.finish() == -SIGINT)
        #expect(terminal.echoes)
    }

    @Test func controlCWhileAServerIsSilentEndsIt() throws {
        let hostile = try Hostile.get()
        let trace = home.path + "/trace"
        let child = try Child(
            Home.binary, ["saml", hostile.silent, "--cacert", hostile.caFile, "--no-input", "--trace", trace],
            environment: home.environment)
        try waitUntil("a request is sent") { (try? Files.text(trace).contains("> GET")) == true }
        child.signal(SIGINT)
        let outcome = try child.finish()
        #expect(outcome.signal == SIGINT, "\(outcome)")
        #expect(try leftovers() == ["trace"])
    }

    @Test func afterAStopItAsksAgainWithoutEcho() throws {
        let terminal = try TerminalChild(Home.binary, try words(), environment: home.environment)
        try terminal.expect("Password for ada")
        // SIGTSTP does not stop an orphaned process group (POSIX), but fedauth's handler runs; the echo must be off again
        // after it.
        kill(terminal.processID, SIGTSTP)
        try terminal.expect("Password for ada")
        try terminal.wait { !terminal.echoes }
        // No handler runs before SIGSTOP; a shell then sets the modes of the terminal.
        kill(terminal.processID, SIGSTOP)
        var status: Int32 = 0
        #expect(waitpid(terminal.processID, &status, WUNTRACED) == terminal.processID)
        terminal.echo()
        kill(terminal.processID, SIGCONT)
        try terminal.expect("Password for ada")
        try terminal.wait { !terminal.echoes }
        terminal.type(try password())
        #expect(try terminal.finish() == 0, "\(terminal.text)")
        #expect(!terminal.text.contains(try password()))
    }
}
