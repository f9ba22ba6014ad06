import Core

/// The time at which a certificate is due for renewal, as users write it: `2/3` of its lifetime, or `10d` before its
/// end.
struct RenewalPoint: OptionValue, CustomStringConvertible {
    /// The permitted forms, for help texts.
    static let forms = RenewalTime.forms

    /// The text as the user wrote it.
    let description: String
    let time: RenewalTime

    /// The default.
    static let usual = RenewalPoint(description: "2/3", time: .usual)

    private init(description: String, time: RenewalTime) {
        self.description = description
        self.time = time
    }

    static var expected: String? { forms }
    var recorded: Profile.Setting.Value { .text(description) }

    init?(argument: String) {
        guard let time = RenewalTime(argument: argument) else { return nil }
        self.init(description: argument, time: time)
    }
}
