import Glibc
import Testing

@testable import CommandSupport

/// Tests the file of `export-cookies -o FILE`: it is always private, complete or unchanged, and never written through a link.
struct CookieFileTests {
    private let home: Home
    private var jar: String { home.path + "/place/jar" }

    init() throws {
        home = try Home()
        mkdir(home.path + "/place", 0o755)
        try home.signIn(cookies: "large")
    }

    private func export(to path: String) throws -> Outcome { try home.fedauth("export-cookies", "-o", path) }

    private func shell(_ script: String) throws -> Outcome {
        try Run.program(
            "/bin/sh", ["-c", script],
            environment: home.environment.merging(["FEDAUTH": Home.binary, "JAR": jar]) { $1 })
    }

    private func asRoot(_ script: String, mounting: Bool = false) throws -> Outcome {
        try home.asRoot(script, mounting: mounting, adding: ["JAR": jar])
    }

    private func names() throws -> [String] {
        try shell("ls -A \"$(dirname \"$JAR\")\"").text.split(separator: "\n").map(String.init)
    }

    private func mode(_ path: String) -> mode_t? {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode : nil
    }

    /// Returns the system calls on files of an export under umask 000, one per line.
    private func calls() throws -> [Substring] {
        let trace = home.path + "/trace"
        let outcome = try asRoot(
            "umask 000; exec strace -f -o \(trace) -e trace=%file,fchmod,fchown,fsync \"$FEDAUTH\" export-cookies -o \"$JAR\""
        )
        #expect(outcome.status == 0, "\(outcome)")
        return try Files.text(trace).split(separator: "\n")
    }

    /// `eval` would run what is written there.
    @Test func anotherNameOfTheOutputIsNoFile() throws {
        symlink("/dev/stdout", home.path + "/place/device")
        for path in ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", home.path + "/place/device"] {
            let outcome = try export(to: path)
            outcome.expectComplaint(2, "is not a regular file")
            #expect(outcome.output.isEmpty)
        }
    }

    /// Checks every system call that could change the mode.
    @Test func itHasNoOtherModeAtAnyMoment() throws {
        for old in [nil, mode_t(0o644), 0o666] {
            if let old {
                _ = try home.file("place/jar", "old")
                chmod(jar, old)
                if geteuid() == 0 { chown(jar, 65534, 65534) }
            }
            // The place of a result is looked at first.
            let calls = try calls().filter { $0.contains("/place/jar") && !$0.contains("readlink") }
            let made = calls.filter { $0.contains("O_CREAT") }
            #expect(
                made.count == 1 && made.allSatisfy { $0.contains("O_EXCL") && $0.contains(", 0600) =") }, "\(calls)")
            #expect(
                !calls.contains { $0.contains("chmod") || $0.contains("chown") || $0.contains("link(") }, "\(calls)")
            #expect(mode(jar) == S_IFREG | 0o600)
            var status = stat()
            #expect(lstat(jar, &status) == 0 && status.st_uid == geteuid())
            #expect(try names() == ["jar"])
        }
    }

    /// If the process is killed at a call that the file depends on, the old file is complete and the remaining files are
    /// private.
    @Test(arguments: ["fsync", "rename"])
    func killedInBetweenItLeavesTheOldOneWhole(_ call: String) throws {
        let calls = try calls().filter { $0.contains(" \(call)(") }
        let last = try #require(calls.lastIndex { call == "fsync" || $0.contains("/place/jar\"") })
        // The last fsync is for the folder, after the rename.
        let number = call == "fsync" ? last : last + 1
        #expect(number > 0)
        _ = try home.file("place/jar", "old")
        let outcome = try asRoot(
            "umask 000; strace -f -o /dev/null -e inject=\(call):signal=KILL:when=\(number) \"$FEDAUTH\" export-cookies -o \"$JAR\"; echo $?"
        )
        #expect(outcome.text == "137\n", "\(outcome)")
        #expect(try Files.text(jar) == "old")
        let left = try names().filter { $0 != "jar" }
        #expect(left.count == 1 && left.allSatisfy { mode(home.path + "/place/" + $0) == S_IFREG | 0o600 }, "\(left)")
        #expect(try export(to: jar).status == 0)
        #expect(try Files.text(jar).hasPrefix("# Netscape HTTP Cookie File\n"))
    }

    /// On a full or read-only disk, the old file remains and no other file is left; an incomplete output is an error too.
    @Test func aFullOrReadOnlyDiskLeavesTheOldOne() throws {
        let script = """
            set -e; cd "$(dirname "$JAR")"; mount -t tmpfs -o size=8k none .; cd "$PWD"; echo old > jar
            set +e; "$FEDAUTH" export-cookies -o "$JAR"; echo $?; cat jar; ls -A
            "$FEDAUTH" export-cookies -o - >/dev/full; echo $?
            mount -o remount,ro,size=8k none "$PWD"; "$FEDAUTH" export-cookies -o "$JAR"; echo $?; cat jar; ls -A
            """
        let outcome = try asRoot(script, mounting: true)
        #expect(outcome.text == "1\nold\njar\n1\n1\nold\njar\n", "\(outcome)")
        #expect(outcome.errors.contains("no space left on device"), "\(outcome)")
        #expect(outcome.errors.contains("read-only file system"), "\(outcome)")
    }
}
