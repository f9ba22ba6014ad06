import Glibc
import Testing

@testable import CommandSupport

/// Tests that a hostile server cannot fill the memory.
struct HostileTests {
    /// The memory of the process stays small. A small parent process measures the peak of the child.
    @Test(arguments: ["/body/gigabyte", "/body/flood", "/body/flood-chunked", "/body/gzip-bomb", "/head/flood"])
    func memoryDoesNotGrow(_ page: String) throws {
        let hostile = try Hostile.get()
        let home = try Home()
        let script = """
            import os, sys
            child = os.posix_spawn(sys.argv[2], sys.argv[2:], os.environ)
            _, status, usage = os.wait4(child, 0)
            with open(sys.argv[1], "w") as file: file.write(str(usage.ru_maxrss))
            sys.exit(os.waitstatus_to_exitcode(status))
            """
        let peak = home.path + "/peak"
        let words = ["-c", script, peak, Home.binary] + hostile.words(from: try hostile.url(page))
        let outcome = try Run.program(
            "/usr/bin/python3", words, input: Array("secret".utf8), environment: home.environment)
        #expect(outcome.status == 15, "\(outcome)")
        let text = try Files.text(peak)
        let kilobytes = try #require(Int(text))
        #expect(kilobytes < 150 << 10)
    }
}
