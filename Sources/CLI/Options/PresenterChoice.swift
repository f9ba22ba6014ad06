import ArgumentParser

/// What `--presenter` takes: a presenter of ours, or a program of the user's own.
enum PresenterChoice: Equatable, ExpressibleByArgument, CustomStringConvertible {
    case ours(PresenterName)
    /// The whole rest of the text, blanks included: who needs arguments writes a script.
    case program(String)

    /// What stands in front of a program.
    static let prefix = "exec:"

    init?(argument: String) {
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
    var description: String {
        switch self {
        case .ours(let name): name.rawValue
        case .program(let program): Self.prefix + program
        }
    }

    static var allValueStrings: [String] { PresenterName.allValueStrings + [prefix + "PROGRAM"] }
}
