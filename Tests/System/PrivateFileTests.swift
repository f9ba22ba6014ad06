import Glibc
import Support
import Testing

@testable import System

/// Tests files that only this user can write, and the files that are rejected.
struct PrivateFileTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private func opening(_ name: String, writes: Bool = true) -> FileFault? {
        fault { _ = try PrivateFile.open(scratch[name], writes: writes) }
    }

    /// The lock of a process that ends is removed while others open it.
    @Test func aFileThatWasRemovedMeanwhileIsMissing() throws {
        var status = stat()
        (status.st_mode, status.st_uid, status.st_nlink) = (S_IFREG | 0o600, geteuid(), 0)
        let demand = FileDemand(kind: .regular, forbidden: 0, isAlone: true)
        let gone = FileStatus(status)
        let fault = #expect(throws: FileFault.self) { try demand.check { gone } }
        #expect(fault?.isMissing == true)
        status.st_nlink = 2
        let linked = FileStatus(status)
        #expect(throws: FileFault.linked(count: 2)) { try demand.check { linked } }
    }

    @Test func aNewFileIsPrivateAndNothingIsWrittenOver() throws {
        let file = try PrivateFile.create(scratch["new"])
        var status = stat()
        #expect(fstat(file.number, &status) == 0 && status.st_mode == S_IFREG | 0o600)
        #expect(fcntl(file.number, F_GETFD) & FD_CLOEXEC != 0)
        symlink("elsewhere", scratch["link"])
        mkfifo(scratch["fifo"], 0o600)
        for name in ["new", "link", "fifo"] {
            let failure: SystemFailure? = fault { _ = try PrivateFile.create(scratch[name]) }
            #expect(failure?.number == EEXIST, "\(name)")
        }
        #expect(!scratch.names.contains("elsewhere"))
    }

    @Test(arguments: [mode_t(0o600), 0o644, 0o400]) func anOwnFileIsOpened(_ mode: mode_t) throws {
        scratch.file("own", "content", mode: mode)
        #expect(opening("own", writes: mode != 0o400) == nil)
    }

    /// Opening one of these would block for ever, or let another user in.
    @Test func anotherKindOfFileIsNotOpened() {
        scratch.file("own")
        symlink("own", scratch["link"])
        mkfifo(scratch["fifo"], 0o600)
        mkdir(scratch["folder"], 0o700)
        for name in ["link", "fifo", "folder"] {
            #expect(opening(name) == .otherKind, "\(name)")
            #expect(opening(name, writes: false) == .otherKind, "\(name)")
        }
        #expect(opening("missing")?.isMissing == true)
    }

    @Test(arguments: [mode_t(0o620), 0o602, 0o666]) func whatOthersMayWriteIsNotOpened(_ mode: mode_t) {
        scratch.file("shared", mode: mode)
        #expect(opening("shared") == .shared(mode: UInt32(mode), group: getegid()))
    }

    @Test func aFileWithASecondNameIsNotOpened() {
        scratch.file("own")
        link(scratch["own"], scratch["second"])
        #expect(opening("own") == .linked(count: 2))
    }

    @Test(.enabled(if: Scratch.isRoot, "only root can give a file away"))
    func anotherUsersFileIsNotOpened() {
        chown(scratch.file("foreign"), Scratch.stranger, Scratch.stranger)
        #expect(opening("foreign") == .foreign(owner: Scratch.stranger))
        #expect(opening("foreign", writes: false) == .foreign(owner: Scratch.stranger))
    }

    /// A process with the old file open does not get the content of the new one.
    @Test func whatIsReplacedIsAnotherFile() throws {
        scratch.file("place", "old", mode: 0o666)
        let old = open(scratch["place"], O_RDONLY | O_CLOEXEC)
        defer { close(old) }
        let file = try PrivateFile.replace(scratch["place"])
        #expect("new".utf8.withContiguousStorageIfAvailable { file.writeAll(UnsafeRawBufferPointer($0)) } == true)
        var bytes = [UInt8](repeating: 0, count: 10)
        #expect(read(old, &bytes, 10) == 3 && bytes.starts(with: "old".utf8))
        #expect(scratch.text("place") == "new")
    }

    @Test func whatCannotBeRemovedIsNamed() {
        mkdir(scratch["folder"], 0o700)
        #expect(fault { _ = try PrivateFile.replace(scratch["folder"]) } == FileFault.otherKind)
    }

    @Test func aReplacementIsWholeOrNothing() throws {
        scratch.file("target", "old")
        func replacement(_ text: String) throws -> ReplacementFile {
            let file = try ReplacementFile(for: scratch["target"])
            #expect(write(file.number, text, text.utf8.count) == text.utf8.count)
            return file
        }
        _ = try replacement("lost")
        #expect(scratch.text("target") == "old" && scratch.names == ["target"])
        #expect(try replacement("other").commit(replaces: false) == false)
        #expect(scratch.text("target") == "old" && scratch.names == ["target"])
        #expect(try replacement("new").commit(replaces: true, mode: 0o640))
        #expect(scratch.text("target") == "new" && scratch.names == ["target"])
    }
}
