import Core

@testable import Markup
@testable import Core

/// Dates and other short values of header fields and attributes: the output of a date with four-digit years parses to the same
/// time.
@Sendable func checkDates(_ input: FuzzInput) throws {
    let text = input.text
    for moment in [CookieDate.timestamp(text), Timestamp(xmlDateTime: text)].compactMap({ $0 }) {
        let written = moment.iso8601
        guard (0...Surroundings.endOfYears.seconds).contains(moment.seconds) else { continue }
        try require(Timestamp(xmlDateTime: written) == moment, "'\(written)' is not \(moment.seconds)")
    }
    if let seconds = RetryAfter.seconds(text, now: Surroundings.now) {
        try require(seconds >= 0, "wait for \(seconds) seconds")
    }
    if let refresh = MetaRefresh(content: text) {
        try require(refresh.delaySeconds >= 0 && refresh.target != "", "a refresh after \(refresh.delaySeconds) s")
    }
    let type = MediaType(text)
    try require(MediaType(type.essence).essence == type.essence, "'\(type.essence)' is another type")
}
