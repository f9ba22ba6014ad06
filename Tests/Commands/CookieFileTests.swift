import Glibc
import Testing

@testable import CommandSupport

/// Tests the file of `export-cookies -o FILE`: it is private, and never written through a link.
struct CookieFileTests {
    private let home: Home
    private var jar: String { home.path + "/place/jar" }

    init() throws {
        home = try CommandHome()
        mkdir(home.path + "/place", 0o755)
        try home.signIn(cookies: "large")
    }

    private func export(to path: String) throws -> Outcome { try home.fedauth("export-cookies", "-o", path) }

    private func names(_ place: String) throws -> [String] {
        try Run.program("/bin/ls", ["-A", home.path + place], environment: [:]).text.split(separator: "\n")
            .map(String.init)
    }

    private func mode(_ path: String) -> mode_t? {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode : nil
    }

    @Test func noLinkPipeOrDeviceIsWrittenTo() throws {
        let precious = try home.file("precious", "keep me")
        symlink(precious, home.path + "/place/link")
        symlink("nowhere", home.path + "/place/dangling")
        symlink("/dev/stdout", home.path + "/place/device")
        mkfifo(home.path + "/place/pipe", 0o600)
        for path in ["link", "dangling", "device", "pipe", ""].map({ home.path + "/place/" + $0 })
            + ["/dev/stdout", "/dev/fd/1", "/dev/null", "/proc/self/fd/1"]
        {
            let outcome = try export(to: path)
            outcome.expectComplaint(2, "is not a regular file")
            #expect(outcome.output.isEmpty)
        }
        #expect(try Files.text(precious) == "keep me")
        #expect(try names("/place") == ["dangling", "device", "link", "pipe"])
        // A directory in the path may be a link, because it belongs to the user.
        symlink("place", home.path + "/way")
        #expect(try export(to: home.path + "/way/jar").status == 0)
        #expect(mode(jar) == S_IFREG | 0o600)
    }

    @Test func aPlaceThatIsNotThereIsNamed() throws {
        try export(to: home.path + "/no/jar").expectComplaint(2, "no such file or directory")
        try export(to: home.path + "/precious/jar").expectComplaint(2, "no such file or directory")
        _ = try home.file("precious", "")
        try export(to: home.path + "/precious/jar").expectComplaint(2, "not a directory")
        try export(to: "").expectComplaint(2, "'' names no file")
        let output = try home.fedauth("export-cookies", "-o", "-")
        #expect(output.text.hasPrefix("# Netscape HTTP Cookie File\n"), "\(output)")
    }

    /// A killed writer of the shell's cookie file leaves an incomplete file. The next command removes it, but no file that
    /// another process may still write.
    @Test func whatAKilledWriterLeftIsRemoved() throws {
        #expect(try home.fedauth("export-cookies").status == 0)
        for (name, age) in [("x", "2 minutes ago"), ("y", "now")] {
            let left = try home.file("run/fedauth/cookies-\(name).txt.0123456789abcdef.tmp", "")
            _ = try Run.program("/usr/bin/touch", ["-d", age, left], environment: [:])
        }
        #expect(try home.fedauth("export-cookies").status == 0)
        let left = try names("/run/fedauth").filter { $0.hasSuffix(".tmp") }
        #expect(left == ["cookies-y.txt.0123456789abcdef.tmp"])
    }
}
