import Core
import Glibc
import Support
import Testing

@testable import Application

/// Tests locks in a directory of the test. Two locks in one process behave like two processes, because `flock(2)` locks open
/// files.
struct SignInLockTests {
    private let scratch: Scratch
    var directory: String { scratch.path }
    let clock = TestClock()

    init() throws { scratch = try Scratch() }

    private var path: String { directory + "/sign-in-mail.lock" }

    private func take(
        _ purpose: String = "https://sp/finish", waits: Bool = true, _ onWait: (SignInHolder) -> Void = { _ in }
    ) throws -> any HeldSignInLock {
        try FileSignInLock(directory: directory).acquire(
            "mail", purpose: purpose, waits: waits, deadline: Deadline(seconds: 30, from: clock), onWait: onWait)
    }

    private func code(_ body: () throws -> Void) -> ErrorCode? {
        do {
            try body()
            return nil
        } catch {
            return (error as? FedauthError)?.code
        }
    }

    @Test func aWaitingSignInTakesOver() throws {
        var held: (any HeldSignInLock)? = try take()
        var seen: [SignInHolder] = []
        let next = try take { holder in
            seen.append(holder)
            held = nil
        }
        #expect(next.hadToWait)
        #expect(seen == [SignInHolder(processID: getpid(), purpose: "https://sp/finish")])
        _ = held
    }

    /// What a lock protects is in the store, which commands of other environments use, too: only where no lock can be made there it
    /// is in the runtime directory.
    @Test func theRuntimeDirectoryDoesNotPartCommandsWithOneStore() throws {
        func lock(else other: String) -> FileSignInLock {
            FileSignInLock(directory: directory + "/data/locks", else: { directory + "/" + other })
        }
        func take(_ lock: FileSignInLock) throws -> any HeldSignInLock {
            try lock.acquire(
                "mail", purpose: "https://sp/finish", waits: false, deadline: Deadline(seconds: 30, from: clock),
                onWait: { _ in })
        }
        var held: (any HeldSignInLock)? = try take(lock(else: "a"))
        #expect(code { _ = try take(lock(else: "b")) } == .signInInProgress)
        withExtendedLifetime(held) {}
        held = nil
        // A home that has no place for it.
        for name in ["a", "b"] { #expect(mkdir(directory + "/" + name, 0o700) == 0) }
        #expect(rmdir(directory + "/data/locks") == 0)
        #expect(Glibc.close(open(directory + "/data/locks", O_WRONLY | O_CREAT, 0o600)) == 0)
        let first = try take(lock(else: "a"))
        #expect(code { _ = try take(lock(else: "a")) } == .signInInProgress)
        let second = try take(lock(else: "b"))
        #expect(access(directory + "/a/sign-in-mail.lock", F_OK) == 0)
        withExtendedLifetime((first, second)) {}
    }

    @Test(arguments: [(SignInGivenUp.cancelled, ErrorCode.cancelled), (.refused, .refused)])
    func aSignInThatWaitedForAFailedOneFails(_ reason: SignInGivenUp, _ wanted: ErrorCode) throws {
        var held: (any HeldSignInLock)? = try take()
        let got = code {
            _ = try take { _ in
                held?.giveUp(reason)
                held = nil
            }
        }
        #expect(got == wanted)
        // The lock leaves no file, and a later process is not affected.
        #expect(access(path, F_OK) != 0)
        #expect(try take(waits: false).hadToWait == false)
    }

    /// The process was killed between writing the note and removing the file, so the file still contains the note.
    @Test func aLeftOverNoteIsIgnored() throws {
        let file = open(path, O_WRONLY | O_CREAT, 0o600)
        let text = Array("cancelled 1 https://sp/finish\n".utf8)
        #expect(write(file, text, text.count) == text.count)
        close(file)
        #expect(try take().hadToWait == false)
    }

    @Test(arguments: ["", "\n", "cancelled\n", "cancelled 1", "cancelled x y\n", "x\n", "1\n", "\u{FFFD}\n"])
    func anIncompleteNoteIsIgnored(_ text: String) {
        #expect(SignInNote(text) == nil)
    }

    @Test func whatIsWrittenIsRead() throws {
        var contents = SignInNote(SignInHolder(processID: 17, purpose: "https://sp/a b"))
        #expect(SignInNote(contents.text) == contents)
        for reason in SignInGivenUp.allCases {
            contents.givenUp = reason
            #expect(SignInNote(contents.text) == contents)
        }
    }
}
