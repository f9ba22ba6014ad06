import Core
import Glibc
import Secrets
import System
import Testing

@testable import Application

struct FileTraceTests {
    /// The trace rewrites the same file, so that a killed process leaves the earlier content.
    @Test func whatIsWrittenAnewGoesOverWhatWasThere() throws {
        var template = Array("/tmp/fedauth-test-XXXXXX".utf8CString)
        try #require(mkdtemp(&template) != nil)
        let folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        let path = folder + "/trace"
        defer {
            unlink(path)
            rmdir(folder)
        }
        let known = KnownSecrets()
        let trace = StruckTrace(to: try FileTrace(path: path), striking: known, showsSecrets: false)
        trace.write("one long-secret one")
        trace.write("two")
        var before = stat()
        #expect(stat(path, &before) == 0 && before.st_mode & 0o777 == 0o600)
        #expect(try text(path) == "one long-secret one\ntwo\n")
        known.learn(Secret("long-secret".utf8))
        #expect(try text(path) == "one *** one\ntwo\n")
        trace.write("three long-secret")
        #expect(try text(path) == "one *** one\ntwo\nthree ***\n")
        var after = stat()
        #expect(stat(path, &after) == 0 && after.st_ino == before.st_ino)
    }

    private func text(_ path: String) throws -> String {
        let file = try FileDescriptor(opening: path, O_RDONLY)
        return try file.read(name: path, limit: 4096).withBytes { String(decoding: $0, as: UTF8.self) }
    }
}
