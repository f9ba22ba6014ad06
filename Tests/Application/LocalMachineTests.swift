import Core
import Glibc
import Support
import Testing

@testable import Application

/// Tests what `LocalMachine` finds out by system calls. The doctor's checks are tested with a fake machine.
struct LocalMachineTests {
    private let scratch: Scratch
    private let machine: LocalMachine

    init() throws {
        scratch = try Scratch()
        machine = LocalMachine(Environment(values: ["PATH": scratch.path]))
    }

    @Test func aProgramOfRootsMayRunAsRoot() throws {
        let path = scratch.file("a", mode: 0o4755)
        #expect(machine.runsAsRoot(path) == Scratch.isRoot)
        chmod(path, 0o755)
        #expect(!machine.runsAsRoot(path) && !machine.runsAsRoot(scratch["none"]))
    }

    @Test func aMissingFileHasNothing() {
        let path = scratch["none"]
        #expect(machine.isMissing(path) && !machine.isMissing(scratch.path) && !machine.isMissing("/etc/passwd/x"))
        #expect(machine.beginning(of: path) == nil && machine.resolved(path) == nil)
    }

    @Test func aFileIsReadFromItsBeginning() {
        let path = scratch.file("a", String(repeating: "x", count: 1000))
        #expect(machine.beginning(of: path) == [UInt8](repeating: 0x78, count: 256))
    }

    @Test(
        arguments: [
            ("a b", true), ("\n\n\ta\tb", true), ("a\nb", false), ("  # a b", false), (";a b", false), ("", false),
        ])
    func aLineHoldsAllOfTheWords(_ text: String, _ isFound: Bool) {
        #expect(machine.file(scratch.file("a", text), holds: ["a", "b"]) == isFound)
    }

    @Test func programsAreFoundAndRun() throws {
        let path = scratch.file("edge", "#!/bin/sh\necho \"$1\"; echo more; echo error >&2\n", mode: 0o700)
        #expect(machine.program("edge") == path && machine.program("nosuch") == nil)
        #expect(try machine.firstLine(of: [path, "Edge 2"]) == "Edge 2")
        #expect(try machine.program("edge", for: .provider) == path)
        #expect(failure { _ = try machine.program("nosuch", for: .provider) }?.code == .providerFailed)
        scratch.file("broken", "#!/bin/sh\nexit 3\n", mode: 0o700)
        let error = failure { _ = try machine.firstLine(of: [scratch["broken"]]) }
        #expect(error?.message == "'\(scratch["broken"])' ended with status 3")
    }

    @Test func usersAndThisProgramHaveNames() {
        #expect(machine.userName(0) == "root" && machine.userID(named: "root") == 0)
        #expect(machine.ownProgram?.hasSuffix(".xctest") == true && machine.userID == geteuid())
        #expect(machine.userName(4_000_000_000) == nil && machine.userID(named: "no such user") == nil)
    }

    @Test func localesHaveAnEncoding() {
        #expect(machine.encoding(ofLocale: "C.UTF-8") == "UTF-8")
        #expect(machine.encoding(ofLocale: "xx_YY") == nil)
    }

    @Test func aSocketListensOrDoesNot() {
        #expect(!machine.listens(at: .file(scratch.file("a"))))
        #expect(!machine.listens(at: .file(String(repeating: "x", count: 200))))
        #expect(!machine.listens(at: .port(1)))
        // A name without a file, and a socket file.
        for name in [[0] + Array("fedauth-test-\(getpid())".utf8), Array(scratch["s"].utf8)] as [[UInt8]] {
            let address: ListenAddress =
                name[0] == 0
                ? .abstract(String(decoding: name.dropFirst(), as: UTF8.self))
                : .file(String(decoding: name, as: UTF8.self))
            var socketAddress = sockaddr_un()
            socketAddress.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &socketAddress.sun_path) { $0.copyBytes(from: name) }
            let size = socklen_t(MemoryLayout<sa_family_t>.size + name.count + (name[0] == 0 ? 0 : 1))
            let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
            let bound = withUnsafeBytes(of: &socketAddress) { bytes in
                bytes.baseAddress.map { bind(listener, $0.assumingMemoryBound(to: sockaddr.self), size) }
            }
            #expect(bound == 0 && !machine.listens(at: address))
            #expect(listen(listener, 1) == 0 && machine.listens(at: address))
            close(listener)
            #expect(!machine.listens(at: address))
        }
    }
}
