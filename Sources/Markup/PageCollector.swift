internal import Core
internal import Secrets

/// Walks a page once, without recursion (pages nest as deep as they like), and gathers forms and texts.
struct PageCollector {
    /// What holds inside an element, handed on to its children.
    private struct Scope {
        var isInvisible = false
        /// By a class name: what it says is not said.
        var isConcealed = false
        var isDisabled = false
        /// What `isDisabled` was outside the nearest fieldset: its legend is exempt.
        var isDisabledOutsideFieldset = false
        var isNoscript = false
        /// No readable text: scripts, styles, options, the head.
        var isSilent = false
        var isForeign = false
        var form: Int?
        var select: Int?
        var option: FoldedText?
        var textarea: Int?
        var button: FoldedText?
        var label: Int?
        var title: FoldedText?
        var error: FoldedText?
        var offer: FoldedText?
        var detail: FoldedText?
    }

    private static let textLimit = 4000
    private static let labelLimit = 80
    private static let errorLimit = 300
    /// Pages with more are not meant for people; what is beyond costs time only.
    private static let countLimit = 2000
    /// Controls and options: every value takes memory of its own.
    private static let controlLimit = 30_000

    private var forms: [FormDraft] = []
    private var controlCount = 0
    private var controls: [ControlDraft] = []
    private var labels: [LabelDraft] = []
    private var errors: [FoldedText] = []
    private var offers: [ScriptOffer] = []
    private var details: [ErrorDetailDraft] = []
    private var scopes: [Scope] = [Scope()]
    /// HTML's "form element pointer": the form whose end tag has not come yet, wherever the tree has it.
    private var openForm: Int?
    private let text = FoldedText(limit: textLimit)
    private var title: FoldedText?
    private var base: String?
    private var numbers: [String] = []
    /// An element calls itself the one that is meant.
    private var isNumberKnown = false
    private var reference: String?
    /// What stands before the next control, in the same row or block: its label where there is no other.
    private let textBefore = FoldedText(limit: labelLimit)
    private var refresh: MetaRefresh?
    private var scripts = ScriptFindings()

    /// Reads the page that begins with `first`; throws `bad-answer` for one with more controls than memory should be
    /// given to.
    static func page(from first: MarkupNode?) throws(FedauthError) -> Page {
        var collector = PageCollector()
        collector.walk(from: first)
        guard collector.controlCount <= controlLimit else {
            throw FedauthError(.badAnswer, "the page has more than \(controlLimit) fields and options")
        }
        return collector.finish(first)
    }

    private mutating func walk(from first: MarkupNode?) {
        var position = first
        while let node = position {
            if enter(node) {
                if let child = node.firstChild {
                    position = child
                    continue
                }
                leave(node)
            }
            var last = node
            while last.next == nil, let parent = last.parent {
                leave(parent)
                last = parent
            }
            position = last.next
        }
    }

    /// False when the children do not count; then there is no `leave`.
    private mutating func enter(_ node: MarkupNode) -> Bool {
        guard node.isElement else {
            if node.isText { take(node) }
            return false
        }
        let name = node.name
        guard name != "template" else { return false }
        guard name != HTMLNormaliser.formEnd else {
            openForm = nil
            return false
        }
        let outer = scopes[scopes.count - 1]
        var scope = outer
        if !Layout.inline.contains(name) { breakWord(outer) }
        if Layout.rows.contains(name) { textBefore.restart() }
        scope.isInvisible = outer.isInvisible || node.isInvisible
        scope.isConcealed = outer.isConcealed || node.isConcealed
        begin(node, name, outer, &scope)
        if !scope.isSilent { beginError(node, name, &scope) }
        scopes.append(scope)
        return true
    }

    private mutating func leave(_ node: MarkupNode) {
        let scope = scopes.removeLast()
        if !Layout.inline.contains(node.name) { breakWord(scope) }
    }

