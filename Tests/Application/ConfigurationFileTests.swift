import Core
import Glibc
import System
import Support
import Testing

@testable import Application

/// Tests which users may change the file, and that only one process changes it at a time. Only root can create files of other
/// users.
struct ConfigurationFileTests {
    private let scratch: Scratch
    private var folder: String { scratch.path }

    init() throws {
        scratch = try Scratch()
        mkdir(folder + "/own", 0o700)
    }

    private var path: String { folder + "/own/config.toml" }
    private static let text = "[profile.p]\nsap = 'h.test'\n"
    private static let stranger: uid_t = 65534

    private func file(_ path: String) throws -> ConfigurationFile {
        let environment = Environment(values: ["HOME": folder, "FEDAUTH_CONFIG": path])
        return ConfigurationFile(environment, try Directories(environment), nil, clock: SystemClock())
    }

    /// Returns the errors of reading and of changing the file.
    private func errors(_ path: String) throws -> [FedauthError?] {
        let file = try file(path)
        return [
            { _ = try file.load() }, { try file.edit { (text) throws(FedauthError) in text + "# changed\n" } },
        ].map { (body: () throws -> Void) in
            do {
                try body()
                return nil
            } catch {
                return error as? FedauthError
            }
        }
    }

    /// Expects that reading and changing the file fail with these words.
    private func expectRefusal(
        _ path: String, _ message: String, _ hint: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        for error in try errors(path) {
            #expect(error?.code == .configuration, "\(error as Any)", sourceLocation: sourceLocation)
            #expect(error?.message.hasPrefix(message) == true, "\(error as Any)", sourceLocation: sourceLocation)
            #expect(error?.hint?.contains(hint) == true, "\(error?.hint ?? "")", sourceLocation: sourceLocation)
        }
    }

    private static let ofASharedGroup = ConditionTrait.enabled(
        if: !OtherWriter.isPrivate(group: getegid()), "what a private group may write is the user's alone")

    @Test(arguments: [mode_t(0o600), 0o644, 0o640, 0o400]) func anOwnFileIsUsed(_ mode: mode_t) throws {
        try AtomicFile.write(Self.text, to: path)
        chmod(path, mode)
        #expect(try errors(path).allSatisfy { $0 == nil })
    }

    @Test(Self.ofASharedGroup) func whatOthersMayWriteIsNotUsed() throws {
        try AtomicFile.write(Self.text, to: path)
        chmod(path, 0o620)
        let words = "the group \(getegid()) may write '\(path)' (of user \(geteuid())), so what it says is not used"
        try expectRefusal(path, words, "chmod g-w '\(path)'")
        for mode in [mode_t(0o602), 0o666] {
            chmod(path, mode)
            try expectRefusal(path, "anyone may write '\(path)'", "chmod go-w '\(path)'")
        }
    }

    @Test(Self.ofASharedGroup) func aDirectoryThatOthersMayWriteIsNoPlace() throws {
        try AtomicFile.write(Self.text, to: path)
        let own = folder + "/own"
        chmod(own, 0o770)
        try expectRefusal(path, "the group \(getegid()) may write '\(own)'", "chmod g-w '\(own)'")
        chmod(own, 0o707)
        try expectRefusal(path, "anyone may write '\(own)'", "chmod go-w '\(own)'")
        // A sticky directory like /tmp: other users cannot replace the file, but can create it first.
        chmod(own, 0o1777)
        try expectRefusal(path, "anyone may write '\(own)'", "copy the file to a directory that is yours alone")
        chmod(own, 0o755)
        #expect(try errors(path).allSatisfy { $0 == nil })
    }

    /// Dotfile managers create links. The file, its directory, and every directory of a link in between are checked.
    @Test(Self.ofASharedGroup) func linksAreFollowedToTheFile() throws {
        try AtomicFile.write(Self.text, to: path)
        let link = folder + "/link"
        symlink("own/link", link)
        symlink("config.toml", folder + "/own/link")
        #expect(try errors(link).allSatisfy { $0 == nil })
        chmod(path, 0o660)
        try expectRefusal(link, "the group \(getegid()) may write '\(path)'", "chmod g-w '\(path)'")
        chmod(path, 0o600)
        for place in [folder, folder + "/own"] {
            chmod(place, 0o720)
            try expectRefusal(link, "the group \(getegid()) may write '\(place)'", "chmod g-w '\(place)'")
            chmod(place, 0o700)
        }
    }

