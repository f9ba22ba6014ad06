import Core
import Glibc
import Secrets
import Support
import System
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

    /// Only what is empty or a trace itself is written over: another file may be the store, or the key that opens it.
    @Test(arguments: ["trace", "trace.html"])
    func onlyATraceIsWrittenOver(_ name: String) throws {
        let scratch = try Scratch()
        let path = scratch[name]
        for round in 0..<3 {
            let file = try FileTrace(path: path)
            file.append(Secret("# fedauth/1, 2026\n# request 1 at 0.001 s\n> GET https://sp.example/\(round)\n".utf8))
            // One that was killed has no end.
            if round > 0 { file.end() }
        }
        for text in ["k", "{}", "<!doctype html><title>Mine</title>", "# fedauth\n", "\u{0}\u{1}"] {
            try Self.replace(path, with: text)
            #expect {
                _ = try FileTrace(path: path)
            } throws: {
                ($0 as? FedauthError)?.code == .usage
            }
            #expect(scratch.text(name) == text)
        }
        try Self.replace(path, with: "")
        _ = try FileTrace(path: path)
    }

    private static func replace(_ path: String, with text: String) throws {
        let file = try PrivateFile.replace(path)
        #expect(text.isEmpty || Array(text.utf8).withUnsafeBytes { file.writeAll($0) })
    }

    /// A page of all would be more than a browser shows: it has the beginning, and how the command ended.
    @Test func aLongTraceIsClosedToo() throws {
        let scratch = try Scratch()
        let file = try FileTrace(path: scratch["long.html"])
        var lines = Secret()
        lines.append("# request 1 at 0.001 s\n> GET https://sp.example/first\n")
        let line = "< x: \(String(repeating: "y", count: 990))\n"
        for _ in 0..<(9 << 20) / line.utf8.count { lines.append(line) }
        lines.append("# end at 9.000 s\n! refused: no\n")
        file.append(lines)
        file.end()
        let deadline = Deadline(seconds: 60, from: TestClock())
        let page = try FileBytes.content(of: scratch["long.html"], limit: 40 << 20, until: deadline).withBytes {
            String(decoding: $0.prefix(5000), as: UTF8.self) + String(decoding: $0.suffix(5000), as: UTF8.self)
        }
        #expect(page.contains("/first") && page.contains("is longer than 8 MiB") && page.contains("refused: no"))
        #expect(page.hasSuffix("</html>\n"), "\(page)")
    }

    /// A command that is killed leaves the text, which a browser shows; one that ends leaves the page.
    @Test func aFileForAPageHasTheTextUntilTheEnd() throws {
        let scratch = try Scratch()
        let known = KnownSecrets()
        let file = try FileTrace(path: scratch["trace.html"])
        let trace = StruckTrace(to: file, striking: known, showsSecrets: false)
        trace.write("# request 1 at 0.001 s")
        trace.write("> GET https://sp.example/long-secret")
        known.learn(Secret("long-secret".utf8))
        trace.write("# end at 0.002 s")
        let before = scratch.text("trace.html") ?? ""
        #expect(before.hasPrefix("<!doctype html>") && before.contains("<plaintext>\n# request 1"), "\(before)")
        #expect(before.contains("> GET https://sp.example/***\n") && !before.contains("long-secret"))
        file.end()
        let page = try FileTrace.text(of: scratch["trace.html"])
        #expect(page.contains("<b>GET</b> /***") && page.hasSuffix("</body></html>\n"), "\(page)")
        #expect(!page.contains("plaintext") && !page.contains("long-secret"))
    }
}
