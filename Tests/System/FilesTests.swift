import Glibc
import Support
import System
import Testing

struct FilesTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    @Test(arguments: [("a/b", "a", "b"), ("b", ".", "b"), ("/b", "/", "b"), ("/a/b/", "/a/b", "")])
    func aPathIsSplit(_ path: String, _ directory: String, _ base: String) {
        #expect(FileNames.directory(of: path) == directory && FileNames.base(of: path) == base)
    }

    @Test func linksAreResolved() throws {
        scratch.file("file")
        symlink("file", scratch["link"])
        let real = try #require(FileNames.resolved(scratch["file"]))
        #expect(FileNames.resolved(scratch["link"]) == real)
        #expect(FileNames.resolved(scratch["none"]) == nil)
        #expect(FileNames.place(scratch["link"]) == real)
        #expect(FileNames.place(scratch["none"]) == FileNames.directory(of: real) + "/none")
        #expect(FileNames.names(in: scratch.path).filter { !$0.hasPrefix(".") }.sorted() == ["file", "link"])
        #expect(FileNames.names(in: scratch["none"]).isEmpty)
    }

    @Test func aStatusNamesTheType() throws {
        scratch.file("file", "four")
        symlink("file", scratch["link"])
        #expect(FileStatus(scratch["link"])?.kind == .regular)
        #expect(FileStatus(scratch["link"], followsLinks: false)?.kind == .symbolicLink)
        #expect(FileStatus(scratch.path)?.kind == .directory && FileStatus("/dev/null")?.kind == .characterDevice)
        #expect(FileStatus(scratch["none"]) == nil)
        let file = try FileDescriptor(path: scratch["file"], flags: O_RDONLY)
        #expect(try FileStatus(descriptor: file.number).size == 4)
        #expect(fault(SystemFailure.self) { _ = try FileStatus(descriptor: -1) }?.number == EBADF)
    }

    @Test func filesAreRenamedAndRemoved() throws {
        scratch.file("a", "a")
        #expect(Files.addName(scratch["b"], to: scratch["a"]))
        #expect(!Files.addName(scratch["b"], to: scratch["a"]))
        #expect(Files.addName(scratch["c"], to: scratch["none"]))
        try Files.move(scratch["a"], to: scratch["c"])
        #expect(try !Files.hasEntry(scratch["a"]) && Files.hasEntry(scratch["c"]))
        #expect(fault(SystemFailure.self) { try Files.move(scratch["a"], to: scratch["c"]) }?.number == ENOENT)
        #expect(fault(SystemFailure.self) { _ = try Files.hasEntry(scratch["c"] + "/x") }?.number == ENOTDIR)
        Files.remove(scratch["c"])
        #expect(try !Files.hasEntry(scratch["c"]))
    }

    @Test func missingFilesAreToldFromOthers() throws {
        scratch.file("file")
        symlink("none", scratch["link"])
        #expect(FileNames.isMissing(scratch["none"]) && FileNames.isMissing(scratch["link"]))
        #expect(!FileNames.isMissing(scratch["file"]) && !FileNames.isMissing(scratch["file"] + "/x"))
        #expect(fault(SystemFailure.self) { try FileNames.find(scratch["file"] + "/x") }?.number == ENOTDIR)
        #expect(FileNames.target(ofLink: scratch["link"]) == "none")
        #expect(FileNames.target(ofLink: scratch["file"]) == nil)
    }

    /// What was taken over once belongs to another owner, and what this process opened itself was never handed over.
    @Test func onlyAnInheritedDescriptorIsTakenOverOnce() throws {
        let own = try FileDescriptor(path: "/dev/null", flags: O_RDONLY)
        #expect(!FileDescriptor.takeOver(own.number) && !FileDescriptor.takeOver(-1))
        let inherited = FileDescriptor(takingOwnershipOf: dup(own.number))
        #expect(FileDescriptor.takeOver(inherited.number) && !FileDescriptor.takeOver(inherited.number))
    }

    /// A reader of what can only be written to would wait for ever.
    @Test func whatCannotBeReadIsNotTakenOver() throws {
        let pipe = try Pipe()
        let reading = FileDescriptor(takingOwnershipOf: dup(pipe.reading.number))
        let writing = FileDescriptor(takingOwnershipOf: dup(pipe.writing.number))
        #expect(FileDescriptor.takeOver(reading.number) && !FileDescriptor.takeOver(writing.number))
    }

    /// No entry that is relative to the working directory counts, an empty one neither.
    @Test(arguments: ["", ".", "./", "..", "WAY", "./WAY"])
    func noProgramIsFoundFromTheWorkingDirectory(_ entry: String) throws {
        scratch.file("program", mode: 0o755)
        let here = try #require(FileNames.resolved("."))
        let way = String(repeating: "../", count: here.split(separator: "/").count) + scratch.path.dropFirst()
        #expect(access(way + "/program", X_OK) == 0)
        for path in ["\(entry)", "\(entry):/nowhere", "/nowhere:\(entry)", "/nowhere:\(entry):/none"] {
            let search = ProgramSearch(path: path.replacing("WAY", with: way))
            #expect(search.path("program") == nil && search.file("program") == nil, "\(path)")
        }
    }

    @Test func onlyProgramsAreFound() throws {
        scratch.file("program", mode: 0o755)
        scratch.file("text")
        mkdir(scratch["folder"], 0o755)
        let search = ProgramSearch(path: "::\(scratch.path)")
        #expect(search.list == scratch.path)
        #expect(search.path("program") == scratch["program"] && search.path(scratch["program"]) == scratch["program"])
        for name in ["text", "folder", "none", "./program"] { #expect(search.path(name) == nil, "\(name)") }
        #expect(search.file("program") == scratch["program"] && search.file("text") == scratch["text"])
        #expect(search.file("folder") == nil && search.file("./program") == "./program")
        #expect(ProgramSearch(path: nil).path("sh")?.hasSuffix("/bin/sh") == true)
    }
}
