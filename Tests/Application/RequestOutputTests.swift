import Core
import Glibc
import Secrets
import Support
import System
import Testing

@testable import Application

/// Tests what a response writes.
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

    private var target: String { folder + "/x" }
    private var part: String { target + ".part" }

    private func output() throws -> RequestOutput {
        try RequestOutput(.file(target), streams: stream, progress: nil)
    }

    private func fetch() throws {
        let output = try output()
        try output.begin(Response(status: 200, url: try WebURL("https://h/"), headers: []))
        _ = try "new".withBytes { (bytes) throws(FedauthError) in try output.take(bytes) }
        try output.finish()
    }

    @Test func oneCommandAtATimeWritesAFile() throws {
        let response = Response(status: 200, url: try WebURL("https://h/"), headers: [])
        do {
            let first = try output()
            try first.begin(response)
            _ = try "first".withBytes { (bytes) throws(FedauthError) in try first.take(bytes) }
            let second = try output()
            let error = #expect(throws: FedauthError.self) { try second.begin(response) }
            #expect(error?.code == .busy, "\(String(describing: error))")
            try first.finish()
        }
        #expect(scratch.text("x") == "first")
        try fetch()
        #expect(scratch.text("x") == "new")
    }

    private func text(of path: String) throws -> String {
        let bytes = try FileDescriptor(opening: path, O_RDONLY).read(name: path, limit: 100)
        return bytes.withBytes { String(decoding: $0, as: UTF8.self) }
    }

    @Test(arguments: ["", "begun"]) func onlyAnEmptyPartIsRemoved(_ content: String) throws {
        let output = try output()
        try output.begin(Response(status: 200, url: try WebURL("https://h/"), headers: [("etag", "\"one\"")]))
        try content.withBytes { (bytes) throws(FedauthError) in if !bytes.isEmpty { try output.take(bytes) } }
        output.removeIfEmpty()
        #expect((access(part, F_OK) == 0) == !content.isEmpty)
    }

    private func look(_ path: String) -> stat {
        var status = stat()
        lstat(path, &status)
        return status
    }

    /// A process that opened or owns the earlier file must not read the new content.
    @Test func aNewFileIsNotAnEarlierOne() throws {
        _ = file("x.part", "planted")
        chmod(part, 0o666)
        if geteuid() == 0 { chown(part, 65534, 65534) }
        let earlier = try FileDescriptor(opening: part, O_RDONLY)
        try fetch()
        let status = look(target)
        #expect(status.st_mode == S_IFREG | 0o600 && status.st_uid == geteuid())
        let held = try earlier.read(name: "earlier", limit: 100)
        #expect(held.withBytes { String(decoding: $0, as: UTF8.self) } == "planted")
    }

    /// Opening a FIFO would block for ever.
    @Test(.timeLimit(.minutes(1)), arguments: ["x", "x.part"]) func aPipeInThePlaceIsRefused(_ name: String) throws {
        mkfifo(folder + "/" + name, 0o600)
        let error = #expect(throws: FedauthError.self) { try fetch() }
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
        let output = try RequestOutput(.stdout(isExact: isExact), streams: stream, progress: nil)
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
