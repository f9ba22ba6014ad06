import Core
import Glibc
import Secrets
import Support
import System
import Testing

@testable import Application

/// Tests what a response writes, and which earlier part it continues.
struct RequestOutputTests {
    private final class Stream: ResultStream {
        var stdoutIsTerminal = false
        var written = ""
        func result(_ bytes: UnsafeRawBufferPointer) throws(FedauthError) {
            written += String(decoding: bytes, as: UTF8.self)
        }
    }

    private let stream = Stream()
    private let scratch: Scratch
    private var folder: String { scratch.path }

    init() throws { scratch = try Scratch() }

    private func file(_ name: String, _ text: String) -> String { scratch.file(name, text) }

    @Test func aVersionIsRememberedBesideThePart() throws {
        let tag = PartTag(of: folder + "/x.part")
        func head(_ fields: [(name: String, value: String)]) throws -> Response {
            Response(status: 200, url: try WebURL("https://h/"), headers: fields)
        }
        #expect(try tag.read() == nil)
        try tag.keep(try head([("etag", "\"one\""), ("last-modified", "then")]))
        #expect(try tag.read() == "\"one\"")
        try tag.keep(try head([("etag", "W/\"weak\"")]))
        #expect(try tag.read() == nil)
        // A tag that another program wrote must not inject a header field.
        _ = file("x.part.tag", "a\r\nX: y")
        #expect(try tag.read() == nil)
    }

    private var target: String { folder + "/x" }
    private var part: String { target + ".part" }

    private func output(continues: Bool) throws -> RequestOutput {
        try RequestOutput(
            .file(target), continues: continues,
            streams: stream, progress: nil)
    }

    private func fetch(continues: Bool) throws {
        let output = try output(continues: continues)
        try output.begin(Response(status: 200, url: try WebURL("https://h/"), headers: []))
        _ = try "new".withBytes { (bytes) throws(FedauthError) in try output.take(bytes) }
        try output.finish()
    }

    @Test func oneCommandAtATimeWritesAFile() throws {
        let response = Response(status: 200, url: try WebURL("https://h/"), headers: [])
        do {
            let first = try output(continues: false)
            try first.begin(response)
            _ = try "first".withBytes { (bytes) throws(FedauthError) in try first.take(bytes) }
            let second = try output(continues: false)
            #expect(throws: FedauthError.self) { try second.begin(response) }
            let error = #expect(throws: FedauthError.self) { _ = try output(continues: true) }
            #expect(error?.code == .busy, "\(String(describing: error))")
            try first.finish()
        }
        #expect(scratch.text("x") == "first")
        try fetch(continues: false)
        #expect(scratch.text("x") == "new")
    }

    // MARK: ranges

    /// Continues the part "begun" of the version "one" with this response.
    private func goOn(_ fields: [(name: String, value: String)], _ content: String) throws {
        _ = file("x.part", "begun")
        _ = file("x.part.tag", "\"one\"")
        let output = try output(continues: true)
        _ = try output.wants(Response(status: 206, url: try WebURL("https://h/"), headers: fields))
        for byte in content {
            try String(byte).withBytes { (bytes) throws(FedauthError) in try output.take(bytes) }
        }
        try output.finish()
    }

    private func text(of path: String) throws -> String {
        let bytes = try FileDescriptor(opening: path, O_RDONLY).read(name: path, limit: 100)
        return bytes.withBytes { String(decoding: $0, as: UTF8.self) }
    }

    @Test(arguments: ["bytes 5-9/10", "Bytes 5-9/*"]) func theRestIsJoined(_ range: String) throws {
        try goOn([("content-range", range), ("etag", "\"one\"")], "there")
        #expect(try text(of: target) == "begunthere")
        try goOn([("content-range", range)], "there")
        #expect(try text(of: target) == "begunthere" && access(part, F_OK) != 0)
        // A length that is no sum with what is there is the transport's to refuse.
        try goOn([("content-range", range), ("content-length", "\(Int64.max)")], "there")
    }

    @Test(arguments: [("bytes 4-9/10", "xthere"), ("bytes 5-9/10", "thereX")])
    func aWrongRangeLeavesThePart(_ range: String, _ content: String) throws {
        #expect(throws: FedauthError.self) { try goOn([("content-range", range)], content) }
        #expect(try text(of: part) == "begun" && access(target, F_OK) != 0)
    }

    @Test func aRestThatEndsEarlyLengthensThePart() throws {
        #expect(throws: FedauthError.self) { try goOn([("content-range", "bytes 5-9/10")], "the") }
        #expect(try text(of: part) == "begunthe" && access(target, F_OK) != 0)
    }

    /// The length of the file is not the length of the content.
    @Test func aPartWithHeaderFieldsIsFetchedAnew() throws {
        do {
            let output = try output(continues: false)
            output.preface = { _ in Secret(Array("HTTP/1.1 200\r\n\r\n".utf8)) }
            try output.begin(Response(status: 200, url: try WebURL("https://h/"), headers: [("etag", "\"one\"")]))
        }
        do {
            let next = try self.output(continues: true)
            #expect(next.earlier.offset == 0 && next.earlier.version == nil)
        }
        try fetch(continues: true)
        #expect(try text(of: target) == "new" && access(part + ".tag", F_OK) != 0)
    }

