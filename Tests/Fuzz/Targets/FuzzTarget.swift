/// A parser of untrusted bytes, with the property that holds for every input.
struct FuzzTarget: Sendable {
    /// The name in `FUZZ_TARGET` and of the target's folder in `Corpus`.
    let name: String
    /// The maximum length of an input in bytes.
    let maximumBytes: Int
    /// Checks an input. Throws `BrokenProperty` if the property does not hold; catches the errors of the parser.
    let check: @Sendable (FuzzInput) throws -> Void

    /// The maximum length of a message or a line in bytes.
    static let messageBytes = 8192
    /// The maximum length of a page, a file or a certificate in bytes.
    static let documentBytes = 65536

    /// Creates a target, by default for messages.
    init(
        _ name: String, maximumBytes: Int = messageBytes, _ check: @escaping @Sendable (FuzzInput) throws -> Void
    ) {
        self.name = name
        self.maximumBytes = maximumBytes
        self.check = check
    }

    /// Returns the target with this name.
    static func named(_ name: String) -> FuzzTarget? { all.first { $0.name == name } }
}
