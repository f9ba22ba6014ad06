import Application
import Core
import Glibc
import Support
import System
import Testing

/// Tests what stays in the runtime directory. The process of the tests takes the place of a running command.
struct RuntimeSweepTests {
    private let scratch: Scratch
    private let sweep: RuntimeSweep

    init() throws {
        scratch = try Scratch()
        sweep = RuntimeSweep(directory: scratch.path, locks: scratch.path + "/locks")
    }

    private func name(_ process: ProcessIdentity, _ rest: String = "mail.txt", kind: String = "exec") -> String {
        "\(kind)-\(process.namespace)-\(process.id)-\(process.start)-\(rest)"
    }

    @Test func locksOfProcessesThatHaveEndedAreRemoved() throws {
        #expect(mkdir(scratch.path + "/locks", 0o700) == 0)
        for place in ["locks/", ""] {
            let lock = FileSignInLock(directory: scratch.path + "/" + place)
            let held = try lock.acquire(
                "held", purpose: "x", waits: true, deadline: Deadline(seconds: 60, from: SystemClock()),
                onWait: { _ in })
            scratch.file(place + "sign-in-left.lock", "1 1 https://idp/\n")
            sweep.run()
            let names = FileNames.names(in: scratch.path + "/" + place).filter { $0.hasSuffix(".lock") }
            #expect(names == ["sign-in-held.lock"])
            withExtendedLifetime(held) {}
        }
    }

    @Test func filesOfProcessesThatHaveEndedAreRemoved() throws {
        let own = ProcessIdentity.current
        let running = [
            name(own), name(own, "mail.key"), name(own, "x", kind: "copy"), name(own, "x", kind: "browser"),
            // In another namespace, and of a start that is unknown.
            name(.init(id: own.id, start: 1, namespace: own.namespace + 1)),
            name(.init(id: own.id, start: 0, namespace: own.namespace)),
            "exec-no-process", "other",
        ]
        // Another process had the same ID before.
        let ended = ProcessIdentity(id: own.id, start: own.start + 1, namespace: own.namespace)
        // Of a kind that is none of fedauth's.
        let others = [name(ended, kind: "other")]
        for name in running + others + [name(ended), name(ended, "mail.txt.0123.tmp")] { scratch.file(name) }
        let jars = CommandJars(directory: scratch.path)
        #expect(try jars.path("mail") == scratch[name(own)])
        #expect(try jars.users(of: "mail").allSatisfy { $0 == own.id } && jars.users(of: "other").isEmpty)
        sweep.run()
        #expect(scratch.names == (running + others).sorted())
    }

    @Test func directoriesAreRemovedAndNoLinkIsFollowed() throws {
        let own = ProcessIdentity.current
        let ended = ProcessIdentity(id: own.id, start: own.start + 1, namespace: own.namespace)
        for folder in ["kept", name(ended, "cookies", kind: "copy")] {
            mkdir(scratch[folder], 0o700)
            scratch.file(folder + "/file")
        }
        symlink(scratch["kept"], scratch[name(ended, "cookies", kind: "copy") + "/link"])
        for kind in ["exec", "copy", "browser"] { symlink(scratch["kept"], scratch[name(ended, "link", kind: kind)]) }
        sweep.run()
        #expect(scratch.names == [name(ended, "link", kind: "browser"), "kept"])
        #expect(FileNames.names(in: scratch["kept"]).contains("file"))
    }

    @Test func onlyOldTemporaryFilesOfSessionsAreRemoved() throws {
        for name in ["cookies-old.tmp", "cookies-new.tmp", "cookies-old.txt"] { scratch.file(name) }
        let moment = timespec(tv_sec: time(nil) - 3600, tv_nsec: 0)
        for name in ["cookies-old.tmp", "cookies-old.txt"] { utimensat(AT_FDCWD, scratch[name], [moment, moment], 0) }
        sweep.run()
        #expect(scratch.names == ["cookies-new.tmp", "cookies-old.txt"])
    }
}
