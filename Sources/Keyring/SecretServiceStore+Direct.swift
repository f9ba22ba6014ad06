internal import Core
internal import Secrets

/// Reads an item without GLib and libsecret.
extension SecretServiceStore {
    /// Returns the content of an item, if libsecret is not open yet and is not needed for it.
    func readDirectly(_ name: String) throws(FedauthError) -> Secret? {
        guard opened == nil, let busAddress else { return nil }
        if let silence { throw silence }
        do throws(FedauthError) {
            guard let service = try DirectSecretService(busAddress, milliseconds: deadlineMilliseconds) else {
                return nil
            }
            return try service.content(of: name, exponent: try largeValues.random(32))
        } catch {
            // Later calls would wait as long for nothing.
            if error.code == .timedOut { silence = error }
            throw error
        }
    }
}
