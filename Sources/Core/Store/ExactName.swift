/// An entry's name as its bytes: two names are one only when every byte is the same. Text in Swift is equal by what it
/// looks like (Unicode's canonical equivalence), and two entries that only look alike would become one.
public struct ExactName: Hashable, Sendable {
    private let bytes: [UInt8]

    /// The name `text`.
    public init(_ text: String) { bytes = Array(text.utf8) }
}

extension String {
    /// True when every byte is the same.
    public func isExactly(_ other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
