import Core
import Support
import Testing

@testable import Application

/// Tests which sign-in `CancelFlow` chooses.
struct CancelFlowTests {
    private final class Fake: RunningSignIns {
        var all: [RunningSignIn]
        var cancelled: [String] = []

        init(_ names: [String]) {
            all = names.map {
                RunningSignIn(name: $0, processID: 17, purpose: "https://sp/finish", lock: "/run/\($0)")
            }
        }

        func found(named name: String?) throws(FedauthError) -> [RunningSignIn] {
            all.filter { name == nil || $0.name == name }
        }

        func cancel(_ signIn: RunningSignIn) throws(FedauthError) { cancelled.append(signIn.name) }
    }

    private let reporter = RecordingReporter()

    private func run(_ name: String?, of fake: Fake) -> FedauthError? {
        do throws(FedauthError) {
            _ = try CancelFlow(fake, reporter: reporter).run(name)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [(["mail"], nil), (["mail", "work"], "mail")])
    func theNamedOrOnlyOneEnds(_ names: [String], _ name: String?) {
        let fake = Fake(names)
        #expect(run(name, of: fake) == nil)
        #expect(fake.cancelled == ["mail"])
        #expect(reporter.said == ["cancelled the sign-in to 'mail' at 'https://sp/finish' (process 17)"])
    }

    @Test func noneIsAMessage() {
        let error = run(nil, of: Fake([]))
        #expect(error?.code == .notFound && error?.message == "no sign-in is under way")
        #expect(error?.hint == nil)
        let other = run("mail", of: Fake(["work"]))
        #expect(other?.code == .notFound && other?.message == "no sign-in to 'mail' is under way")
        #expect(other?.hint == "under way: 'work'")
    }

    @Test func severalHaveToBeNamed() {
        let fake = Fake(["mail", "work"])
        let error = run(nil, of: fake)
        #expect(error?.code == .usage && error?.message == "2 sign-ins are under way: 'mail', 'work'")
        #expect(fake.cancelled.isEmpty)
    }
}
