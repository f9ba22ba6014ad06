/// The version that `--version`, man pages and the User-Agent show.
enum Version {
    static let number = "0.1.0"
    /// What `--version` prints.
    static let line = "fedauth \(number)"
}
