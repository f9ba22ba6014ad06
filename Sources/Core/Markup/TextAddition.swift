extension String {
    /// Returns the words that were added to a text in one place; nil when there are none, or too many for a message.
    public func addition(to before: String) -> String? {
        let old = before.split(separator: " ")
        let new = split(separator: " ")
        let start = zip(old, new).prefix { $0 == $1 }.count
        let rest = zip(old.dropFirst(start).reversed(), new.dropFirst(start).reversed()).prefix { $0 == $1 }.count
        let added = new.dropFirst(start).dropLast(rest).joined(separator: " ")
        // "Checking…" says nothing yet.
        return added.isEmpty || added.utf8.count > 300 || added.hasSuffix("…") || added.hasSuffix("...") ? nil : added
    }
}
