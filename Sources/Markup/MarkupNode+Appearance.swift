/// What an element's attributes tell of how it looks, without its page's style sheets.
extension MarkupNode {
    /// Cannot be seen by its own attributes.
    var isInvisible: Bool {
        if hasAttribute("hidden") { return true }
        guard attribute("style", mentions: ["none", "hidden"]), let style = attribute("style") else { return false }
        let rules = style.lowercased().filter { !$0.isWhitespace }
        return rules.contains("display:none") || rules.contains("visibility:hidden")
    }

    /// Calls itself hidden by one of the class names that frameworks use for it, or meant for those without
    /// scripts. Scripts take such names away, so that nothing but messages is judged by them.
    var isConcealed: Bool {
        if attribute("id", mentions: ["noscript"]), attribute("id")?.lowercased() == "noscript" { return true }
        guard attribute("class", mentions: ["hid", "d-none"]), let names = attribute("class") else { return false }
        return names.lowercased().split(whereSeparator: \.isWhitespace).contains {
            Self.concealing.contains(String($0))
        }
    }

    /// Calls itself an error, by id, class or role, and not one that is there only in case (Bootstrap's
    /// `invalid-feedback` shows beside a field that is `is-invalid`), a message of success, or a cookie banner.
    var isError: Bool {
        if abbreviatesError { return true }
        guard mentions(["error", "alert", "warning", "invalid"]), !mentions(["invalid-feedback"]) else { return false }
        return mentions(["error", "invalid"]) || !mentions(Self.harmless)
    }

    /// `err` as a word of its own in a class name: `errMsg`, `urMsgBarErr`.
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

    /// Holds the number that is to be chosen or typed on another device, by its own name.
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
