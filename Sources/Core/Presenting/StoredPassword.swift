/// How a password is stored: one entry for each origin and user.
public enum StoredPassword {
    /// The entry's kind.
    public static let kind = "password"

    /// Returns the name of the entry: `password/https://idp.example.org/ada`.
    public static func entryName(origin: Origin, user: String) -> String {
        "password/\(origin)/\(user)"
    }
}
