/// A secret with several references (for example a cookie's value in a jar and in its copies): immutable, and wiped
/// when the last reference ends. Its description never shows it.
public final class SharedSecret: Sendable, Equatable, CustomStringConvertible, CustomReflectable {
    private let secret: Secret

    /// Takes ownership of `secret`.
    public init(_ secret: consuming Secret) { self.secret = secret }

    /// Copies `bytes`.
    public convenience init(copying bytes: UnsafeRawBufferPointer) { self.init(Secret(copying: bytes)) }

    /// Copies text that the program already holds in clear, such as a value in a test or on the command line.
    public convenience init(text: String) {
        var secret = Secret()
        secret.append(text)
        self.init(secret)
    }

    /// The number of bytes.
    public var count: Int { secret.count }
    /// Whether it holds no bytes.
    public var isEmpty: Bool { secret.isEmpty }
    /// The first byte that is neither blank nor control character.
    public var firstVisible: UInt8? { withBytes { bytes in bytes.first { $0 > 0x20 } } }

    /// Lends the bytes during `body`.
    public func withBytes<Result: ~Copyable, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result { try secret.withBytes(body) }

    /// Returns a copy with one owner.
    public func copy() -> Secret { secret.copy() }

    /// Returns whether the bytes are exactly those of `text`, which is not secret.
    public func equals(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { theirs in
            secret.withBytes { constantTimeEqual($0, UnsafeRawBufferPointer(theirs)) }
        }
    }

    /// Returns whether both hold the same bytes, in a time that depends only on their lengths.
    public static func == (left: SharedSecret, right: SharedSecret) -> Bool { left.secret.equals(right.secret) }

    /// The number of bytes, but none of them.
    public var description: String { "<\(count) secret bytes>" }
    /// Empty, so that `dump` and string interpolation of an enclosing value do not show the secret.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
