/// The identifier of a relying party.
enum Realm {
    /// Whether two texts name the same one: a slash at the end is none of it.
    static func same(_ left: String, _ right: String) -> Bool { bare(left) == bare(right) }

    private static func bare(_ text: String) -> Substring { text.hasSuffix("/") ? text.dropLast() : text[...] }
}
