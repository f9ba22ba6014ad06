import Core
import Crypto

extension SystemRandom {
    /// So many random bytes in hexadecimal digits, for addresses and states that nobody may guess: 16 at least.
    static func text(bytes count: Int) throws(FedauthError) -> String {
        Hexadecimal.text(try SystemRandom().bytes(count))
    }
}
