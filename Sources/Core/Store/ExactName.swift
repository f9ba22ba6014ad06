/// The name of an entry, compared byte by byte. Swift compares text by Unicode's canonical equivalence, so two entries
/// whose names only look alike would become one.
public struct ExactName: Hashable, Sendable {
    private let bytes: [UInt8]

    /// Creates the name `text`.
    public init(_ text: String) { bytes = Array(text.utf8) }
}

extension String {
    /// Returns whether every byte is the same.
    public func isExactly(_ other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
