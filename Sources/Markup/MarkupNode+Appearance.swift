/// The appearance of an element as far as its attributes tell, without style sheets.
extension MarkupNode {
    /// Whether it is no part of the content, but of every page of the server: a footer, or navigation.
    func isMarginal(_ name: String) -> Bool {
        if ["footer", "nav", "aside"].contains(name) { return true }
        guard !["html", "body", "main", "form"].contains(name) else { return false }
        return attribute("role", mentions: ["contentinfo", "navigation"])
            || attribute("id", mentions: Self.marginal) || attribute("class", mentions: Self.marginal)
    }

    private static let marginal = ["footer", "copyright"]

    /// Whether its own attributes hide it.
    var isInvisible: Bool {
        if hasAttribute("hidden") { return true }
        guard attribute("style", mentions: ["none", "hidden"]), let style = attribute("style") else { return false }
        let rules = style.lowercased().filter { !$0.isWhitespace }
        return rules.contains("display:none") || rules.contains("visibility:hidden")
    }

    /// Whether a class name common in frameworks hides it, or marks it for browsers without scripts. Scripts remove
    /// such names, so this is used only for messages.
    var isConcealed: Bool {
        if attribute("id", mentions: ["noscript"]), attribute("id")?.lowercased() == "noscript" { return true }
        guard attribute("class", mentions: ["hid", "d-none"]), let names = attribute("class") else { return false }
        return names.lowercased().split(whereSeparator: \.isWhitespace).contains {
            Self.concealing.contains(String($0))
        }
    }

    /// Whether its ID, class or role marks it as an error. Excludes prepared errors (Bootstrap's `invalid-feedback`,
    /// shown beside a field that is `is-invalid`), success messages, and cookie banners.
    var isError: Bool {
        if abbreviatesError { return true }
        guard mentions(["error", "alert", "warning", "invalid"]), !mentions(["invalid-feedback"]) else { return false }
        return mentions(["error", "invalid"]) || !mentions(Self.harmless)
    }

    /// Whether a class name contains `err` as a separate word: `errMsg`, `urMsgBarErr`.
    private var abbreviatesError: Bool {
        guard attribute("class", mentions: ["err"]), let names = attribute("class") else { return false }
        var word = ""
        for character in names + " " {
            let continues = character.isLetter && !(character.isUppercase && word.last?.isLowercase == true)
            if continues {
                word.append(character)
                continue
            }
            if word.lowercased() == "err" { return true }
            word = character.isLetter ? String(character) : ""
        }
        return false
    }

    /// Whether its name marks the number that the user must choose or type on another device.
    var isPairingNumber: Bool { mentions(["entropynumber", "displaysign"]) }

    private func mentions(_ marks: [String]) -> Bool {
        attribute("id", mentions: marks) || attribute("class", mentions: marks) || attribute("role", mentions: marks)
    }

    private static let harmless = [
        "cookie", "alert-info", "alert-success", "m-info", "m-success", "message-info", "message-success",
    ]
    private static let concealing: Set<String> = [
        "hidden", "hide", "is-hidden", "d-none", "ng-hide", "u-hidden", "uk-hidden", "govuk-visually-hidden",
    ]
}
