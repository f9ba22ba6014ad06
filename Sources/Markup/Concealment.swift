/// What declarations of CSS say about whether a person sees an element, as far as pages use them to hide a field.
struct Concealment {
    /// Whether it takes no place (`display`, `visibility`); nil when nothing is said.
    private(set) var isOff: Bool?
    /// Whether it is where, or so that, nobody sees it; nil when nothing is said.
    private(set) var isAway: Bool?
    /// Whether its own text has no size.
    private(set) var isTextless = false
    /// Whether a declaration is `!important`.
    private(set) var isImportant = false

    init(_ declarations: Substring) {
        var clips = false
        var isFlat = false
        for declaration in declarations.prefix(Self.limit).split(separator: ";") {
            let parts = declaration.split(separator: ":", maxSplits: 1).map {
                $0.filter { !$0.isWhitespace }.lowercased()
            }
            guard parts.count == 2 else { continue }
            let value = parts[1].prefix { $0 != "!" }
            if value.endIndex != parts[1].endIndex { isImportant = true }
            switch parts[0] {
            case "display": isOff = isOff == true || value == "none"
            case "visibility": isOff = isOff == true || value == "hidden" || value == "collapse"
            case "font-size": isTextless = Self.length(value) == 0
            case "opacity": note(Self.length(value) == 0)
            case "left", "right", "top", "bottom", "margin-left", "margin-top": note(Self.isFar(value))
            case "transform":
                note(value.contains("scale(0)") || value.split { "(,)".contains($0) }.contains(where: Self.isFar))
            case "clip": note(value.hasPrefix("rect(") && !value.contains { ("2"..."9").contains($0) })
            case "clip-path": note(["inset(50%)", "inset(100%)", "circle(0)"].contains(value))
            case "overflow": clips = value == "hidden" || value == "clip"
            case "width", "height", "max-width", "max-height":
                isFlat = isFlat || Self.length(value).map { $0 <= 1 } == true
            default: break
            }
        }
        if clips, isFlat { isAway = true }
    }

    private static let limit = 2000

    private mutating func note(_ isHidden: Bool) { isAway = isAway == true || isHidden }

    /// Returns the number of a length, whatever its unit; nil for what is not one.
    private static func length(_ value: Substring) -> Double? {
        Double(value.prefix { "+-.".contains($0) || $0.isNumber })
    }

    /// Returns whether a position is outside of every window.
    private static func isFar(_ value: Substring) -> Bool {
        guard let number = length(value), number < 0 else { return false }
        let unit = value.drop { "+-.".contains($0) || $0.isNumber }
        return number <= (unit == "px" || unit.isEmpty ? -300 : unit.hasSuffix("em") ? -40 : -100)
    }
}