    /// A user who can replace a link among the directories decides which file is read.
    @Test(Self.ofASharedGroup) func everyParentDirectoryIsChecked() throws {
        try AtomicFile.write(Self.text, to: path)
        let shared = folder + "/shared"
        mkdir(shared, 0o700)
        symlink("../own", shared + "/l")
        symlink(shared + "/l", folder + "/link")
        defer {
            unlink(shared + "/l")
            rmdir(shared)
        }
        let way = folder + "/link/config.toml"
        #expect(try errors(way).allSatisfy { $0 == nil })
        chmod(shared, 0o770)
        try expectRefusal(way, "the group \(getegid()) may write '\(shared)'", "chmod g-w '\(shared)'")
        chmod(shared, 0o777)
        try expectRefusal(way, "anyone may write '\(shared)'", "chmod go-w '\(shared)'")
        // In a sticky directory like /tmp, other users cannot replace the user's link.
        chmod(shared, 0o1777)
        #expect(try errors(way).allSatisfy { $0 == nil })
        chmod(shared, 0o700)
        // The same for a higher directory, without a link.
        chmod(folder, 0o777)
        try expectRefusal(path, "anyone may write '\(folder)'", "chmod go-w '\(folder)'")
        chmod(folder, 0o700)
    }

    @Test(.enabled(if: geteuid() == 0, "only root can give a file away"))
    func anotherUsersLinkInAStickyDirectoryIsNotFollowed() throws {
        try AtomicFile.write(Self.text, to: path)
        let shared = folder + "/shared"
        mkdir(shared, 0o700)
        chmod(shared, 0o1777)
        symlink("../own", shared + "/l")
        lchown(shared + "/l", Self.stranger, Self.stranger)
        defer {
            unlink(shared + "/l")
            rmdir(shared)
        }
        try expectRefusal(
            shared + "/l/config.toml", "'\(shared)/l' belongs to user 65534", "copy the file to a directory")
    }

    @Test(.enabled(if: geteuid() == 0, "only root can give a file away"))
    func whatBelongsToAnotherUserIsNotUsed() throws {
        try AtomicFile.write(Self.text, to: path)
        chown(path, Self.stranger, Self.stranger)
        try expectRefusal(path, "'\(path)' belongs to user 65534", "chown 0 '\(path)'")
        chown(path, 0, 0)
        let own = folder + "/own"
        chown(own, Self.stranger, Self.stranger)
        try expectRefusal(path, "'\(own)' belongs to user 65534", "copy the file to a directory that is yours alone")
        chown(own, 0, 0)
    }

    /// The owner of the pipe would decide when the command continues.
    @Test(.enabled(if: geteuid() == 0, "only root can give a file away"), .timeLimit(.minutes(1)))
    func anotherUsersPipeIsNotWaitedFor() throws {
        mkfifo(path, 0o600)
        chown(path, Self.stranger, Self.stranger)
        #expect(throws: FedauthError.self) { _ = try file(path).load() }
    }

    @Test func whatIsNoFileCanBeOne() throws {
        #expect(try file("/dev/null").load() == Configuration())
        let pipe = try Pipe(to: "test")
        try Self.text.withBytes { (bytes) throws(FedauthError) in
            try FileBytes.write(bytes, to: pipe.writing.number, name: "pipe")
        }
        let number = pipe.reading.number
        pipe.writing.close()
        #expect(try file("/dev/fd/\(number)").load().profile("p") != nil)
    }

    @Test func aProcessThatChangesItIsNamed() throws {
        try AtomicFile.write(Self.text, to: path)
        var file = try file(path)
        file.lockSeconds = 0
        let held = try BoundedLock.take(for: path)
        let error = #expect(throws: FedauthError.self) { try file.edit { (text) throws(FedauthError) in text + "#" } }
        #expect(error?.code == .busy && error?.message.hasPrefix("process \(getpid()) ") == true, "\(error as Any)")
        withExtendedLifetime(held) {}
        #expect(try file.text() == Self.text)
    }

    /// Any user who can open the directory can lock it, so that lock must have no effect.
    @Test(.timeLimit(.minutes(1))) func aLockedDirectoryHasNoEffect() throws {
        let directory = try FileDescriptor(opening: folder + "/own", O_RDONLY | O_DIRECTORY)
        #expect(flock(directory.number, LOCK_EX) == 0)
        try file(path).edit { (text) throws(FedauthError) in text + Self.text }
        #expect(try file(path).text() == Self.text)
        directory.close()
    }
}
