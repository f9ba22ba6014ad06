import Core
import Fakes

@testable import Application

/// A context whose runtime directory no test has to create.
private final class FakeContext: Context {
    override func runtimeDirectory() throws(FedauthError) -> String { environment["HOME"] ?? "" }
}

extension FakeWorld {
    /// What real parts share, with the variables of this world. Files go to `home`.
    func context(home: String = "/nonexistent", isInteractive: Bool = true) throws -> Context {
        let environment = Environment(values: ["HOME": home].merging(variables) { $1 })
        return FakeContext(
            environment: environment, directories: try Directories(environment, login: home, shared: home),
            clock: limitedClock, reporter: reporter, known: KnownSecrets(), isInteractive: isInteractive
        ) { [prompter] in prompter }
    }
}
