@testable import Application
import CPOSIX
import CTools
import Glibc
import Synchronization

@testable import CLI

/// Runs a command line in this process, one at a time.
///
/// Results and messages go to files in memory. What else belongs to a process is replaced while the command runs: stdin, the
/// environment (programs inherit it), the file mode mask.
enum CommandInProcess {
    /// - Parameter name: the name by which the program is called.
    static func run(
        _ arguments: [String], name: String = "fedauth", input: [UInt8] = [], environment: [String: String]
    ) throws -> Outcome {
        try running.withLock { _ in
            _ = hasNoTerminal
            let (results, messages) = (try Self.memoryFile(), try Self.memoryFile())
            defer {
                close(results)
                close(messages)
            }
            let output = OutputDescriptors(results: results, messages: messages)
            let status = try reading(input) {
                within(environment) {
                    // SIGALRM ends the tests: a command that hangs cannot be ended alone.
                    alarm(UInt32(hangSeconds))
                    defer { alarm(0) }
                    return answer([name] + arguments, output)
                }
            }
            return Outcome(
                status: status, signal: nil, output: try content(of: results),
                errors: String(decoding: try content(of: messages), as: UTF8.self))
        }
    }

    private static let running = Mutex(())

    private static func answer(_ arguments: [String], _ output: OutputDescriptors) -> Int32 {
        let mask = umask(0o077)
        defer { umask(mask) }
        cposix_guard_output(nil)
        var environment = Environment.capture()
        environment.output = output
        let words = CommonMistakes.understood(InvocationName.words(arguments))
        return Program(words: words, environment: environment).run()
    }

    /// Runs `body` with `input` on stdin: from a pipe, or from a file if a pipe cannot hold it.
    private static func reading(_ input: [UInt8], _ body: () -> Int32) throws -> Int32 {
        var ends: [Int32] = [-1, -1]
        let isShort = input.count <= 4096 * 16
        if isShort {
            guard pipe(&ends) == 0 else { throw TestFailure("pipe: errno \(errno)") }
        } else {
            ends[0] = try memoryFile()
            ends[1] = fcntl(ends[0], F_DUPFD_CLOEXEC, 3)
        }
        let written = input.withUnsafeBytes { write(ends[1], $0.baseAddress, $0.count) }
        close(ends[1])
        if !isShort { lseek(ends[0], 0, SEEK_SET) }
        let before = fcntl(0, F_DUPFD_CLOEXEC, 3)
        dup2(ends[0], 0)
        close(ends[0])
        defer {
            dup2(before, 0)
            close(before)
        }
        guard written == input.count else { throw TestFailure("the input cannot be written: errno \(errno)") }
        return body()
    }

    /// Runs `body` with these variables as the process's environment.
    private static func within(_ variables: [String: String], _ body: () -> Int32) -> Int32 {
        let entries = variables.map { strdup("\($0.key)=\($0.value)") }
        let list = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: entries.count + 1)
        for (index, entry) in entries.enumerated() { (list + index).initialize(to: entry) }
        (list + entries.count).initialize(to: nil)
        let before = ctools_replace_environment(list)
        // The list is never freed: a library may keep what getenv(3) returned.
        defer { ctools_replace_environment(before) }
        return body()
    }

    /// Gives up the controlling terminal, at which a command would ask the person who runs the tests.
    private static let hasNoTerminal: Bool = {
        let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        guard terminal >= 0 else { return true }
        defer { close(terminal) }
        return getsid(0) != getpid() && ioctl(terminal, UInt(TIOCNOTTY)) == 0
    }()

    private static func memoryFile() throws -> Int32 {
        let descriptor = ctools_memory_file()
        guard descriptor >= 0 else { throw TestFailure("memfd_create: errno \(errno)") }
        return descriptor
    }

    private static func content(of descriptor: Int32) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: Int(lseek(descriptor, 0, SEEK_END)))
        let count = pread(descriptor, &bytes, bytes.count, 0)
        guard count == bytes.count else { throw TestFailure("the output cannot be read: errno \(errno)") }
        return bytes
    }
}
