import ArgumentParser

/// A way to sign in that a profile can name: the name of a command, of those that `fedauth login` stands for.
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
