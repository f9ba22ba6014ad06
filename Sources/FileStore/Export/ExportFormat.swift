/// The constants of an export's first line.
enum ExportFormat {
    static let name = "fedauth store export"
    static let version = 1
    static let kdf = "scrypt"
    static let cipher = "AES-256-GCM"
    /// Limit of a line, in bytes: a value of 16 MiB encoded twice in base64, and its metadata.
    static let lineBytes = 32 << 20
}
