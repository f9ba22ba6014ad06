/// A secret that several values refer to (a cookie's value in a jar and in its copies): immutable, wiped when
/// the last reference goes. Its description never shows it.
public final class SharedSecret: Sendable, Equatable, CustomStringConvertible, CustomReflectable {
    private let secret: Secret

    /// Takes over `secret`.
    public init(_ secret: consuming Secret) {
        self.secret = secret
    }

    /// A copy of `bytes`.
    public convenience init(copying bytes: UnsafeRawBufferPointer) {
        self.init(Secret(copying: bytes))
    }

    /// Text that a program already holds in the clear, such as a value of a test or of the command line.
    public convenience init(text: String) {
        var secret = Secret()
        secret.append(text)
        self.init(secret)
    }

    /// The number of bytes.
    public var count: Int { secret.count }

    /// True when there is not a single byte.
    public var isEmpty: Bool { secret.isEmpty }

    /// Lends the bytes for the length of `body`.
    public func withBytes<Result: ~Copyable, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try secret.withBytes(body)
    }

    /// A copy with one owner.
    public func copy() -> Secret { secret.copy() }

    /// True when the bytes are exactly those of `text`, which is no secret.
    public func equals(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { theirs in
            secret.withBytes { constantTimeEqual($0, UnsafeRawBufferPointer(theirs)) }
        }
    }

    /// True when both hold the same bytes; compared in a time that depends on their lengths only.
    public static func == (left: SharedSecret, right: SharedSecret) -> Bool {
        left.secret.equals(right.secret)
    }

    /// How many bytes there are, and nothing of them.
    public var description: String { "<\(count) secret bytes>" }

    /// Shows nothing: `dump` and string interpolation of a value that holds a secret stay silent about it.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
