import Secrets

/// What a browser checks before it sends a form (HTML, "constraint validation").
extension LoginForm {
    /// Throws `input-needed` for a user name that a browser would not send, because the field wants something else.
    func requireFit(of value: SharedSecret, in field: FormField, at origin: Origin) throws(FedauthError) {
        guard isValidated, field.node == nil, goingOn?.isUnvalidated == false, !value.isEmpty else { return }
        let text = value.withBytes { String(decoding: $0, as: UTF8.self) }
        let wanted: String
        if field.kind == .email, text.firstIndex(of: "@").map({ $0 > text.startIndex }) != true || text.hasSuffix("@") {
            wanted = "an e-mail address"
        } else if let rule = field.pattern, Self.matches(text, rule.value) == false {
            wanted = "'\((rule.text.isEmpty ? rule.value : rule.text).folded(to: 100))'"
        } else {
            return
        }
        throw FedauthError(
            .inputNeeded,
            "the login form of '\(origin.hostAndPort)' wants \(wanted) for "
                + "'\((field.label.isEmpty ? field.name : field.label).folded(to: 60))', which '\(text.folded(to: 60))' is not",
            hint: "nothing was sent; '--user' names the user, and \(field.option("text:VALUE")) what this form gets")
    }

    /// Returns whether a pattern of one class of characters with a count, such as `[0-9]{8}`, matches; nil for all others: a page
    /// could make the search for them take any time.
    static func matches(_ text: String, _ pattern: String) -> Bool? {
        let pattern = pattern.replacing("\\d", with: "[0-9]")
        guard pattern.utf8.count < 100, let end = pattern.firstIndex(of: "]"), pattern.hasPrefix("[") else {
            return nil
        }
        let signs = Array(pattern[..<end].unicodeScalars.dropFirst())
        guard !signs.contains(where: { "[\\^".unicodeScalars.contains($0) }) else { return nil }
        var ranges: [ClosedRange<Unicode.Scalar>] = []
        var index = 0
        while index < signs.count {
            let isRange = index + 2 < signs.count && signs[index + 1] == "-"
            let last = signs[isRange ? index + 2 : index]
            guard signs[index] <= last else { return nil }
            ranges.append(signs[index]...last)
            index += isRange ? 3 : 1
        }
        let length = text.unicodeScalars.count
        let counts = pattern[pattern.index(after: end)...]
        let numbers = counts.dropFirst().dropLast().split(separator: ",", omittingEmptySubsequences: false).map {
            Int($0)
        }
        let isLongEnough: Bool
        switch counts.first {
        case "+" where counts.count == 1: isLongEnough = length > 0
        case "{" where counts.last == "}" && (1...2).contains(numbers.count):
            guard let least = numbers[0], let most = numbers[numbers.count - 1] else { return nil }
            isLongEnough = least <= length && length <= most
        default: return nil
        }
        return isLongEnough && text.unicodeScalars.allSatisfy { sign in ranges.contains { $0.contains(sign) } }
    }
}
