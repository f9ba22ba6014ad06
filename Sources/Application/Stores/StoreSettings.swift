/// How a command chooses the store, and opens the encrypted one.
public struct StoreSettings {
    /// The store; nil: the remembered choice, or what can be used.
    public var store: StoreBackend?
    /// The file with the passphrase.
    public var passphraseFile: String?
    /// The descriptor with the passphrase.
    public var passphraseDescriptor: Int32?
    /// The file with the key.
    public var keyFile: String?
    /// Whether the key is taken from memory, and kept there.
    public var usesCache = true
    /// False: what is stored ends with the command, and no store is opened.
    public var isKept = true

    /// Creates the defaults.
    public init() {}
}
