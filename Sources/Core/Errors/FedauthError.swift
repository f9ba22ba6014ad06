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

    /// A failure. `message` and `hint` are made safe for a terminal: control characters become `?`.
    public init(_ code: ErrorCode, _ message: String, hint: String? = nil, causes: [String] = []) {
        self.code = code
        self.message = message.printable
        self.hint = hint?.printable
        self.causes = causes.map(\.printable)
    }

    /// The message alone, without code and hint.
    public var description: String { message }
}
