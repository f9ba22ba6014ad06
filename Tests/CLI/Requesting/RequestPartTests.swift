import Core
import Glibc
import Secrets
import Testing

@testable import CLI

/// Tests each part of a request and of its response separately.
struct RequestPartTests {
    private let folder: String

    init() throws {
        var template = Array("/tmp/fedauth-parts-XXXXXX".utf8CString)
        folder = try #require(mkdtemp(&template).map { String(cString: $0) })
    }

    private func file(_ name: String, _ text: String) throws -> String {
        try AtomicFile.write(text, to: "\(folder)/\(name)")
        return "\(folder)/\(name)"
    }

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
        let path = try file("b", "bcdef")
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
        let path = try file("b", "bcdef")
        var reader = reader
        let source = ConcatenatedBody([.file(try reader.file(path))])
        truncate(path, 2)
        let error = #expect(throws: FedauthError.self) { _ = try all(source, by: 100) }
        #expect(error?.message.contains("shorter") == true)
    }

    private func text(_ pieces: [ConcatenatedBody.Piece]) throws -> String { try all(ConcatenatedBody(pieces), by: 64) }

    @Test func aFormsNamesCannotBreakOut() throws {
        var reader = reader
        let path = try file("evil\"\r\nname", "x")
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
        let path = try file("fields", "A: 1\r\n\nB:\t2 \n")
        let headers = try HeaderLinesOption(["X-Y: z:z", "Empty:", "@\(path)"], &reader).headers
        let shown = headers.map { header in
            header.name + "=" + header.value.withBytes { String(decoding: $0, as: UTF8.self) }
        }
        #expect(shown == ["X-Y=z:z", "Empty=", "A=1", "B=2 "])
        for wrong in ["x", ":", ": y", "@/nosuch", "@"] {
            #expect(throws: FedauthError.self, "\(wrong)") { _ = try HeaderLinesOption([wrong], &reader) }
        }
    }

    @Test(
        arguments: [
            (0, "0 bytes"), (999, "999 bytes"), (1000, "1.0 kB"), (99_999, "99.9 kB"), (100_000, "100 kB"),
            (1_500_000, "1.5 MB"), (Int64.max, "9.2 EB"),
        ] as [(Int64, String)]) func sizesAreShort(_ bytes: Int64, _ text: String)
    {
        #expect(TransferProgress.size(bytes) == text)
    }

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
        _ = try file("x.part.tag", "a\r\nX: y")
        #expect(try tag.read() == nil)
    }

    // MARK: secrets in a trace

    private final class Lines: TraceFile {
        var text = ""
        func append(_ text: borrowing Secret) {
            text.withBytes { self.text += String(decoding: $0, as: UTF8.self) }
        }
        func rewrite(from start: Int, _ text: borrowing Secret) {}
    }

    @Test(arguments: 0..<7) func contentIsStruckOutOfATrace(_ way: Int) throws {
        let path = try file("secret", "n33dle\n")
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

    // MARK: files of other users

    private var target: String { folder + "/x" }
    private var part: String { target + ".part" }

    private func output(continues: Bool) throws -> RequestOutput {
        try RequestOutput(
            .file(target), continues: continues,
            streams: StandardStreams(color: .never, environment: Environment(values: [:])), progress: nil)
    }

    private func fetch(continues: Bool) throws {
        let output = try output(continues: continues)
        try output.begin(Response(status: 200, url: try WebURL("https://h/"), headers: []))
        _ = try "new".withBytes { (bytes) throws(FedauthError) in try output.take(bytes) }
        try output.finish()
    }

    // MARK: ranges

    /// Continues the part "begun" of the version "one" with this response.
    private func goOn(_ fields: [(name: String, value: String)], _ content: String) throws {
        _ = try file("x.part", "begun")
        _ = try file("x.part.tag", "\"one\"")
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
        let output = try output(continues: false)
        output.preface = { _ in Secret(Array("HTTP/1.1 200\r\n\r\n".utf8)) }
        try output.begin(Response(status: 200, url: try WebURL("https://h/"), headers: [("etag", "\"one\"")]))
        let next = try self.output(continues: true)
        #expect(next.earlier.offset == 0 && next.earlier.version == nil)
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
        _ = try file("x.part", "planted")
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
        _ = try file("x.part", "begun")
        #expect(try output(continues: true).earlier.offset == 5)
        #expect(try output(continues: false).earlier.offset == 0)
    }

    @Test func aPartThatOthersCanWriteIsNotGoneOnWith() throws {
        _ = try file("x.part", "planted")
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
        chown(try file("x.part", "planted"), 65534, 65534)
        try expectRefusal("'\(part)' belongs to user 65534", .unsafeFile)
        chown(part, 0, 0)
        chown(try file("x.part.tag", "\"planted\""), 65534, 65534)
        try expectRefusal("'\(part).tag' belongs to user 65534", .unsafeFile)
    }

    /// Opening a FIFO would block for ever.
    @Test(.timeLimit(.minutes(1)), arguments: ["x.part", "x.part.tag"], [false, true])
    func aPipeInThePlaceIsRefused(_ name: String, _ continues: Bool) throws {
        if name != "x.part" { _ = try file("x.part", "begun") }
        mkfifo(folder + "/" + name, 0o600)
        let error = #expect(throws: FedauthError.self) { try fetch(continues: continues) }
        #expect(error?.message == "'\(folder)/\(name)' is not a regular file", "\(error as Any)")
    }
}
