import Core
import Glibc
import Testing

@testable import Application

/// Tests the search for the shell that reads fedauth's output, as `/proc` shows it.
struct CallingShellTests {
    /// Returns the shell that is found above a chain of programs, the nearest first.
    private func shell(_ programs: String...) throws -> Shell {
        let chain = Dictionary(
            uniqueKeysWithValues: programs.enumerated().map {
                (pid_t(100 + $0), CallingProcess(program: $1, parent: pid_t(101 + $0)))
            })
        return try CallingShell.find(from: 100) { chain[$0] }
    }

    @Test(arguments: [
        ("bash", Shell.bash), ("-bash", .bash), ("rbash", .bash), ("bash-static", .bash), ("bash-5.2", .bash),
        ("/usr/bin/zsh-5.9", .zsh), ("zsh5", .zsh), ("ksh93", .ksh), ("ksh93u+m", .ksh), ("rksh93", .ksh),
        ("ksh2020", .ksh), ("mksh-static", .mksh), ("lksh", .mksh), ("dash", .dash), ("sh", .sh), ("ash", .sh),
        ("busybox", .sh), ("yash", .yash), ("posh", .posh), ("fish", .fish), ("tcsh-6.24", .tcsh), ("-tcsh", .tcsh),
        ("csh", .csh), ("bsd-csh", .csh),
        ("make", .sh), ("vim", .sh), ("", .sh), ("-", .sh), ("/", .sh), ("fishy", .sh), ("bashful", .sh),
    ])
    func namesAreKnown(_ program: String, _ expected: Shell) throws {
        #expect(try shell(program) == expected)
    }

    @Test(arguments: ["rc.byron", "rc", "sash", "elvish", "nu", "xonsh", "es", "pwsh", "pwsh-preview"])
    func thoseThatWouldMisreadAllAreRefused(_ program: String) {
        let error = #expect(throws: FedauthError.self) { try shell(program) }
        #expect(error?.code == .usage && error?.hint?.contains("--shell") == true)
    }

    @Test func programsThatRunOthersArePassedOver() throws {
        #expect(try shell("sudo", "sudo", "fish") == .fish)
        #expect(try shell("timeout", "sudo", "tcsh") == .tcsh)
        #expect(try shell("script", "bash", "fish") == .bash)
        #expect(try shell("make", "fish") == .sh)
        #expect(try shell("timeout") == .sh)
    }

    @Test func aRingOfParentsEnds() throws {
        #expect(try CallingShell.find(from: 7) { _ in CallingProcess(program: "sudo", parent: 7) } == .sh)
        #expect(try CallingShell.find(from: 1) { _ in CallingProcess(program: "fish", parent: 0) } == .sh)
    }

    @Test func aProcessIsReadWhateverItsName() throws {
        let odd = try #require(CallingProcess(file: nil, status: "7 (a) S 3 (b) S 12 7 7 0"))
        #expect(odd.program == "a) S 3 (b" && odd.parent == 12)
        #expect(CallingProcess(file: "/usr/bin/bash (deleted)", status: "7 (deploy) S 12")?.program == "bash")
        #expect(CallingProcess(file: "/usr/bin/python3.11", status: "7 (xonsh) S 12")?.program == "xonsh")
        #expect(CallingProcess(file: "/usr/bin/busybox", status: "7 (timeout) S 12")?.program == "timeout")
        for broken in ["", "7 bash S 12", "7 (bash", "7 )bash( S 12", "7 (bash) S", "7 (bash) S x"] {
            #expect(CallingProcess(file: nil, status: broken) == nil)
        }
        let own = try #require(CallingProcess(getpid()))
        #expect(own.parent == getppid())
        #expect(CallingProcess(-5) == nil)
    }
}
