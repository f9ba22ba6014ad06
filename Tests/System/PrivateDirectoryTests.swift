import Glibc
import Support
import System
import Testing

struct PrivateDirectoryTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private func making(_ name: String) -> FileFault? {
        fault { try PrivateDirectory.make(scratch[name]) }
    }

    @Test func directoriesAreMadePrivate() throws {
        let outer = try Scratch()
        #expect(fault(FileFault.self) { try PrivateDirectory.make(outer["a"] + "/b") } == nil)
        var status = stat()
        #expect(lstat(outer["a"] + "/b", &status) == 0 && status.st_mode == S_IFDIR | 0o700)
        #expect(fault(FileFault.self) { try PrivateDirectory.make(outer["a"] + "/b") } == nil)
        rmdir(outer["a"] + "/b")
    }

    @Test func whatIsThereMustBePrivate() {
        scratch.file("file")
        symlink("/tmp", scratch["link"])
        #expect(making("file") == .otherKind && making("link") == .otherKind)
        mkdir(scratch["open"], 0o700)
        chmod(scratch["open"], 0o750)
        #expect(making("open") == .shared(mode: 0o750, group: getegid()))
    }

    @Test(.enabled(if: Scratch.isRoot, "only root can give a directory away"))
    func anotherUsersIsNamed() {
        mkdir(scratch["foreign"], 0o700)
        chown(scratch["foreign"], Scratch.stranger, Scratch.stranger)
        #expect(making("foreign") == .foreign(owner: Scratch.stranger))
        let place = OwnedDirectory(nearest: scratch["foreign"])
        #expect(place?.owner == Scratch.stranger && place?.isForeignToRoot == true)
        #expect(making("foreign/a/b") == place.map { .belowForeign($0) })
        #expect(!FileNames.exists(scratch["foreign/a"]))
    }
}
