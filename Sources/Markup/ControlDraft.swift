internal import Core
internal import Secrets

/// A control as its element describes it; label and options are added later.
struct ControlDraft {
    enum Owner {
        case none
        case form(Int)
        /// By the control's own `form` attribute.
        case named(String)
    }

    struct OptionDraft {
        let value: String?
        let text: FoldedText
        let isSelected: Bool
        let isDisabled: Bool

        var effectiveValue: String { value ?? text.text }
    }

    let kind: FormField.Kind
    let identifier: String
    let ariaLabel: String
    let labelledBy: [String]
    let placeholder: String
    let tooltip: String
    /// The text of a button.
    let ownText = FoldedText(limit: 200)
    /// The content of a textarea.
    let content = SecretText()

    var owner = Owner.none
    /// The text that the user sees before it.
    var textBefore = ""
    var isInvisible = false
    /// Whether a class name hides it: scripts remove such names.
    var isConcealed = false
    var isSeen: Bool { !isInvisible && !isUnseen && !isConcealed }
    /// Whether a person does not see it where it is typed into, although it is shown.
    var isUnseen = false
    /// Whether it is a button that nobody can press.
    var isUnreachable = false
    /// Whether it is a button for browsers without scripts.
    var isForNoScript = false
    var isDisabled = false
    /// Whether its press sets the value of a field.
    var isHandled = false
    var options: [OptionDraft] = []

    private let name: String
    private let value: SharedSecret
    private let valueText: String
    private let isMultiple: Bool
    private let isChecked: Bool
    private let autocomplete: String
    private let inputMode: String
    private let maximumLength: Int?
    private let isRequired: Bool
    private let isReadOnly: Bool
    private let isImage: Bool
    private let formAction: String?
    private let formMethod: LoginForm.Method?
    private let isCollapsed: Bool
    private let isUnvalidated: Bool
    private let pattern: String?
    /// Whether neither the keyboard nor the browser's memory reaches it.
    let isForRobots: Bool
    private let node: Int?

    init(_ node: MarkupNode, _ element: String) {
        func text(_ attribute: String) -> String { (node.attribute(attribute) ?? "").folded() }
        let type = (node.attribute("type") ?? "").lowercased()
        kind = Self.kind(of: element, type)
        name = node.attribute("name") ?? ""
        identifier = node.attribute("id") ?? ""
        ariaLabel = text("aria-label")
        labelledBy = (node.attribute("aria-labelledby") ?? "").utf8.split(maxSplits: 4, whereSeparator: \.isMarkupBlank)
            .prefix(4).map { String(Substring($0)) }
        placeholder = text("placeholder")
        tooltip = text("title")
        isMultiple = node.hasAttribute("multiple")
        isChecked = node.hasAttribute("checked") && (kind == .checkbox || kind == .radio)
        autocomplete = (node.attribute("autocomplete") ?? "").lowercased()
        inputMode = (node.attribute("inputmode") ?? "").lowercased()
        maximumLength = node.attribute("maxlength").flatMap { Int($0) }.flatMap { $0 < 0 ? nil : $0 }
        isRequired = node.hasAttribute("required")
        // Against what a browser fills in: the field can be typed into as soon as it has the focus.
        isReadOnly =
            node.hasAttribute("readonly")
            && !["onfocus", "onclick", "onmousedown"].contains { node.attribute($0, mentions: ["readonly"]) }
        isImage = element == "input" && type == "image"
        formAction = kind == .submit ? node.attribute("formaction") : nil
        formMethod =
            kind == .submit ? node.attribute("formmethod").map { $0.lowercased() == "post" ? .post : .get } : nil
        isCollapsed = node.attribute("aria-expanded") == "false"
        isForRobots =
            node.attribute("tabindex")?.hasPrefix("-") == true && autocomplete == "off" && !isReadOnly && !isRequired
        isUnvalidated = kind == .submit && node.hasAttribute("formnovalidate")
        pattern = element == "input" ? node.attribute("pattern") : nil
        value = Self.value(of: node, kind)
        self.node = node.attribute(RenderedPage.nodeAttribute).flatMap { Int($0) }
        switch kind {
        case .submit, .inert: valueText = element == "input" ? text(type == "image" ? "alt" : "value") : ""
        default: valueText = ""
        }
    }

    /// Returns whether the text before it can be its label: boxes have their text after them, except alone in the cell of a
    /// row, and buttons inside.
    func takesTextBefore(in parent: String?) -> Bool {
        switch kind {
        case .checkbox: parent == "td"
        case .hidden, .radio, .submit, .inert: false
        default: true
        }
    }

