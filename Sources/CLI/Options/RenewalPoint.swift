import ArgumentParser
import Core

/// The time at which a certificate is due for renewal, as users write it: `2/3` of its lifetime, or `10d` before its
/// end.
struct RenewalPoint: ExpressibleByArgument, CustomStringConvertible {
    /// The permitted forms, for help texts.
    static let forms = "a part of its lifetime, such as 2/3; or a time before its end, such as 10d"

    /// The text as the user wrote it.
    let description: String
    let time: RenewalTime

    /// The default.
    static let usual = RenewalPoint(description: "2/3", time: .usual)

    private init(description: String, time: RenewalTime) {
        self.description = description
        self.time = time
    }

    init?(argument: String) {
        if let fraction = RenewalTime(fraction: argument) {
            self.init(description: argument, time: fraction)
        } else if let length = TimeLength(argument: argument) {
            self.init(description: argument, time: .before(seconds: length.seconds))
        } else {
            return nil
        }
    }
}