    private mutating func begin(_ node: MarkupNode, _ name: String, _ outer: Scope, _ scope: inout Scope) {
        switch name {
        case "head": scope.isSilent = true
        case "svg", "math": scope.isForeign = true
        case "noscript": scope.isNoscript = true
        case "style": scope.isSilent = true
        case "title" where !scope.isForeign:
            scope.isSilent = true
            if title == nil {
                let found = FoldedText(limit: 200)
                title = found
                scope.title = found
            }
        case "base": base = base ?? node.attribute("href")
        case "meta":
            if refresh == nil, node.attribute("http-equiv")?.lowercased() == "refresh" {
                refresh = node.attribute("content").flatMap(MetaRefresh.init(content:))
                refresh?.isForNoscript = outer.isNoscript
            }
        case "script":
            scope.isSilent = true
            scripts.note(script: node)
        case "body": scripts.note(body: node)
        case "iframe", "frame": scripts.note(frame: node, isShown: !scope.isInvisible && !scope.isNoscript)
        case "form": beginForm(node, &scope)
        case "fieldset":
            scope.isDisabledOutsideFieldset = outer.isDisabled
            scope.isDisabled = outer.isDisabled || node.hasAttribute("disabled")
        case "legend":
            if node.parent?.name == "fieldset" { scope.isDisabled = outer.isDisabledOutsideFieldset }
        case "label" where labels.count < Self.countLimit:
            labels.append(LabelDraft(target: node.attribute("for")))
            scope.label = labels.count - 1
        case "input", "button", "select", "textarea": beginControl(node, name, &scope)
        case "optgroup": scope.isSilent = true
        case "option": beginOption(node, &scope)
        default: break
        }
        beginOffer(node, name, &scope)
        beginDetail(node, &scope)
        scripts.note(element: node)
    }

    // MARK: forms

    private mutating func beginForm(_ node: MarkupNode, _ scope: inout Scope) {
        // A form inside a form is the outer one.
        guard openForm == nil else { return }
        forms.append(FormDraft(node))
        openForm = forms.count - 1
        scope.form = openForm
    }

    private mutating func beginControl(_ node: MarkupNode, _ name: String, _ scope: inout Scope) {
        controlCount += 1
        guard controlCount <= Self.controlLimit else { return }
        var control = ControlDraft(node, name)
        control.isInvisible = scope.isInvisible || node.attribute("aria-hidden")?.lowercased() == "true"
        control.isDisabled = scope.isDisabled || node.hasAttribute("disabled")
        if let identifier = node.attribute("form") {
            control.owner = .named(identifier)
        } else if let form = openForm ?? scope.form {
            control.owner = .form(form)
        }
        if control.kind != .hidden {
            if control.takesTextBefore { control.textBefore = textBefore.text }
            textBefore.restart()
        }
        controls.append(control)
        let index = controls.count - 1
        if let label = scope.label { labels[label].controls.append(index) }
        switch name {
        case "select":
            scope.select = index
            scope.isSilent = true
        case "textarea":
            scope.textarea = index
            scope.isSilent = true
        case "button": scope.button = control.ownText
        default: break
        }
        // Text inside a control is not its label.
        if name != "input" { scope.label = nil }
    }

    private mutating func beginOption(_ node: MarkupNode, _ scope: inout Scope) {
        scope.isSilent = true
        controlCount += 1
        guard let select = scope.select, controlCount <= Self.controlLimit else { return }
        let text = FoldedText(limit: 4096)
        let isDisabled =
            node.hasAttribute("disabled")
            || (node.parent.map { $0.name == "optgroup" && $0.hasAttribute("disabled") } ?? false)
        controls[select].options.append(
            ControlDraft.OptionDraft(
                value: node.attribute("value"), text: text, isSelected: node.hasAttribute("selected"),
                isDisabled: isDisabled))
        scope.option = text
    }

    /// What a script would do with a press of a control, its form says.
    private mutating func beginOffer(_ node: MarkupNode, _ name: String, _ scope: inout Scope) {
        guard let form = openForm ?? scope.form, offers.count < Self.countLimit,
            !["input", "select", "textarea", "form", "script"].contains(name),
            let offer = ScriptOffer(node, in: form)
        else { return }
        offers.append(offer)
        scope.offer = offer.text
    }

    // MARK: texts

    private mutating func beginDetail(_ node: MarkupNode, _ scope: inout Scope) {
        guard details.count < 8, let detail = ErrorDetailDraft(node) else { return }
        details.append(detail)
        scope.detail = detail.text
    }

