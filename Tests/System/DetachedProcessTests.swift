import Glibc
import System
import Testing

/// Processes that do not depend on this one.
struct DetachedProcessTests {
    /// Runs a shell with a pipe as descriptor 3, and returns what it writes there.
    private func said(_ script: String, environment: [String] = [], in directory: String? = nil) throws -> String {
        let pipe = try Pipe()
        let process = try DetachedProcess.start(
            ["/bin/sh", "-c", script], environment: environment, streams: [nil, nil, nil, pipe.writing.number],
            in: directory)
        pipe.writing.close()
        let reading = pipe.reading
        var text: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = chunk.withUnsafeMutableBytes { reading.read($0) }
            guard count > 0 else { break }
            text += chunk.prefix(count)
        }
        waitpid(process, nil, 0)
        return String(decoding: text, as: UTF8.self)
    }

    @Test func itHasTheGivenDescriptorsAndNoOthers() throws {
        let other = open("/dev/null", O_RDONLY)
        defer { close(other) }
        // Read before the shell redirects anything, for which it moves its own descriptors.
        let text = try said(
            "cd /proc/$$/fd; set -- *; x=$(readlink 0):$(readlink 1):$(readlink 2); echo \"$*:$x\" >&3")
        // The shell itself opens the directory to list it.
        #expect(["0 1 2 3", "0 1 2 3 4"].contains(String(text.prefix { $0 != ":" })), "\(text)")
        #expect(text.hasSuffix(":/dev/null:/dev/null:/dev/null\n"), "\(text)")
    }

    @Test func itHasASessionVariablesAndADirectoryOfItsOwn() throws {
        let text = try said("echo $$ $(cut -d' ' -f6 /proc/$$/stat) $X >&3; pwd >&3", environment: ["X=y"], in: "/usr")
        let words = text.split { $0 == " " || $0 == "\n" }
        #expect(words.count == 4 && words[0] == words[1] && words[2] == "y" && words[3] == "/usr", "\(text)")
    }

    @Test func noSignalIsBlockedOrIgnored() throws {
        let text = try said(
            // By the shell alone, which blocks signals while it starts another program.
            "while read -r k v; do case $k in SigBlk:|SigIgn:) r=\"$r $v\";; esac; done </proc/$$/status; echo $r >&3")
        // Signals 32 and 33 belong to the C library.
        let masks = text.split { $0 == "\n" || $0 == " " }.compactMap { UInt64($0, radix: 16) }
        #expect(masks.count == 2 && masks.allSatisfy { $0 & 0x7FFF_FFFF == 0 }, "\(text)")
    }

    @Test func whatCannotBeStartedIsNamed() {
        #expect(throws: SystemFailure(function: "execve", number: ENOENT)) {
            try DetachedProcess.start(["/nowhere/x"], environment: [])
        }
        #expect(throws: SystemFailure(function: "execve", number: EINVAL)) {
            try DetachedProcess.start(["/bin/true"], environment: [], streams: Array(repeating: nil, count: 17))
        }
    }
}
