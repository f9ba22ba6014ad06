public import Core

/// The name of an encrypted file of its own, with keys of its own, beside the usual encrypted file.
public struct StoreName: Hashable, Comparable, Sendable {
    /// The most characters that a name has.
    public static let limit = 64
    /// The form of a name, for messages.
    public static let form = "1 to \(limit) letters, digits, '.', '_' and '-'"

    /// The name.
    public let text: String

    /// Checks a text from outside. Throws `usage` for one that is no name of a file, or that is a back end's word.
    public init(_ text: String) throws(FedauthError) {
        guard Self.hasForm(text) else {
            throw FedauthError(
                .usage, "'\(text.folded(to: 60))' is no name for a store", hint: "a name has \(Self.form)")
        }
        guard !StoreBackend.words.contains(text.lowercased()) else {
            throw FedauthError(
                .usage, "'\(text)' is the name of a back end, not of a store",
                hint: "'--store \(text.lowercased())' selects it; choose another name for a store")
        }
        self.text = text
    }

    /// Only ASCII, so that a name has one spelling and stays in its folder.
    private static func hasForm(_ text: String) -> Bool {
        guard (1...limit).contains(text.utf8.count), text != ".", text != ".." else { return false }
        return text.utf8.allSatisfy { $0.isLetter || $0.isDigit || "._-".utf8.contains($0) }
    }

    /// Orders by the text.
    public static func < (left: StoreName, right: StoreName) -> Bool { left.text < right.text }
}
