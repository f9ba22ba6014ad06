import Core
import Glibc
import Secrets
import Support
import Testing

@testable import Application

/// Tests each part of the content of a request separately.
struct RequestPartTests {
    private let scratch: Scratch
    private var folder: String { scratch.path }

    init() throws { scratch = try Scratch() }

    private func file(_ name: String, _ text: String) -> String { scratch.file(name, text) }

    private var reader: ContentReader { ContentReader(temporaryDirectory: folder, known: KnownSecrets()) }

    private func all(_ source: ConcatenatedBody, by count: Int) throws -> String {
        var bytes: [UInt8] = []
        let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 1)
        defer { chunk.deallocate() }
        while true {
            let read = try source.read(into: chunk)
            if read == 0 { return String(decoding: bytes, as: UTF8.self) }
            bytes += chunk.prefix(read)
        }
    }

    @Test(arguments: [1, 2, 3, 7, 100]) func joinedContentIsReadFromAnyPlace(_ count: Int) throws {
        let path = file("b", "bcdef")
        var reader = reader
        let source = ConcatenatedBody([
            .bytes(SharedSecret(text: "a")), .file(try reader.file(path)), .bytes(SharedSecret(text: "")),
            .bytes(SharedSecret(text: "gh")),
        ])
        #expect(source.length == 8)
        for start in 0...8 {
            try source.seek(to: Int64(start))
            #expect(try all(source, by: count) == String("abcdefgh".dropFirst(start)))
        }
    }

    @Test func aFileThatGetsShorterEndsTheSending() throws {
        let path = file("b", "bcdef")
        var reader = reader
        let source = ConcatenatedBody([.file(try reader.file(path))])
        truncate(path, 2)
        let error = #expect(throws: FedauthError.self) { _ = try all(source, by: 100) }
        #expect(error?.message.contains("shorter") == true)
    }

    private func text(_ pieces: [ConcatenatedBody.Piece]) throws -> String { try all(ConcatenatedBody(pieces), by: 64) }

    @Test func aFormsNamesCannotBreakOut() throws {
        var reader = reader
        let path = file("evil\"\r\nname", "x")
        let form = try MultipartForm(["a\"\r\nb=1", "f=@\(path)"], &reader)
        let written = try text(form.pieces)
        #expect(written.contains("name=\"a%22%0D%0Ab\"\r\n\r\n1\r\n"))
        #expect(
            written.contains("filename=\"evil%22%0D%0Aname\"\r\nContent-Type: application/octet-stream\r\n\r\nx\r\n"))
        #expect(written.hasPrefix("--\(form.boundary)\r\n") && written.hasSuffix("--\(form.boundary)--\r\n"))
        #expect(try MultipartForm(["a=1"], &reader).boundary != form.boundary)
        #expect(throws: FedauthError.self) { _ = try MultipartForm(["f=@\(path);type=a/b\r\nX: y"], &reader) }
        #expect(throws: FedauthError.self) { _ = try MultipartForm(["=1"], &reader) }
    }

    @Test func fieldsAreReadFromTextAndFile() throws {
        var reader = reader
        let path = file("fields", "A: 1\r\n\nB:\t2 \n")
        let headers = try RequestHeaderFields(["X-Y: z:z", "Empty:", "@\(path)"], &reader).headers
        let shown = headers.map { header in
            header.name + "=" + header.value.withBytes { String(decoding: $0, as: UTF8.self) }
        }
        #expect(shown == ["X-Y=z:z", "Empty=", "A=1", "B=2 "])
        for wrong in ["x", ":", ": y", "@/nosuch", "@"] {
            #expect(throws: FedauthError.self, "\(wrong)") { _ = try RequestHeaderFields([wrong], &reader) }
        }
    }

    private final class Lines: TraceFile {
        var text = ""
        func append(_ text: borrowing Secret) {
            text.withBytes { self.text += String(decoding: $0, as: UTF8.self) }
        }
        func rewrite(from start: Int, _ text: borrowing Secret) {}
    }

    @Test(arguments: 0..<7) func contentIsStruckOutOfATrace(_ way: Int) throws {
        let path = file("secret", "n33dle\n")
        let known = KnownSecrets()
        let lines = Lines()
        let trace = StruckTrace(to: lines, striking: known, showsSecrets: false)
        var reader = ContentReader(temporaryDirectory: folder, known: known)
        switch way {
        case 0: _ = try reader.piece("which=n33dle")
        case 1: _ = try reader.piece("@" + path)
        case 2: _ = try reader.encodedField("which=n33dle")
        case 3: _ = try reader.encodedField("which=@" + path)
        case 4: _ = try MultipartForm(["which=n33dle"], &reader)
        case 5: _ = try MultipartForm(["which=@" + path], &reader)
        default: _ = try reader.sent(path)
        }
        trace.write("server: which n33dle")
        #expect(lines.text == "server: which ***\n")
    }
}
