public import Core

extension TransportConfiguration {
    /// Throws `usage` for an invalid text; opens no library and no file.
    public func check() throws(FedauthError) {
        _ = try CheckedConfiguration(self)
    }
}
