/// How a password is kept: one entry for each origin and user.
public enum StoredPassword {
    /// The entry's kind.
    public static let kind = "password"

    /// `password/https://idp.example.org/ada`.
    public static func entryName(origin: Origin, user: String) -> String {
        "password/\(origin)/\(user)"
    }
}
