import Core
import Glibc
import Secrets
import Support
import Testing

@testable import Application

/// Sets arbitrary byte values in the real shells with the text for each shell (`Tests/Shells/matrix`), including values that no
/// cookie can have.
struct ShellMatrixTests {
    /// Values that could break a shell, quoting, a pattern or a parser.
    private static let values: [[UInt8]] =
        [
            "", " ", "a b", "a  b", "  a   b  ", "\t", "a\tb", "\n", "a\nb", "a\n\nb", "\na\n\n", "\r\n", "'", "''",
            "\"",
            "a'b\"c", "`id`", "$(touch pwned)", "`touch pwned`", "x'; touch pwned; '", "x\"; touch pwned; \"",
            "x'\ntouch pwned\n'", "; touch pwned;", "| touch pwned", "& touch pwned &", "&& touch pwned",
            ") touch pwned (",
            "$HOME", "${HOME}", "$'x'", "%HOME%", "\\", "\\\\", "a\\", "\\n\\t\\041\\x41", "!", "!!", "!$", "a!b",
            "^a^b", "*",
            "?", "[a]", "?[a]*", "**/*", "{a,b}", "{", "}", "{1..9}", "~", "~root", "=ls", "#x", "a #x", "-n", "-e",
            "-p", "--",
            "--help", "-", "%", "%s%n%%", "%d", "a=b", "=", ":", "a:b:c", "<x", ">pwned", "<(touch pwned)", "@(a|b)",
            "+(a)",
            "ü", "日本語 x", "\u{1F600}", "\u{F600}\u{F6FF}", "\u{2018}x\u{201B}", "\u{7F}\u{1}\u{1B}[31m", "\u{A0}",
            "\u{85}",
            "0", "007", "1e9", "true", "x", "xx", "abc_XYZ_019", "\u{FEFF}a", "a\u{301}", "\u{FFFE}",
        ].map { Array($0.utf8) } + [
            [0xFF], [0xFE, 0x41], [0xC3], [0xC3, 0x28], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
            [0x80, 0x20, 0x20, 0x81],
            Array(1...255),
        ]

    private static let large: [UInt8] =
        Array("x'; touch pwned; '  * $(touch pwned) ü\u{2019} ".utf8)
        + (0..<4096).map { UInt8(0x20 + $0 % 0x5F) }

    private let scratch: Scratch
    private var folder: String { scratch.path }

    init() throws { scratch = try Scratch() }

    private func write(_ bytes: [UInt8], _ name: String) throws {
        let file = open("\(folder)/\(name)", O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        defer { close(file) }
        try #require(file >= 0 && Glibc.write(file, bytes, bytes.count) == bytes.count)
    }

    private func bytes(_ secret: consuming Secret) -> [UInt8] { secret.withBytes { Array($0) } }

    @Test func everyShellGetsEveryValueThatItCanCarry() throws {
        let entries = Self.values.enumerated().map { (name: "FEDAUTH_V\($0)", value: SharedSecret(Secret($1))) }
        let last = (name: "FEDAUTH_LARGE", value: SharedSecret(Secret(Self.large)))
        for shell in Shell.allCases {
            let carried = (entries + [last]).filter { $0.value.withBytes { shell.form.obstacle(in: $0) == nil } }
            // Only csh and yash reject some of the values.
            #expect(carried.count > entries.count || [.csh, .yash].contains(shell))
            #expect(carried.count > entries.count * 3 / 4)
            // A few at a time, because csh with quotes reads the whole text as one word.
            for start in stride(from: 0, to: carried.count, by: 30) {
                let part = Array(carried[start..<min(start + 30, carried.count)])
                try write(bytes(try shell.export(part)), "\(shell.rawValue).\(start).set")
            }
            try write(Array((shell.form.unset(carried.map(\.name)) + "\n").utf8), "\(shell.rawValue).unset")
            try write(Array(shell.failure.utf8), "\(shell.rawValue).fail")
            var expected: [UInt8] = []
            for entry in carried {
                expected += Array("\(entry.name)=".utf8) + entry.value.withBytes { Array($0) } + [0]
            }
            try write(expected, "\(shell.rawValue).env")
        }
        // The matrix takes the share of its runs that TestRows.ofThisRun has of a table.
        let text = try said("'\(Self.tools)/matrix' texts '\(folder)' 2>&1; echo \"ended with $?\"")
        #expect(text.hasSuffix(" runs, 0 failed\nended with 0\n"), "\(text)")
    }

    /// Lets systemd's own code read the values.
    @Test func systemdGetsEveryValueThatItCanCarry() throws {
        let all = (Self.values + [Self.large]).enumerated().map { (name: "V\($0)", value: SharedSecret(Secret($1))) }
        let carried = all.filter { (try? SystemdEnvironmentFile.text([$0]).count) != nil }
        let refused = all.count - carried.count
        #expect(refused == 11)
        try write(bytes(try SystemdEnvironmentFile.text(carried)), "file")
        var expected: [UInt8] = []
        for entry in carried { expected += Array("\(entry.name)=".utf8) + entry.value.withBytes { Array($0) } + [0] }
        try write(expected, "expected")
        let text = try said(
            "'\(Self.tools)/systemd-env' '\(folder)/file' 2>&1 | cmp - '\(folder)/expected' 2>&1; echo $?")
        #expect(text == "0\n", "\(text)")
    }

    private static let tools =
        "\(#filePath)".split(separator: "/").dropLast(2).map { "/" + $0 }.joined() + "/Shells"

    private func said(_ line: String) throws -> String {
        let clock = SystemClock()
        return try Child.output(
            of: ["/bin/sh", "-c", line], name: "sh",
            until: Deadline(seconds: 1200, from: clock)
        ).withBytes { String(decoding: $0, as: UTF8.self) }
    }
}