    /// Whether its value is typed.
    var isTyped: Bool {
        switch kind {
        case .text, .email, .telephone, .number, .password, .textarea: true
        default: false
        }
    }

    /// Whether it takes a password, or nothing but the user name of a login.
    var asksForLogin: Bool {
        guard isTyped, !isInvisible, !isUnseen, !isDisabled else { return false }
        return kind == .password || autocomplete.contains("username") || Self.userNames.contains(name.lowercased())
    }

    private static let userNames: Set<String> = ["username", "user", "login", "userid"]

    private var buttonText: String { ownText.text.isEmpty ? valueText : ownText.text }

    /// What a button is called: its text, or what screen readers say where that says more (WCAG 2.5.3, "label in name"); a sign
    /// without letters is no name.
    var buttonName: String {
        let text = buttonText
        let saysMore = !text.contains(where: \.isLetter) || ariaLabel.lowercased().contains(text.lowercased())
        return ariaLabel.contains(where: \.isLetter) && saysMore ? ariaLabel : text
    }

    func field(label: String) -> FormField {
        var field = FormField(
            kind: kind, name: name, identifier: identifier, value: value, isChecked: isChecked, label: label,
            autocomplete: autocomplete, inputMode: inputMode, maximumLength: maximumLength, isInvisible: isInvisible,
            isRequired: isRequired, isReadOnly: isReadOnly, isImage: isImage, formAction: formAction,
            formMethod: formMethod)
        field.node = node
        field.isCollapsed = isCollapsed
        field.isUnvalidated = isUnvalidated
        field.pattern = pattern.map { FormField.Option(value: $0, text: tooltip) }
        if kind == .textarea { field.value = content.withoutFirstLineBreak() }
        if kind == .select { choose(in: &field) }
        return field
    }

    /// Chooses by HTML, "the select element": the last option marked as selected, otherwise the first that can be
    /// chosen. A multiple-choice list without a selection, or a list without options, sends nothing.
    private func choose(in field: inout FormField) {
        let usable = options.filter { !$0.isDisabled }
        field.options = usable.map { FormField.Option(value: $0.effectiveValue, text: $0.text.text) }
        let selected = isMultiple ? options.first(where: \.isSelected) : options.last(where: \.isSelected)
        if let chosen = selected ?? (isMultiple ? nil : usable.first) {
            field.value = SharedSecret(text: chosen.effectiveValue)
        } else {
            field.kind = .inert
        }
    }

    private static func kind(of element: String, _ type: String) -> FormField.Kind {
        switch element {
        case "select": return .select
        case "textarea": return .textarea
        case "button": return type == "button" || type == "reset" ? .inert : .submit
        default: break
        }
        switch type {
        case "hidden": return .hidden
        case "email": return .email
        case "tel": return .telephone
        case "number": return .number
        case "password": return .password
        case "checkbox": return .checkbox
        case "radio": return .radio
        case "submit", "image": return .submit
        case "file": return .file
        case "button", "reset": return .inert
        default: return .text
        }
    }

    /// Returns the `value` attribute, sanitised by its type (HTML, "value sanitization algorithm").
    private static func value(of node: MarkupNode, _ kind: FormField.Kind) -> SharedSecret {
        node.withAttribute("value") { bytes in
            guard let bytes else { return SharedSecret(text: kind == .checkbox || kind == .radio ? "on" : "") }
            switch kind {
            case .text, .telephone, .password, .email, .number:
                guard bytes.contains(where: { $0 == 0x0A || $0 == 0x0D }) else { return SharedSecret(copying: bytes) }
                var value = Secret(capacity: bytes.count)
                for byte in bytes where byte != 0x0A && byte != 0x0D { value.append(byte) }
                return SharedSecret(value)
            default: return SharedSecret(copying: bytes)
            }
        }
    }
}

/// Bytes from several text nodes.
final class SecretText {
    private var secret = Secret()

    func append(_ bytes: UnsafeRawBufferPointer) { secret.append(bytes) }

    /// Returns the content without a line break directly after `<textarea>`, which only formats the source.
    func withoutFirstLineBreak() -> SharedSecret {
        secret.withBytes { bytes in
            SharedSecret(copying: UnsafeRawBufferPointer(rebasing: bytes.dropFirst(bytes.first == 0x0A ? 1 : 0)))
        }
    }
}
