import Glibc
import System
import Testing

/// Tests that a confined copy reaches nothing, by all that holds it and by each part alone.
struct ConfinedCopyTests {
    /// What code in the copy tries.
    private enum Attempt: CaseIterable {
        case readFile, listDirectory, writeFile, startProgram, connectPort, bindPort, makeSocket, signal, openDescriptor

        /// O_TMPFILE, which Swift cannot see.
        private var temporaryFile: Int32 { 0o20000000 | O_DIRECTORY }

        /// Returns errno; 0: it succeeded.
        func run() -> Int32 {
            errno = 0
            let result: Int32
            switch self {
            case .readFile: result = open("/etc/passwd", O_RDONLY)
            case .listDirectory: result = open("/etc", O_RDONLY | O_DIRECTORY)
            case .writeFile: result = open("/tmp", temporaryFile | O_WRONLY, 0o600)
            case .startProgram:
                var words: [UnsafeMutablePointer<CChar>?] = [strdup("true"), nil]
                result = execv("/bin/true", &words)
            case .connectPort: result = atAddress(Glibc.connect)
            case .bindPort: result = atAddress(Glibc.bind)
            case .makeSocket: result = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
            case .signal: result = kill(getppid(), 0)
            case .openDescriptor: result = dup(0)
            }
            return result < 0 ? errno : 0
        }

        private func atAddress(
            _ call: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32
        ) -> Int32 {
            let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            guard number >= 0 else { return -1 }
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            address.sin_port = UInt16(9).bigEndian
            return withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    call(number, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
        }
    }

    /// Runs the attempts in a copy. Returns what held it, and errno of each attempt; those beyond the end of the copy miss.
    private func failures(_ measures: Confinement, _ attempts: [Attempt]) throws -> (Confinement, [Int32]) {
        let copy = try ConfinedCopy(measures: measures, milliseconds: 60_000) { (link, held) in
            var numbers = [held.rawValue]
            for attempt in attempts { numbers.append(attempt.run()) }
            numbers.withUnsafeBytes { _ = try? FileDescriptor.writeAll(link, $0) }
        }
        let numbers = try received(from: copy).withUnsafeBytes { Array($0.bindMemory(to: Int32.self)) }
        return (Confinement(rawValue: try #require(numbers.first)), Array(numbers.dropFirst()))
    }

    private func received(from copy: ConfinedCopy) throws -> [UInt8] {
        var all: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = try part.withUnsafeMutableBytes { try copy.receive($0) }
            guard count > 0 else { return all }
            all += part[..<count]
        }
    }

    @Test func nothingIsReached() throws {
        let (held, failures) = try failures(.all, Attempt.allCases)
        #expect(held.contains([.calls, .limits]))
        #expect(held.contains(.files) == (Confinement.landlockVersion != nil))
        #expect(failures.count == Attempt.allCases.count)
        for (attempt, failure) in zip(Attempt.allCases, failures) { #expect(failure != 0, "\(attempt)") }
    }

    @Test func callsAloneHold() throws {
        let (held, failures) = try failures(.calls, Attempt.allCases)
        #expect(held == .calls)
        #expect(failures == Attempt.allCases.map { _ in EPERM })
    }

    /// The version of Landlock's interface that this kernel has.
    private static let version = Confinement.landlockVersion ?? 0

    @Test(.enabled(if: version >= 1, "this kernel has no Landlock, or it is off"))
    func filesAloneHold() throws {
        let denied: [Attempt] = [.readFile, .listDirectory, .writeFile, .startProgram]
        let (held, failures) = try failures(.files, denied)
        #expect(held == .files)
        #expect(failures == denied.map { _ in EACCES })
    }

    @Test(.enabled(if: version >= 4, "this kernel's Landlock has no ports"))
    func portsAreDeniedTogetherWithFiles() throws {
        #expect(try failures(.files, [.connectPort, .bindPort]).1 == [EACCES, EACCES])
    }

    @Test(.enabled(if: version >= 6, "this kernel's Landlock has no scope of signals"))
    func signalsAreDeniedTogetherWithFiles() throws {
        #expect(try failures(.files, [.signal]).1 == [EPERM])
    }

    @Test func limitsAloneHold() throws {
        let (held, failures) = try failures(.limits, [.readFile, .makeSocket])
        #expect(held == .limits)
        #expect(failures == [EMFILE, EMFILE])
    }

    /// The attempts are real: without measures they succeed.
    @Test func withoutMeasuresTheAttemptsSucceed() throws {
        let (held, failures) = try failures([], [.readFile, .listDirectory, .writeFile, .makeSocket, .signal])
        #expect(held == [])
        #expect(failures == [0, 0, 0, 0, 0])
    }

    @Test func descriptorsOfThisProcessAreGone() throws {
        let secret = open("/etc/passwd", O_RDONLY)
        defer { close(secret) }
        let copy = try ConfinedCopy(measures: [], milliseconds: 60_000) { (link, _) in
            var open = (0..<100).filter { fcntl($0, F_GETFD) >= 0 && $0 != link }.map { UInt8($0) }
            open.append(UInt8(secret == link ? 255 : 254))
            open.withUnsafeBytes { _ = try? FileDescriptor.writeAll(link, $0) }
        }
        #expect(try received(from: copy) == [254])
    }

    @Test func whatIsSentIsAnswered() throws {
        let copy = try ConfinedCopy(milliseconds: 60_000) { (link, _) in
            var bytes = [UInt8](repeating: 0, count: 1 << 16)
            while true {
                let count = bytes.withUnsafeMutableBytes { FileDescriptor.read(link, $0) }
                guard count > 0 else { return }
                bytes.withUnsafeBytes {
                    _ = try? FileDescriptor.writeAll(link, UnsafeRawBufferPointer(rebasing: $0[..<count]))
                }
            }
        }
        try [1, 2, 3].withUnsafeBytes { try copy.send($0) }
        copy.finishSending()
        #expect(try received(from: copy).count == 3 * MemoryLayout<Int>.size)
        #expect(copy.end() == .status(0))
    }

    /// Code of an attacker may never answer, or read nothing.
    @Test func aCopyThatHangsIsEnded() throws {
        let copy = try ConfinedCopy(milliseconds: 0) { (_, _) in while true { sched_yield() } }
        #expect(throws: SystemFailure(function: "poll", number: ETIMEDOUT)) { _ = try received(from: copy) }
        #expect(throws: SystemFailure(function: "poll", number: ETIMEDOUT)) {
            try [UInt8](repeating: 0, count: 8 << 20).withUnsafeBytes { try copy.send($0) }
        }
        #expect(copy.end() == .signal(SIGKILL))
    }

    @Test func aCrashEndsTheCopyAlone() throws {
        let copy = try ConfinedCopy(milliseconds: 60_000) { (_, _) in
            UnsafeMutablePointer<UInt8>(bitPattern: 8)?.pointee = 1
        }
        try [UInt8](repeating: 0, count: 8 << 20).withUnsafeBytes { try copy.send($0) }
        #expect(try received(from: copy) == [])
        #expect(copy.end() == .signal(SIGSEGV))
        #expect(copy.end() == nil)
    }
}
