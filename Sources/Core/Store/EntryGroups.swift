/// The groups of entries that fedauth finds by their names.
public enum EntryGroups {
    private static let prefixes = [
        Session.entryName(""), IdentityEntry.prefix, PasskeyEntry.prefix, PendingEntry.prefix, ProviderEntry.prefix,
    ]

    /// Returns what the names of the entry's group begin with; nil when it is in none of them.
    public static func of(_ name: String) -> String? { prefixes.first(where: name.hasPrefix) }
}
