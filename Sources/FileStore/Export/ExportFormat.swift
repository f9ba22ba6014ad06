/// The words of an export's first line.
enum ExportFormat {
    static let name = "fedauth store export"
    static let version = 1
    static let kdf = "scrypt"
    static let cipher = "AES-256-GCM"
    /// Bytes of a line: a value of 16 MiB in base64, twice over, and what describes it.
    static let lineBytes = 32 << 20
}