    private mutating func take(_ node: MarkupNode) {
        let scope = scopes[scopes.count - 1]
        if let textarea = scope.textarea {
            node.withContent { controls[textarea].content.append($0) }
            return
        }
        if let option = scope.option {
            option.append(node.content)
            return
        }
        if let title = scope.title {
            title.append(node.content)
            return
        }
        if scope.isSilent {
            scripts.note(text: node)
            return
        }
        let content = node.content
        if let label = scope.label { labels[label].text.append(content) }
        scope.button?.append(content)
        scope.offer?.append(content)
        scope.detail?.append(content)
        if reference == nil, content.utf8.count < 100, content.folded().isUUID { reference = content.folded() }
        guard !scope.isInvisible && !scope.isConcealed else { return }
        text.append(content)
        let isOfAnother = scope.label.map { labels[$0].isOfAnother } ?? false
        if scope.error == nil && !isOfAnother { textBefore.append(content) }
        note(number: content, in: node)
        if !scope.isNoscript { scope.error?.append(content) }
    }

    /// A number on its own, which no link leads on from: to be found again on another device.
    private mutating func note(number content: String, in node: MarkupNode) {
        let number = content.folded()
        guard (2...6).contains(number.utf8.count), number.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            node.parent?.name != "a", !isNumberKnown
        else { return }
        if node.parent?.isPairingNumber == true {
            numbers = [number]
            isNumberKnown = true
        } else if numbers.count < 8, !numbers.contains(number) {
            numbers.append(number)
        }
    }

    private func breakWord(_ scope: Scope) {
        text.breakWord()
        textBefore.breakWord()
        scope.error?.breakWord()
        scope.button?.breakWord()
        scope.offer?.breakWord()
        scope.detail?.breakWord()
        if let label = scope.label { labels[label].text.breakWord() }
    }

    /// The innermost element that calls itself an error gets the text; a form or a page that does holds more than
    /// the error's words.
    private mutating func beginError(_ node: MarkupNode, _ name: String, _ scope: inout Scope) {
        switch name {
        case "html", "body", "form", "main", "script", "style", "link", "meta": return
        case "label", "button", "option", "select":
            // What the controls are called is no part of an error around them.
            scope.error = nil
        default: break
        }
        guard errors.count < Self.countLimit else { return }
        guard node.isError else { return }
        let found = FoldedText(limit: Self.errorLimit)
        errors.append(found)
        // An icon has no words of its own: those beside it are meant (SimpleSAMLphp's `img.erroricon`).
        if name == "img" { scopes[scopes.count - 1].error = found } else { scope.error = found }
    }

    // MARK: the end

    private func finish(_ first: MarkupNode?) -> Page {
        let names = LabelDraft.texts(of: controls, labels, in: first)
        var identified: [String: Int] = [:]
        for (index, form) in forms.enumerated()
        where !form.identifier.isEmpty && identified[form.identifier] == nil {
            identified[form.identifier] = index
        }
        var fields = [[FormField]](repeating: [], count: forms.count)
        for (index, control) in controls.enumerated() where !control.isDisabled {
            let owner: Int? =
                switch control.owner {
                case .none: nil
                case .form(let form): form
                case .named(let identifier): identified[identifier]
                }
            if let owner { fields[owner].append(control.field(label: names[index])) }
        }
        let offered = Dictionary(grouping: offers, by: \.form)
        var seen: Set<String> = []
        return Page(
            title: title?.text ?? "", base: base,
            forms: forms.indices.compactMap { index in
                forms[index].isDialog
                    ? nil
                    : forms[index].form(
                        fields: fields[index], offers: offered[index, default: []].map(\.option))
            },
            refresh: refresh, text: text.text,
            errors: errors.map(\.text).filter { !$0.isEmpty && seen.insert($0).inserted },
            reference: reference, details: details.map(\.detail).filter { !$0.text.isEmpty },
            hasScripts: scripts.hasScripts, frames: scripts.frames, numbers: numbers,
            submitsItself: scripts.submitsItself,
            obstacles: scripts.obstacles
        )
    }
}

extension String {
    /// In the form of RFC 9562: 8, 4, 4, 4 and 12 hexadecimal digits.
    fileprivate var isUUID: Bool {
        utf8.count == 36
            && utf8.enumerated().allSatisfy { index, byte in
                switch index {
                case 8, 13, 18, 23: byte == UInt8(ascii: "-")
                default: byte < 0x80 && Character(Unicode.Scalar(byte)).isHexDigit
                }
            }
    }
}
