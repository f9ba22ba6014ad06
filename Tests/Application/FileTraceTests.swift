import Core
import Glibc
import Secrets
import Support
import Testing

@testable import Application

struct FileTraceTests {
    /// The trace rewrites the same file, so that a killed process leaves the earlier content.
    @Test func whatIsWrittenAnewGoesOverWhatWasThere() throws {
        let scratch = try Scratch()
        let path = scratch["trace"]
        let known = KnownSecrets()
        let trace = StruckTrace(to: try FileTrace(path: path), striking: known, showsSecrets: false)
        trace.write("one long-secret one")
        trace.write("two")
        var before = stat()
        #expect(stat(path, &before) == 0 && before.st_mode & 0o777 == 0o600)
        #expect(scratch.text("trace") == "one long-secret one\ntwo\n")
        known.learn(Secret("long-secret".utf8))
        #expect(scratch.text("trace") == "one *** one\ntwo\n")
        trace.write("three long-secret")
        #expect(scratch.text("trace") == "one *** one\ntwo\nthree ***\n")
        var after = stat()
        #expect(stat(path, &after) == 0 && after.st_ino == before.st_ino)
    }
}
