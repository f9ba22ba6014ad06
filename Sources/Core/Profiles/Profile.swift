/// How to sign in to one service, as the configuration file says it: the names of settings are those of the options.
public struct Profile: Sendable, Equatable {
    /// Letters, digits, `.`, `_` and `-`.
    public var name: String
    /// Sorted by key when they come from a file.
    public var settings: [Setting]

    /// One line of a profile: an option's name, and its values (more than one for an option that repeats).
    public struct Setting: Sendable, Equatable {
        /// The option's long name without its hyphens: `min-validity`.
        public var key: String
        /// What was said, in order; one for an option that does not repeat.
        public var values: [Value]
        /// How the values are written.
        public var form: Form
        /// Where the value stands in the file, for messages.
        public var place: Place?
        /// Where the key stands.
        public var keyPlace: Place?

        /// A place in a file, counted from 1.
        public struct Place: Sendable, Equatable, Comparable {
            /// The line, from 1.
            public var line: Int
            /// The column within the line, from 1.
            public var column: Int

            /// The place in that line and column, both from 1.
            public init(line: Int, column: Int) {
                self.line = line
                self.column = column
            }

            /// Whether `left` stands before `right`.
            public static func < (left: Place, right: Place) -> Bool {
                (left.line, left.column) < (right.line, right.column)
            }
        }

        /// What one setting can hold.
        public enum Value: Sendable, Equatable {
            case text(String)
            case flag(Bool)
            case number(Int64)
            /// What no setting takes, in words: "a date".
            case other(String)

            /// As one writes it on a command line.
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
            /// `key = { name = value }`, which says the same as `key = ["name=value"]`
            case table
        }

        /// A setting; `place` is nil when it comes from no file.
        public init(key: String, values: [Value], form: Form? = nil, place: Place? = nil, keyPlace: Place? = nil) {
            self.key = key
            self.values = values
            self.form = form ?? (values.count == 1 ? .single : .list)
            self.place = place
            self.keyPlace = keyPlace
        }

        /// The same setting, wherever it stands.
        public static func == (left: Setting, right: Setting) -> Bool {
            left.key == right.key && left.values == right.values
        }
    }

    /// A profile of that name, which is not judged here: see `check(name:)`.
    public init(name: String, settings: [Setting]) {
        self.name = name
        self.settings = settings
    }

    /// The only text of `key`.
    public func text(_ key: String) -> String? {
        switch settings.first(where: { $0.key == key })?.values.first {
        case .text(let text): text
        case .number(let number): String(number)
        default: nil
        }
    }

    /// Throws `usage` for a name that cannot be one.
    public static func check(name: String) throws(FedauthError) {
        guard isGood(name: name) else {
            throw FedauthError(
                .usage, "'\(name.folded(to: 60))' is no name for a profile",
                hint: "use letters, digits, '.', '_' and '-', 64 at most")
        }
    }

    /// Whether `name` can be one: it becomes a word of a command line, a part of a file's name, and a key of TOML.
    public static func isGood(name: String) -> Bool {
        !name.isEmpty && name.utf8.count <= 64 && !name.hasPrefix("-") && !name.hasPrefix(".")
            && name.utf8.allSatisfy { $0.isLetter || $0.isDigit || $0 == 0x2E || $0 == 0x5F || $0 == 0x2D }
    }
}
