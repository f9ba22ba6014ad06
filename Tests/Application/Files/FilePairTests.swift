import Application
import Core
import Glibc
import Secrets
import Support
import System
import Testing

/// Tests a key file and its certificate file: the files that a killed writer left are completed or removed.
/// `Tests/Torture/pairs.py` tests the failures.
struct FilePairTests {
    /// A separate directory with the pair `old`.
    private final class Place {
        let pair: FilePair
        private let scratch: Scratch

        init() throws {
            scratch = try Scratch()
            pair = FilePair(directory: scratch.path, name: "ada")
            try pair.write(key: Secret(Array("old".utf8)), certificates: Secret(Array("old".utf8)))
        }

        var path: String { scratch.path }
        var names: [String] { scratch.names }

        func put(_ name: String, _ text: String = "new") throws { try AtomicFile.write(text, to: scratch[name]) }

        func text(_ name: String) -> String? { scratch.text(name) }

        /// Settles the pair and returns the content of both files.
        func recovered() throws -> [String] {
            try pair.settle()
            #expect(names == ["ada.crt", "ada.key"])
            return [text("ada.key") ?? "", text("ada.crt") ?? ""]
        }
    }

    @Test func bothAreReplacedAndPrivate() throws {
        let place = try Place()
        try place.pair.write(key: Secret(Array("new".utf8)), certificates: Secret(Array("new".utf8)))
        #expect(try place.recovered() == ["new", "new"])
        for name in place.names {
            var status = stat()
            #expect(stat(place.path + "/" + name, &status) == 0 && status.st_mode & 0o777 == 0o600)
        }
    }

    @Test func whatWasNotSettledIsTakenBack() throws {
        let place = try Place()
        try place.put(".ada.key.next")
        #expect(try place.recovered() == ["old", "old"])
    }

    @Test func whatWasSettledIsFinished() throws {
        let place = try Place()
        try place.put(".ada.key.next")
        try place.put(".ada.crt.next")
        #expect(try place.recovered() == ["new", "new"])
    }

    @Test func aWriteKilledBetweenTheRenamesIsFinished() throws {
        let place = try Place()
        try place.put("ada.key")
        try place.put(".ada.key.old", "old")
        try place.put(".ada.crt.next")
        #expect(try place.recovered() == ["new", "new"])
    }

    @Test func aWriteKilledAfterTheRenamesIsComplete() throws {
        let place = try Place()
        try place.put("ada.key")
        try place.put("ada.crt")
        try place.put(".ada.key.old", "old")
        #expect(try place.recovered() == ["new", "new"])
    }

    /// The next writer settles the files that the last one left before it writes its own.
    @Test func theNextWriterSettlesFirst() throws {
        let place = try Place()
        try place.put(".ada.key.next", "lost")
        try place.put(".ada.crt.next", "lost")
        try place.pair.write(key: Secret(Array("new".utf8)), certificates: Secret(Array("new".utf8)))
        #expect(try place.recovered() == ["new", "new"])
    }

    /// A process that stopped in the middle is waited for until the limit, and then named.
    @Test func aHolderIsNamed() throws {
        let place = try Place()
        var pair = place.pair
        pair.lockSeconds = 0
        try place.put(".ada.key.next")
        let held = try BoundedLock.take(for: place.path + "/ada")
        for change in [
            { try pair.settle() }, { try pair.write(key: Secret([1]), certificates: Secret([1])) },
        ] as [() throws -> Void] {
            let error = #expect(throws: FedauthError.self) { try change() }
            #expect(error?.code == .busy && error?.message.hasPrefix("process \(getpid()) ") == true, "\(error as Any)")
        }
        withExtendedLifetime(held) {}
        #expect(place.text("ada.key") == "old")
    }

    /// Any user who can open the directory can lock it, so that lock must have no effect.
    @Test(.timeLimit(.minutes(1))) func aLockedDirectoryHasNoEffect() throws {
        let place = try Place()
        let folder = try FileDescriptor(opening: place.path, O_RDONLY | O_DIRECTORY)
        #expect(flock(folder.number, LOCK_EX) == 0)
        try place.pair.write(key: Secret(Array("new".utf8)), certificates: Secret(Array("new".utf8)))
        #expect(try place.recovered() == ["new", "new"])
        folder.close()
    }

    @Test func aLinkInOneOfThePlacesStopsBoth() throws {
        let place = try Place()
        unlink(place.path + "/ada.crt")
        symlink("/dev/null", place.path + "/ada.crt")
        #expect(throws: (any Error).self) {
            try place.pair.write(key: Secret(Array("new".utf8)), certificates: Secret(Array("new".utf8)))
        }
        #expect(place.text("ada.key") == "old")
        #expect(place.names == ["ada.crt", "ada.key"])
    }
}
