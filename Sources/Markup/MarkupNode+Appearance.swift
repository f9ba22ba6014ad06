/// The appearance of an element as far as its attributes tell, without style sheets.
extension MarkupNode {
    /// Whether it is no part of the content, but of every page of the server: a footer, navigation, a notice about cookies.
    func isMarginal(_ flags: ElementTraits.Flags) -> Bool {
        if flags.contains(.marginal) { return true }
        guard hasAttributes, !flags.contains(.frame) else { return false }
        return attribute("role", mentions: Self.marginalRoles)
            || attribute("id", mentions: Self.marginal) || attribute("class", mentions: Self.marginal)
    }

    private static let marginalRoles: [StaticString] = ["contentinfo", "navigation"]
    private static let marginal: [StaticString] = ["footer", "copyright", "cookie"]

    /// Whether its own attributes hide it.
    var isInvisible: Bool {
        if hasAttribute("hidden") { return true }
        guard attribute("style", mentions: Self.hiding), let style = attribute("style") else { return false }
        let rules = style.lowercased().filter { !$0.isWhitespace }
        return rules.contains("display:none") || rules.contains("visibility:hidden")
    }

    /// Whether a class name common in frameworks hides it, or marks it for browsers without scripts. Scripts remove
    /// such names, so this is used only for messages.
    var isConcealed: Bool {
        if attribute("id", mentions: Self.noscript), attribute("id")?.lowercased() == "noscript" { return true }
        guard attribute("class", mentions: Self.concealingParts), let names = attribute("class") else { return false }
        return names.lowercased().split(whereSeparator: \.isWhitespace).contains {
            Self.concealing.contains(String($0))
        }
    }

    /// Whether it is a link to an element of its page.
    var leadsToField: Bool {
        guard let target = attribute("href"), let mark = target.firstIndex(of: "#") else { return false }
        return target[target.index(after: mark)...].contains { $0 != "/" && $0 != "!" }
    }

    /// Whether its ID, class or role marks it as an error. Excludes prepared errors (Bootstrap's `invalid-feedback`,
    /// shown beside a field that is `is-invalid`), success messages, and cookie banners.
    var isError: Bool {
        if abbreviatesError { return true }
        guard mentions(Self.warnings), !mentions(Self.prepared) else { return false }
        return mentions(Self.errors) || !mentions(Self.harmless)
    }

    /// Whether a class name contains `err` as a separate word: `errMsg`, `urMsgBarErr`.
    private var abbreviatesError: Bool {
        guard attribute("class", mentions: Self.abbreviation), let names = attribute("class") else { return false }
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
    var isPairingNumber: Bool { mentions(Self.pairing) }

    private func mentions(_ marks: [StaticString]) -> Bool {
        attribute("id", mentions: marks) || attribute("class", mentions: marks) || attribute("role", mentions: marks)
    }

    private static let hiding: [StaticString] = ["none", "hidden"]
    private static let noscript: [StaticString] = ["noscript"]
    private static let concealingParts: [StaticString] = ["hid", "d-none"]
    private static let warnings: [StaticString] = ["error", "alert", "warning", "invalid"]
    private static let prepared: [StaticString] = ["invalid-feedback"]
    private static let errors: [StaticString] = ["error", "invalid"]
    private static let abbreviation: [StaticString] = ["err"]
    private static let pairing: [StaticString] = ["entropynumber", "displaysign"]
    private static let harmless: [StaticString] = [
        "cookie", "alert-info", "alert-success", "m-info", "m-success", "message-info", "message-success",
    ]
    private static let concealing: Set<String> = [
        "hidden", "hide", "is-hidden", "d-none", "ng-hide", "u-hidden", "uk-hidden", "govuk-visually-hidden",
    ]
}
