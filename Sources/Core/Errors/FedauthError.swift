/// A failure, as shown to the user: what went wrong, with the object in single quotes, and what to do next. Texts are
/// lower case, without a full stop, and contain no secrets.
public struct FedauthError: Error, Sendable, CustomStringConvertible {
    /// The kind of failure, which determines the exit status.
    public var code: ErrorCode
    /// One line: what failed, and why.
    public var message: String
    /// One line: what to do next.
    public var hint: String?
    /// The errors of the libraries below, innermost last; shown by `--verbose`.
    public var causes: [String]
    /// The code of an authorization server's refusal (RFC 6749 section 5.2), or the scheme of a challenge; nil for other failures.
    public var serverCode: String?
    /// Whether the request was sent, and the connection ended before the whole answer.
    public var isUnanswered = false
    /// The page at which a sign-in ended, where that may be its end.
    public var finish: WebURL?

    /// More than any message of fedauth needs, including paths.
    private static let maximumColumns = 8192

    /// Creates a failure. `message`, `hint` and `causes` are made safe for a terminal (`printable`) and limited.
    public init(_ code: ErrorCode, _ message: String, hint: String? = nil, causes: [String] = []) {
        self.code = code
        self.message = Self.line(message)
        self.hint = hint.map(Self.line)
        self.causes = causes.map(Self.line)
    }

    /// Returns the failure with this hint in place of its own.
    public func hinting(_ hint: String) -> FedauthError {
        var other = self
        other.hint = Self.line(hint)
        return other
    }

    /// Returns the failure with more behind its own hint.
    public func hinting(also more: String) -> FedauthError { hinting(hint.map { $0 + "; " + more } ?? more) }

    /// Returns the failure with the page at which the sign-in ended.
    func ending(at url: WebURL) -> FedauthError {
        var other = self
        other.finish = url
        return other
    }

    /// Returns the failure with this code of the server.
    func coded(_ code: String?) -> FedauthError {
        var other = self
        other.serverCode = code
        return other
    }

    /// Whether nobody waits any more for what a server may still say.
    public var endsWait: Bool { code == .timedOut || code == .cancelled || isUnanswered }
    /// The message and what to do, for a line that has no second one.
    public var whole: String { message + (hint.map { "; " + $0 } ?? "") }

    private static func line(_ text: String) -> String { text.printable.cut(to: maximumColumns) }

    /// The message, without code and hint.
    public var description: String { message }
}
