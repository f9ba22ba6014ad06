/// The words of `--store`: `auto`, a back end, or the name of a named store. `StoreBackends` makes them.
public enum StoreBackend: Hashable, Sendable {
    /// The remembered one, else the first that was used before, else the first that can be used.
    case auto
    /// The desktop keyring.
    case keyring
    /// The encrypted file.
    case file
    /// An encrypted file of its own. It is used only where it is named.
    case named(StoreName)

    /// The back ends that `auto` tries, in this order.
    public static let all: [StoreBackend] = [.keyring, .file]

    /// The words that are no names.
    public static let words = ([.auto] + all).map(\.rawValue)

    /// Whether the store is a named one.
    public var isNamed: Bool { if case .named = self { true } else { false } }

    /// ` --store NAME` for a command in a hint about a named store; else empty, because a command without it finds the store.
    public var nameOption: String { if case .named(let name) = self { " --store \(name.text)" } else { "" } }
}

extension StoreBackend: RawRepresentable {
    /// Reads a word; nil for one that is neither a back end nor a valid name.
    public init?(rawValue: String) {
        switch rawValue {
        case "auto": self = .auto
        case "keyring": self = .keyring
        case "file": self = .file
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
        }
    }
}
