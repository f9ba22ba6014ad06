public import Core

extension TransportConfiguration {
    /// Throws `usage` for a text that no transport takes; opens no library and no file.
    public func check() throws(FedauthError) {
        _ = try CheckedConfiguration(self)
    }
}
