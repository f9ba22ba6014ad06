/// One parser of foreign bytes, with the property that holds for every input.
struct FuzzTarget: Sendable {
    /// The name in `FUZZ_TARGET`, and of the target's folder in `Corpus`.
    let name: String
    /// Bytes of the longest input that libFuzzer makes.
    let maximumBytes: Int
    /// Reads the input. Throws `BrokenProperty` when the property does not hold; errors of the parser are caught in it.
    let check: @Sendable (FuzzInput) throws -> Void

    /// Bytes of a message or a line.
    static let messageBytes = 8192
    /// Bytes of a page, a file or a certificate.
    static let documentBytes = 65536

    /// A target; for messages unless told.
    init(
        _ name: String, maximumBytes: Int = messageBytes, _ check: @escaping @Sendable (FuzzInput) throws -> Void
    ) {
        self.name = name
        self.maximumBytes = maximumBytes
        self.check = check
    }

    /// The target of that name.
    static func named(_ name: String) -> FuzzTarget? { all.first { $0.name == name } }
}
