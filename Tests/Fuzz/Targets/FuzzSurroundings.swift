import Core
import Secrets
import Support

/// Values for all targets: a time, addresses, and parts of a sign-in that do not ask the user.
enum Surroundings {
    /// The time at which all inputs are parsed.
    static let now = Timestamp(seconds: 1_790_000_000)
    /// The last second of the year 9999, the end of four-digit years.
    static let endOfYears = Timestamp(seconds: 253_402_300_799)
    /// The password of every sign-in.
    static let password = "zQfuzzPassword"

    /// The page that references are resolved against.
    static func base() throws -> WebURL { try WebURL("https://sp.example.org/dir/page?q=1") }

    /// A deadline that does not pass: libFuzzer limits the time.
    static func deadline() -> Deadline { Deadline(seconds: 3600, from: clock()) }

    /// Returns a clock that stays at `now`.
    static func clock() -> TestClock { TestClock(now.seconds) }
}

/// Treats every name without a dot, and `co.uk`, as a public suffix.
final class FewSuffixes: PublicSuffixes {
    func isPublicSuffix(_ domain: String) -> Bool { !domain.contains(".") || domain == "co.uk" }
}

/// Answers no question. Keeps the first line that a terminal could not show.
final class SilentTerminal: Prompter, Reporter {
    let canAsk = false
    private(set) var unprintable: String?

    func ask(_ question: String, isSecret: Bool) throws(FedauthError) -> Secret {
        look(question)
        throw FedauthError(.inputNeeded, "there is no user to ask")
    }
    func confirm(_ question: String) throws(FedauthError) -> Bool {
        look(question)
        throw FedauthError(.inputNeeded, "there is no user to ask")
    }
    func note(_ text: String) { look(text) }
    func warning(_ text: String) { look(text) }
    func detail(_ text: String) { look(text) }
    func stillWaiting() {}
    func waitIsOver() {}

    private func look(_ text: String) {
        if text != text.printable || text.utf8.count > 16_384 { unprintable = unprintable ?? text }
    }

    /// Throws `BrokenProperty` if a line contained characters that a terminal must not get.
    func requirePrintable() throws(BrokenProperty) {
        if let unprintable { throw BrokenProperty(description: "not printable: \(unprintable.debugDescription)") }
    }
}

/// A password source that is known before the first page.
final class FixedSecret: SecretSource {
    let description = "fixed"
    private let text: String

    init(_ text: String) { self.text = text }

    func secret() throws(FedauthError) -> Secret { Secret(text.utf8) }
}
