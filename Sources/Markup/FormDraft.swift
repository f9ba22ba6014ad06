internal import Core

/// A form as its start tag describes it.
struct FormDraft {
    let identifier: String
    private let name: String
    private let action: String?
    private let method: String
    private let encoding: String
    private let charset: Charset?
    var isSentByHandler: Bool
    private let isValidated: Bool
    /// What runs when it is sent; empty for nothing.
    let handler: String
    /// Whether a class name hides it.
    let isConcealed: Bool
    /// Whether it says how it is sent: one with a password that does not is sent by a script, where there is one.
    var hasMethod: Bool { !method.isEmpty }
    /// Whether its handler keeps the browser from sending it, in any case. What a button sends by POST can do without the script.
    let isNeverSent: Bool
    /// Whether links in it send it.
    var isSentByLinks = false

    init(_ node: MarkupNode) {
        isConcealed = node.isConcealed
        identifier = node.attribute("id") ?? ""
        name = node.attribute("name") ?? ""
        method = (node.attribute("method") ?? "").lowercased()
        isNeverSent = Self.isNeverSent(node.attribute("onsubmit"))
        action = isNeverSent && method != "post" ? "javascript:" : node.attribute("action")
        encoding = (node.attribute("enctype") ?? MediaType.form).lowercased()
        isSentByHandler = Self.calls(node.attribute("onsubmit"))
        isValidated = !node.hasAttribute("novalidate")
        handler = node.attribute("onsubmit") ?? ""
        charset =
            (node.attribute("accept-charset") ?? "").split { $0.isWhitespace || $0 == "," }.lazy
            .compactMap { Charset(label: String($0)) }.first
    }

    /// Returns whether a handler calls a function, or sets a value. Such as `disabled = true` changes no field.
    static func calls(_ handler: String?) -> Bool {
        handler.map { $0.contains("(") || ScriptFindings.setsValues($0) } ?? false
    }

    /// Returns whether the browser never sends the form by itself: the handler calls something, and returns false in any case.
    private static func isNeverSent(_ handler: String?) -> Bool {
        guard let handler = handler?.filter({ !$0.isWhitespace && $0 != ";" }).lowercased() else { return false }
        return handler.hasSuffix("returnfalse") && handler.contains("(") && !handler.contains("if(")
            && !handler.dropLast("returnfalse".count).contains("return")
    }

    /// Whether it is `method=dialog`, which closes a window and sends nothing.
    var isDialog: Bool { method == "dialog" }

    func form(fields: [FormField], offers: [FormField.Option]) -> LoginForm {
        var form = LoginForm(
            identifier: identifier, name: name, action: action, method: method == "post" ? .post : .get,
            encoding: encoding, charset: charset?.formName ?? "", fields: fields, offers: offers)
        form.isSentByHandler = isSentByHandler
        form.isValidated = isValidated
        return form
    }
}
