import Application
import Core
import Glibc
import Support
import System
import Testing

/// Tests which files of commands stay. The process of the tests takes the place of a running command.
struct CommandJarsTests {
    private let scratch: Scratch
    private let jars: CommandJars

    init() throws {
        scratch = try Scratch()
        jars = CommandJars(directory: scratch.path)
    }

    private func name(_ process: ProcessIdentity, _ rest: String = "mail.txt") -> String {
        "exec-\(process.namespace)-\(process.id)-\(process.start)-\(rest)"
    }

    @Test func filesOfProcessesThatHaveEndedAreRemoved() throws {
        let own = ProcessIdentity.current
        let running = [
            name(own), name(own, "mail.key"),
            // In another namespace, and of a start that is unknown.
            name(.init(id: own.id, start: 1, namespace: own.namespace + 1)),
            name(.init(id: own.id, start: 0, namespace: own.namespace)),
            "exec-no-process", "other",
        ]
        // Another process had the same ID before.
        let over = name(.init(id: own.id, start: own.start + 1, namespace: own.namespace))
        for name in running + [over] { scratch.file(name) }
        #expect(try jars.path("mail") == scratch[name(own)])
        #expect(try jars.users(of: "mail").allSatisfy { $0 == own.id } && jars.users(of: "other").isEmpty)
        jars.removeStale()
        #expect(scratch.names == running.sorted())
    }

    @Test func onlyOldTemporaryFilesOfSessionsAreRemoved() throws {
        for name in ["cookies-old.tmp", "cookies-new.tmp", "cookies-old.txt"] { scratch.file(name) }
        let moment = timespec(tv_sec: time(nil) - 3600, tv_nsec: 0)
        for name in ["cookies-old.tmp", "cookies-old.txt"] { utimensat(AT_FDCWD, scratch[name], [moment, moment], 0) }
        jars.removeStale()
        #expect(scratch.names == ["cookies-new.tmp", "cookies-old.txt"])
    }
}
