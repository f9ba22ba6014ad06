import Core
import Secrets

/// Where a session's cookie file is written.
protocol CookieJarPlace {
    /// Writes it anew and tells where it is.
    func write(_ content: consuming Secret, _ session: String) throws(FedauthError) -> String
}
