/// A duration as users write it: `90`, `90s`, `5m`, `2h30m`, `1d`.
public struct TimeLength: Sendable, CustomStringConvertible {
    /// The permitted forms, for help texts.
    public static let forms = "90 or 90s, 5m, 2h30m, 1d"

    /// The text as the user wrote it.
    public let description: String
    /// The duration.
    public let seconds: Int64

    /// Reads such a text; nil for anything else.
    public init?(argument: String) {
        guard !argument.isEmpty else { return nil }
        var total: Int64 = 0
        var digits = ""
        for character in argument {
            if character.isASCII, character.isNumber {
                digits.append(character)
                continue
            }
            guard let number = Int64(digits), number < 10_000_000,
                let unit: Int64 = ["s": 1, "m": 60, "h": 3600, "d": 86400][character]
            else { return nil }
            total += number * unit
            digits = ""
        }
        if !digits.isEmpty {
            guard let number = Int64(digits), number < 1_000_000_000 else { return nil }
            total += number
        }
        seconds = total
        description = argument
    }
}