    @Test(arguments: ["", "begun"]) func onlyAnEmptyPartIsRemoved(_ content: String) throws {
        let output = try output(continues: false)
        try output.begin(Response(status: 200, url: try WebURL("https://h/"), headers: [("etag", "\"one\"")]))
        try content.withBytes { (bytes) throws(FedauthError) in if !bytes.isEmpty { try output.take(bytes) } }
        output.removeIfEmpty()
        for path in [part, part + ".tag"] { #expect((access(path, F_OK) == 0) == !content.isEmpty, "\(path)") }
    }

    private func look(_ path: String) -> stat {
        var status = stat()
        lstat(path, &status)
        return status
    }

    private func expectRefusal(_ words: String, _ code: ErrorCode) throws {
        let error = #expect(throws: FedauthError.self) { try fetch(continues: true) }
        #expect(error?.code == code && error?.message.contains(words) == true, "\(error as Any)")
        #expect(access(target, F_OK) != 0)
    }

    /// A process that opened or owns the earlier file must not read the new content.
    @Test func aNewFileIsNotAnEarlierOne() throws {
        _ = file("x.part", "planted")
        chmod(part, 0o666)
        if geteuid() == 0 { chown(part, 65534, 65534) }
        let earlier = try FileDescriptor(opening: part, O_RDONLY)
        try fetch(continues: false)
        let status = look(target)
        #expect(status.st_mode == S_IFREG | 0o600 && status.st_uid == geteuid())
        let held = try earlier.read(name: "earlier", limit: 100)
        #expect(held.withBytes { String(decoding: $0, as: UTF8.self) } == "planted")
    }

    @Test func aPartOfOnesOwnIsGoneOnWith() throws {
        _ = file("x.part", "begun")
        #expect(try output(continues: true).earlier.offset == 5)
        #expect(try output(continues: false).earlier.offset == 0)
    }

    @Test func aPartThatOthersCanWriteIsNotGoneOnWith() throws {
        _ = file("x.part", "planted")
        for mode in [mode_t(0o620), 0o602] {
            chmod(part, mode)
            try expectRefusal("others may write '\(part)'", .unsafeFile)
        }
        chmod(part, 0o600)
        link(part, folder + "/second")
        try expectRefusal("'\(part)' has 2 names", .unsafeFile)
    }

    @Test(.enabled(if: geteuid() == 0, "only root can give a file away"))
    func anotherUsersPartIsNotGoneOnWith() throws {
        chown(file("x.part", "planted"), 65534, 65534)
        try expectRefusal("'\(part)' belongs to user 65534", .unsafeFile)
        chown(part, 0, 0)
        chown(file("x.part.tag", "\"planted\""), 65534, 65534)
        try expectRefusal("'\(part).tag' belongs to user 65534", .unsafeFile)
    }

    /// Opening a FIFO would block for ever.
    @Test(.timeLimit(.minutes(1)), arguments: ["x.part", "x.part.tag"], [false, true])
    func aPipeInThePlaceIsRefused(_ name: String, _ continues: Bool) throws {
        if name != "x.part" { _ = file("x.part", "begun") }
        mkfifo(folder + "/" + name, 0o600)
        let error = #expect(throws: FedauthError.self) { try fetch(continues: continues) }
        #expect(error?.message == "'\(folder)/\(name)' is not a regular file", "\(error as Any)")
    }

    @Test func aDirectoryGetsAFileNamedForTheAddress() throws {
        for path in [folder, folder + "/"] {
            #expect(try RequestOutput.path(path, for: WebURL("https://h/a/big.iso?x=1")) == folder + "/big.iso")
        }
        for path in ["-", folder + "/none"] {
            #expect(try RequestOutput.path(path, for: WebURL("https://h/a")) == path)
        }
        for address in ["https://h/", "https://h/" + String(repeating: "a", count: 201)] {
            #expect(throws: FedauthError.self) { try RequestOutput.path(folder, for: WebURL(address)) }
        }
    }

    private func show(_ text: String, isExact: Bool) throws {
        let output = try RequestOutput(.stdout(isExact: isExact), continues: false, streams: stream, progress: nil)
        output.preface = { _ in Secret(Array("HTTP/1.1 200\r\n\r\n".utf8)) }
        try output.begin(Response(status: 200, url: try WebURL("https://h/"), headers: []))
        try text.withBytes { (bytes) throws(FedauthError) in try output.take(bytes) }
        try output.finish()
    }

    @Test func fieldsPrecedeTheContent() throws {
        try show("content", isExact: false)
        #expect(stream.written == "HTTP/1.1 200\r\n\r\ncontent")
    }

    /// A control sequence of the server must not reach the terminal, unless the user asked for the bytes.
    @Test func aTerminalGetsNoControlCharacters() throws {
        stream.stdoutIsTerminal = true
        try show("a\u{1B}[2Jb", isExact: false)
        #expect(!stream.written.contains("\u{1B}") && stream.written.hasSuffix("b"))
        stream.written = ""
        try show("a\u{1B}[2Jb\0", isExact: true)
        #expect(stream.written.hasSuffix("a\u{1B}[2Jb\0"))
        let error = #expect(throws: FedauthError.self) { try show("a\0b", isExact: false) }
        #expect(error?.message == "the answer is not text, which would spoil the terminal")
    }
}
