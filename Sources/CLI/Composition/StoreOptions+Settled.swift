import ArgumentParser
import Core

extension StoreOptions {
    /// Returns the options completed from `[defaults]`, for a command that a mistake in the file must not stop. An
    /// unreadable file adds nothing.
    func settled(in context: CommandContext) -> StoreOptions {
        let groups: [any ParsableArguments.Type] = [StoreOptions.self]
        let defaults = (try? context.configuration())?.defaults ?? []
        let words = Settings.words(Settings.merged(defaults, under: settings), for: groups)
        return (try? StoreOptions.parse(words)) ?? self
    }
}
