public import Core

/// The choice of presenter: one of fedauth's, or a program of the user's.
public enum PresenterChoice: Equatable, Sendable, CustomStringConvertible {
    case ours(PresenterName)
    /// A program: the rest of the text, with blanks. A program that needs arguments must be a script.
    case program(String)

    /// The prefix of a program.
    public static let prefix = "exec:"

    /// Parses the value of `--presenter`; nil for an unknown name.
    public init?(argument: String) {
        if argument.hasPrefix(Self.prefix) {
            let program = String(argument.dropFirst(Self.prefix.count))
            guard !program.isEmpty, !program.utf8.contains(0) else { return nil }
            self = .program(program)
            return
        }
        guard let name = PresenterName(rawValue: argument) else { return nil }
        self = .ours(name)
    }

    /// The value as written on the command line.
    public var description: String {
        switch self {
        case .ours(let name): name.rawValue
        case .program(let program): Self.prefix + program
        }
    }
}
