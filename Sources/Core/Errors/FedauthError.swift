/// A failure as a person reads it: what went wrong, with the thing at fault in single quotes, and what to do
/// next. Texts are lower case, without a full stop, and hold no secret.
public struct FedauthError: Error, Sendable, CustomStringConvertible {
    /// What kind of failure it is; fixes the exit status.
    public var code: ErrorCode
    /// One line: what, and why.
    public var message: String
    /// One line: what to do next.
    public var hint: String?
    /// What the libraries below said, innermost last; shown by `--verbose`.
    public var causes: [String]

    /// More than any message of ours, with paths in it.
    private static let maximumColumns = 8192

    /// A failure. `message`, `hint` and `causes` are made safe for a terminal (`printable`) and are cut where they are endless.
    public init(_ code: ErrorCode, _ message: String, hint: String? = nil, causes: [String] = []) {
        self.code = code
        self.message = Self.line(message)
        self.hint = hint.map(Self.line)
        self.causes = causes.map(Self.line)
    }

    private static func line(_ text: String) -> String { text.printable.cut(to: maximumColumns) }

    /// The message alone, without code and hint.
    public var description: String { message }
}
