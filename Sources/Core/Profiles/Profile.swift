/// The settings for signing in to one service, from the configuration file; named like the options.
public struct Profile: Sendable, Equatable {
    /// The name: letters, digits, `.`, `_` and `-`.
    public var name: String
    /// The settings; sorted by key when they come from a file.
    public var settings: [Setting]

    /// One line of a profile: the name of an option, and its values (several for an option that may be repeated).
    public struct Setting: Sendable, Equatable {
        /// The long name of the option, without hyphens in front: `min-validity`.
        public var key: String
        /// The values in order; one for an option that may not be repeated.
        public var values: [Value]
        /// How the values are written.
        public var form: Form
        /// The position of the value in the file, for messages.
        public var place: Place?
        /// The position of the key.
        public var keyPlace: Place?

        /// A position in a file, counted from 1.
        public struct Place: Sendable, Equatable, Comparable {
            /// The line, from 1.
            public var line: Int
            /// The column within the line, from 1.
            public var column: Int
            /// The path of the file, if it is the system's or an included one, and not the user's.
            public var file: String?

            /// Creates a position in the user's file; both numbers start at 1.
            public init(line: Int, column: Int) { (self.line, self.column) = (line, column) }

            /// Returns whether `left` is before `right`; the user's file is before the others.
            public static func < (left: Place, right: Place) -> Bool {
                (left.file ?? "", left.line, left.column) < (right.file ?? "", right.line, right.column)
            }
        }

        /// The value of a setting.
        public enum Value: Sendable, Equatable {
            case text(String)
            case flag(Bool)
            case number(Int64)
            /// A type that no setting has, in words: "a date".
            case other(String)

            /// The value as a word of a command line.
            public var word: String {
                switch self {
                case .text(let text), .other(let text): text
                case .flag(let flag): flag ? "true" : "false"
                case .number(let number): String(number)
                }
            }
        }

        /// How the values of a setting are written.
        public enum Form: Sendable, Equatable {
            /// `key = value`
            case single
            /// `key = [value, …]`
            case list
            /// `key = { name = value }`, which means the same as `key = ["name=value"]`
            case table
        }

        /// Creates a setting; `place` is nil when it does not come from a file.
        public init(key: String, values: [Value], form: Form? = nil, place: Place? = nil, keyPlace: Place? = nil) {
            self.key = key
            self.values = values
            self.form = form ?? (values.count == 1 ? .single : .list)
            self.place = place
            self.keyPlace = keyPlace
        }

        /// Compares two settings, ignoring their positions.
        public static func == (left: Setting, right: Setting) -> Bool {
            left.key == right.key && left.values == right.values
        }
    }

    /// Creates a profile without checking its name: see `check(name:)`.
    public init(name: String, settings: [Setting]) { (self.name, self.settings) = (name, settings) }

    /// Returns the only value of `key`, if it is a text.
    public func text(_ key: String) -> String? {
        switch settings.first(where: { $0.key == key })?.values.first {
        case .text(let text): text
        case .number(let number): String(number)
        default: nil
        }
    }

    /// Throws `usage` for an invalid name.
    public static func check(name: String) throws(FedauthError) {
        guard isGood(name: name) else {
            throw FedauthError(
                .usage, "'\(name.folded(to: 60))' is not a name for a profile",
                hint: "use letters, digits, '.', '_' and '-', 64 at most")
        }
    }

    /// Returns whether `name` is valid: it is used as a word of a command line, a part of a file name, and a TOML key.
    public static func isGood(name: String) -> Bool {
        !name.isEmpty && name.utf8.count <= 64 && !name.hasPrefix("-") && !name.hasPrefix(".")
            && name.utf8.allSatisfy { $0.isLetter || $0.isDigit || $0 == 0x2E || $0 == 0x5F || $0 == 0x2D }
    }
}
