import Core
import Glibc
import Secrets
import System
import Testing

@testable import CLI

/// A key and its certificates side by side: what a writer that was killed left is finished or removed.
/// `Tests/Torture/pairs.py` has the failures.
struct FilePairTests {
    /// A directory of its own with the pair `old`.
    private final class Place {
        let path: String
        let pair: FilePair

        init() throws {
            var template = Array("/tmp/fedauth-test-XXXXXX".utf8CString)
            try #require(mkdtemp(&template) != nil)
            path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
            pair = FilePair(directory: path, name: "ada")
            try pair.write(key: Secret(Array("old".utf8)), certificates: Secret(Array("old".utf8)))
        }

        deinit {
            for name in names { unlink(path + "/" + name) }
            rmdir(path)
        }

        var names: [String] {
            guard let folder = opendir(path) else { return [] }
            defer { closedir(folder) }
            var found: [String] = []
            while let entry = readdir(folder) {
                let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
                }
                if name != "." && name != ".." { found.append(name) }
            }
            return found.sorted()
        }

        func put(_ name: String, _ text: String = "new") throws { try AtomicFile.write(text, to: path + "/" + name) }

        func text(_ name: String) throws -> String {
            let file = try FileDescriptor(opening: path + "/" + name, O_RDONLY)
            return try file.read(name: name, limit: 100).withBytes { String(decoding: $0, as: UTF8.self) }
        }

        /// Settles, and tells what both hold then.
        func settled() throws -> [String] {
            try pair.settle()
            #expect(names == ["ada.crt", "ada.key"])
            return [try text("ada.key"), try text("ada.crt")]
        }
    }

    @Test func bothAreReplacedAndPrivate() throws {
        let place = try Place()
        try place.pair.write(key: Secret(Array("new".utf8)), certificates: Secret(Array("new".utf8)))
        #expect(try place.settled() == ["new", "new"])
        for name in place.names {
            var status = stat()
            #expect(stat(place.path + "/" + name, &status) == 0 && status.st_mode & 0o777 == 0o600)
        }
    }

    @Test func whatWasNotSettledIsTakenBack() throws {
        let place = try Place()
        try place.put(".ada.key.next")
        #expect(try place.settled() == ["old", "old"])
    }

    @Test func whatWasSettledIsFinished() throws {
        let place = try Place()
        try place.put(".ada.key.next")
        try place.put(".ada.crt.next")
        #expect(try place.settled() == ["new", "new"])
    }

    @Test func whoWasKilledBetweenTheRenamesIsFinished() throws {
        let place = try Place()
        try place.put("ada.key")
        try place.put(".ada.key.old", "old")
        try place.put(".ada.crt.next")
        #expect(try place.settled() == ["new", "new"])
    }

    @Test func whoWasKilledBehindThemHasWritten() throws {
        let place = try Place()
        try place.put("ada.key")
        try place.put("ada.crt")
        try place.put(".ada.key.old", "old")
        #expect(try place.settled() == ["new", "new"])
    }

    /// The next writer begins with what the last one left, and does not mix with it.
    @Test func theNextWriterSettlesFirst() throws {
        let place = try Place()
        try place.put(".ada.key.next", "lost")
        try place.put(".ada.crt.next", "lost")
        try place.pair.write(key: Secret(Array("new".utf8)), certificates: Secret(Array("new".utf8)))
        #expect(try place.settled() == ["new", "new"])
    }

    /// A process that was stopped in the middle is waited for, named, and no longer.
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
        #expect(try place.text("ada.key") == "old")
    }

    /// Any user who can open the directory can lock it.
    @Test(.timeLimit(.minutes(1))) func aLockedDirectoryIsNobodysBusiness() throws {
        let place = try Place()
        let folder = try FileDescriptor(opening: place.path, O_RDONLY | O_DIRECTORY)
        #expect(flock(folder.number, LOCK_EX) == 0)
        try place.pair.write(key: Secret(Array("new".utf8)), certificates: Secret(Array("new".utf8)))
        #expect(try place.settled() == ["new", "new"])
        folder.close()
    }

    @Test func aLinkInOneOfThePlacesStopsBoth() throws {
        let place = try Place()
        unlink(place.path + "/ada.crt")
        symlink("/dev/null", place.path + "/ada.crt")
        #expect(throws: (any Error).self) {
            try place.pair.write(key: Secret(Array("new".utf8)), certificates: Secret(Array("new".utf8)))
        }
        #expect(try place.text("ada.key") == "old")
        #expect(place.names == ["ada.crt", "ada.key"])
    }
}
