/// The identifier of a relying party.
enum Realm {
    /// Returns whether two texts name the same relying party: a slash at the end is ignored.
    static func same(_ left: String, _ right: String) -> Bool { bare(left) == bare(right) }

    private static func bare(_ text: String) -> Substring { text.hasSuffix("/") ? text.dropLast() : text[...] }
}
