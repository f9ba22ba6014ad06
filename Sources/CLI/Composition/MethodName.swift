import ArgumentParser

/// A sign-in method for a profile: the name of one of the commands behind `fedauth login`.
struct MethodName: ExpressibleByArgument {
    let name: String

    /// The usual one.
    static var usual: MethodName { MethodName(name: Settings.methods.first ?? "") }

    init?(argument: String) {
        guard Settings.methods.contains(argument) else { return nil }
        name = argument
    }

    private init(name: String) { self.name = name }

    static var allValueStrings: [String] { Settings.methods }
    var defaultValueDescription: String { name }
}
