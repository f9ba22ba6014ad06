/// What shows a login: a presenter of fedauth's own, or a program of the user's own.
public enum PresenterChoice: Equatable, Sendable, CustomStringConvertible {
    case ours(PresenterName)
    /// The whole rest of the text, blanks included: who needs arguments writes a script.
    case program(String)

    /// What stands in front of a program.
    public static let prefix = "exec:"

    /// Reads what `--presenter` takes; nil for a name that is none.
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

    /// As it is written.
    public var description: String {
        switch self {
        case .ours(let name): name.rawValue
        case .program(let program): Self.prefix + program
        }
    }
}

/// The presenters of fedauth's own, as `--presenter` names them.
public enum PresenterName: String, CaseIterable, Sendable {
    case auto, form, chromium, open, remote, none
}
