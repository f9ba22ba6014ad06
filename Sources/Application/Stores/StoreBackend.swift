/// The words of `--store`: `auto`, a back end, a name, or `exec:` and a program. `StoreBackends` makes them.
public enum StoreBackend: Hashable, Sendable {
    /// The remembered one, else the first that was used before, else the first that can be used.
    case auto
    /// The desktop keyring.
    case keyring
    /// The encrypted file.
    case file
    /// An encrypted file of its own. It is used only where it is named.
    case named(StoreName)
    /// A program of the user's that keeps the records: a path, or a name in PATH, with blanks. It is used only where it is
    /// named. A program that needs arguments must be a script.
    case program(String)

    /// The beginning of the word of a program.
    public static let programPrefix = "exec:"

    /// The back ends that `auto` tries, in this order.
    public static let all: [StoreBackend] = [.keyring, .file]

    /// The words that are no names.
    public static let words = ([.auto] + all).map(\.rawValue)

    /// Whether the store is a named one.
    public var isNamed: Bool { if case .named = self { true } else { false } }
    /// Whether `auto` can find the store: it is neither a named one nor a program's.
    public var isFoundByItself: Bool { self == .auto || Self.all.contains(self) }

    /// ` --store NAME` for a command in a hint about a store that must be named; empty where a command finds it.
    public var nameOption: String {
        switch self {
        case .named(let name): " --store \(name.text)"
        case .program: " --store \(rawValue.folded(to: 100).shellQuoted)"
        case .auto, .keyring, .file: ""
        }
    }
}

extension StoreBackend: RawRepresentable {
    /// Reads a word; nil for one that is neither a back end nor a valid name, and for `exec:` without a program.
    public init?(rawValue: String) {
        switch rawValue {
        case "auto": self = .auto
        case "keyring": self = .keyring
        case "file": self = .file
        case _ where rawValue.hasPrefix(Self.programPrefix):
            let program = String(rawValue.dropFirst(Self.programPrefix.count))
            guard !program.isEmpty, !program.hasControls else { return nil }
            self = .program(program)
        default:
            guard let name = try? StoreName(rawValue) else { return nil }
            self = .named(name)
        }
    }

    /// The word.
    public var rawValue: String {
        switch self {
        case .auto: "auto"
        case .keyring: "keyring"
        case .file: "file"
        case .named(let name): name.text
        case .program(let program): Self.programPrefix + program
        }
    }
}
