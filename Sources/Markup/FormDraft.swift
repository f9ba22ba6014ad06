internal import Core

/// A form as its start tag describes it.
struct FormDraft {
    let identifier: String
    private let name: String
    private let action: String?
    private let method: String
    private let encoding: String

    init(_ node: MarkupNode) {
        identifier = node.attribute("id") ?? ""
        name = node.attribute("name") ?? ""
        action = node.attribute("action")
        method = (node.attribute("method") ?? "").lowercased()
        encoding = (node.attribute("enctype") ?? "application/x-www-form-urlencoded").lowercased()
    }

    /// `method=dialog` closes a window and sends nothing.
    var isDialog: Bool { method == "dialog" }

    func form(fields: [FormField]) -> LoginForm {
        LoginForm(
            identifier: identifier, name: name, action: action, method: method == "post" ? .post : .get,
            encoding: encoding, fields: fields)
    }
}
