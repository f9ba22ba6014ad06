import Core
import Fakes

@testable import Application

extension FakeWorld {
    /// What real parts share, with the variables of this world. Files go to `home`, which no test has to create.
    func surroundings(home: String = "/nonexistent", isInteractive: Bool = true) throws -> CommandSurroundings {
        let environment = Environment(values: ["HOME": home].merging(variables) { $1 })
        return CommandSurroundings(
            environment: environment, directories: try Directories(environment, login: home, shared: home),
            clock: limitedClock, reporter: reporter, known: KnownSecrets(), isInteractive: isInteractive,
            prompter: { [prompter] in prompter }, runtimeDirectory: { home })
    }
}
