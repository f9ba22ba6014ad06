import Core
import Glibc
import Support
import System
import Testing

@testable import Application

/// Tests which process a request to cancel reaches. This process holds the locks, and no signal is sent.
struct RunningSignInTests {
    private let scratch: Scratch
    var directory: String { scratch.path }
    let clock = TestClock()

    /// Counts what would be sent.
    private final class Sent {
        var processes: [Int32] = []
        var act: () -> Void = {}
    }

    init() throws { scratch = try Scratch() }

    private func take(_ name: String) throws -> any HeldSignInLock {
        try FileSignInLock(directory: directory).acquire(
            name, purpose: "https://sp/finish", waits: false, deadline: Deadline(seconds: 30, from: clock),
            onWait: { _ in })
    }

    private func signIns(_ sent: Sent = Sent()) -> LockedSignIns {
        LockedSignIns(directories: [directory + "/none", directory]) { (process) throws(SystemFailure) in
            sent.processes.append(process.id)
            sent.act()
        }
    }

    private func write(_ text: String, to name: String = "mail") throws {
        let file = open("\(directory)/sign-in-\(name).lock", O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        let bytes = Array(text.utf8)
        #expect(Glibc.write(file, bytes, bytes.count) == bytes.count)
        close(file)
    }

    private func code(_ body: () throws -> Void) -> ErrorCode? {
        do {
            try body()
            return nil
        } catch {
            return (error as? FedauthError)?.code
        }
    }

    @Test func theHolderIsAskedToEndAndWaitingProcessesToo() throws {
        var held: (any HeldSignInLock)? = try take("mail")
        let sent = Sent()
        var note = ""
        sent.act = {
            note = (try? LockFile(existing: directory + "/sign-in-mail.lock"))?.text ?? ""
            held = nil
        }
        let found = try signIns().found(named: "mail")
        #expect(found.map(\.name) == ["mail"] && found.map(\.processID) == [getpid()])
        try signIns(sent).cancel(try #require(found.first))
        #expect(sent.processes == [getpid()])
        #expect(note.hasPrefix("cancelled \(getpid()) "))
        #expect(try signIns().found(named: nil).isEmpty)
        _ = held
    }

    @Test func namesAreThoseOfProfilesSessionsAndIdentities() throws {
        let held = try ["mail", "a b/c", "identity-who"].map(take)
        #expect(try Set(signIns().found(named: nil).map(\.name)) == ["mail", "a b/c", "who"])
        #expect(try signIns().found(named: "who").count == 1)
        #expect(try signIns().found(named: "a b/c").count == 1)
        #expect(try signIns().found(named: "other").isEmpty)
        #expect(try LockedSignIns(directories: []).found(named: nil).isEmpty)
        withExtendedLifetime(held) {}
    }

    /// A holder that was killed leaves its file; the number of its process may have been given to another one.
    @Test(arguments: ["1 https://sp/finish\n", "1 7 https://sp/finish\n", "2000000000 7 https://sp/finish\n", "", "x"])
    func aFileWithoutAHolderIsNoSignIn(_ text: String) throws {
        try write(text)
        #expect(try signIns().found(named: nil).isEmpty)
    }

    /// The start differs, or is missing, or the file names a process that does not hold the lock.
    @Test(arguments: ["PID 7 https://sp/finish\n", "PID https://sp/finish\n", "PARENT 7 https://sp/finish\n"])
    func anotherProcessIsNotEnded(_ text: String) throws {
        let held = try take("mail")
        try write(
            text.replacing("PID", with: String(getpid())).replacing("PARENT", with: String(getppid())))
        let sent = Sent()
        let found = try #require(try signIns().found(named: "mail").first)
        #expect(code { try signIns(sent).cancel(found) } == .busy)
        #expect(sent.processes.isEmpty)
        withExtendedLifetime(held) {}
    }

    @Test func aFileThatOthersCanWriteIsNotBelieved() throws {
        let held = try take("mail")
        #expect(chmod(directory + "/sign-in-mail.lock", 0o622) == 0)
        #expect(try signIns().found(named: nil).isEmpty)
        withExtendedLifetime(held) {}
    }

    @Test func whatHasEndedMeanwhileIsNotThere() throws {
        let held = try take("mail")
        var found = try #require(try signIns().found(named: "mail").first)
        found.lock += ".gone"
        #expect(code { try signIns().cancel(found) } == .notFound)
        withExtendedLifetime(held) {}
    }

    @Test func aLongNameIsShownAsItsFile() {
        #expect(FileNames.named("a_20b.c") == "a b.c")
        #expect(FileNames.named("a_2") == nil || FileNames.named("a_2") == "a\u{2}")
        #expect(FileNames.named("_zz") == nil)
        #expect(FileNames.named(String(repeating: "a", count: 151)) == nil)
    }
}
