import Application
import Core
import Glibc
import Secrets
import Testing

@testable import CLI

struct AskpassTests {
    @Test func anAskpassProgramIsNotWaitedForForEver() throws {
        let program = "/tmp/fedauth-test-\(getpid())-askpass"
        let file = open(program, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o700)
        let text = Array("#!/bin/sh\nexec sleep 60\n".utf8)
        #expect(write(file, text, text.count) == text.count)
        close(file)
        defer { unlink(program) }
        let error = #expect(throws: FedauthError.self) {
            _ = try Askpass(program: program, clock: LimitedClock(SystemClock(), seconds: 1)).ask("Password: ").count
        }
        #expect(error?.code == .timedOut)
    }

    /// The program may start fedauth again, which would start the program again.
    @Test func theProgramCanTellThatItIsAsked() throws {
        let askpass = Askpass(program: "/usr/bin/env", clock: LimitedClock(SystemClock(), seconds: 9))
        #expect(try askpass.ask("A=b").withBytes { String(decoding: $0, as: UTF8.self) }.contains(Askpass.mark + "="))
        #expect(getenv(Askpass.mark) == nil)
        func canAsk(_ variables: [String: String]) throws -> Bool {
            let environment = Environment(values: variables.merging(["HOME": "/"]) { $1 })
            return try CommandContext(environment: environment, global: GlobalOptions()).prompter().canAsk
        }
        #expect(try canAsk([Askpass.mark: "/bin/echo", "FEDAUTH_ASKPASS": "/bin/echo"]) == canAsk([:]))
        #expect(try canAsk(["FEDAUTH_ASKPASS": "/bin/echo"]))
        #expect(try canAsk([Askpass.mark: "/bin/cat", "FEDAUTH_ASKPASS": "/bin/echo"]))
    }

    /// A question may begin with a label of a page, which is no option of the program.
    @Test(arguments: [("--help", " --help"), ("Password: ", "Password: ")])
    func aQuestionIsNoOption(_ question: String, _ shown: String) throws {
        let askpass = Askpass(program: "/bin/echo", clock: LimitedClock(SystemClock(), seconds: 9))
        let answer = try askpass.ask(question).withBytes { String(decoding: $0, as: UTF8.self) }
        #expect(answer == shown)
    }
}
