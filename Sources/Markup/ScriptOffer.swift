internal import Core

/// An element to press that is not a control: its handler calls a function with one text, which the function writes
/// into the form's empty field. Nothing is run; only a handler that consists of exactly that call is recognised.
struct ScriptOffer {
    let form: Int
    let value: String
    let ariaLabel: String
    let text = FoldedText(limit: 200)

    init?(_ node: MarkupNode, in form: Int) {
        guard node.hasAttributes, let script = node.attribute("onclick") ?? Self.script(at: node),
            let value = Self.argument(of: script)
        else { return nil }
        self.form = form
        self.value = value
        ariaLabel = (node.attribute("aria-label") ?? "").folded()
    }

    private static let scheme: [StaticString] = ["javascript:"]

    var option: FormField.Option {
        let label = ariaLabel.isEmpty ? text.text : ariaLabel
        return FormField.Option(value: value, text: label.isEmpty ? value.folded() : label)
    }

    /// Returns whether a press on it runs a script, and it is neither a button nor in a rendered page, where links have numbers.
    static func isPressed(_ node: MarkupNode) -> Bool {
        guard node.name != "button", node.attribute(RenderedPage.nodeAttribute) == nil else { return false }
        if node.name == "a", let target = node.attribute("href"), !target.isEmpty, !target.hasPrefix("#") {
            return node.attribute("href", mentions: scheme)
        }
        return node.hasAttribute("onclick") || node.attribute("role") == "button"
    }

    /// Returns the script of a link.
    private static func script(at node: MarkupNode) -> String? {
        guard node.name == "a", node.attribute("href", mentions: scheme) else { return nil }
        return node.attribute("href")
    }

    /// Returns the text in `return Some.function('text'); return false;`; nil for every other script.
    private static func argument(of script: String) -> String? {
        guard script.utf8.count < 2000 else { return nil }
        var rest = Substring(script).drop(while: \.isWhitespace)
        for word in ["javascript:", "return "] where rest.lowercased().hasPrefix(word) {
            rest = rest.dropFirst(word.count).drop(while: \.isWhitespace)
        }
        let function = rest.prefix { $0.isLetter || $0.isNumber || "._$".contains($0) }
        rest = rest.dropFirst(function.count)
        guard !function.isEmpty, take("(", of: &rest), let quote = rest.first, quote == "'" || quote == "\"" else {
            return nil
        }
        rest = rest.dropFirst()
        guard let text = literal(upTo: quote, of: &rest), !text.isEmpty, take(")", of: &rest) else { return nil }
        let end = rest.filter { !$0.isWhitespace && $0 != ";" }
        return ["", "returnfalse", "returntrue", "void(0)"].contains(end) ? text : nil
    }

    private static func take(_ character: Character, of rest: inout Substring) -> Bool {
        rest = rest.drop(while: \.isWhitespace)
        guard rest.first == character else { return false }
        rest = rest.dropFirst().drop(while: \.isWhitespace)
        return true
    }

    /// Returns the value of a string literal (ECMAScript, "String Literals"), starting after its first quote.
    static func literal(upTo quote: Character, of rest: inout Substring) -> String? {
        var text = ""
        while let character = rest.popFirst() {
            if character == quote { return text }
            guard character == "\\" else {
                text.append(character)
                continue
            }
            guard let escaped = rest.popFirst() else { return nil }
            guard let digits = escaped == "x" ? 2 : escaped == "u" ? 4 : nil else {
                guard !escaped.isLetter && !escaped.isNumber else { return nil }
                text.append(escaped)
                continue
            }
            guard rest.count >= digits, let code = UInt32(rest.prefix(digits), radix: 16),
                let scalar = Unicode.Scalar(code)
            else { return nil }
            text.unicodeScalars.append(scalar)
            rest = rest.dropFirst(digits)
        }
        return nil
    }
}
