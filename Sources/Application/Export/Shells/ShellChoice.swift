public import Core

/// A shell by its name or path, or `auto`: the calling shell.
public struct ShellChoice: RawRepresentable, Sendable {
    /// The calling shell.
    public static let auto = ShellChoice(rawValue: "auto")

    /// The word that selects it.
    public let rawValue: String

    /// Takes any word: `resolved` says whether the shell is known.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// `auto`, and the names of the known shells.
    public static var words: [String] { [auto.rawValue] + Shell.allCases.map(\.rawValue) }

    /// Returns the shell. Throws `usage` for an unknown one, and for one that cannot evaluate any supported form.
    public func resolved() throws(FedauthError) -> Shell {
        if rawValue == Self.auto.rawValue { return try CallingShell.find() }
        guard let shell = try Shell(named: rawValue) else {
            throw FedauthError(
                .usage, "'\(rawValue)' is not a shell that is known",
                hint: "use one of \(Self.words.joined(separator: ", "))")
        }
        return shell
    }

    /// The text that makes the evaluated line fail, for the shell as far as it is known.
    public var failure: String { ((try? resolved()) ?? .sh).failure }
}
