internal import Core
internal import Secrets

/// Collects the forms of a page: their controls and labels, and the elements to press beside them.
struct FormCollector {
    /// Limit for controls and options: each value uses its own memory, and each control is classified. A list of all identity
    /// providers of a federation has some 6,000.
    static let controlLimit = 12_000
    private static let labelLimit = 80
    /// Pages for users have fewer; more would only cost time.
    private static let formLimit = 8000
    private static let countLimit = 2000
    /// The function by which links of ASP.NET send a form.
    private static let postBacks: [StaticString] = ["PostBack"]
    private static let withoutOffers = ["input", "select", "textarea", "form", "script"]

    private static let passwordBoxes: [StaticString] = ["type=password", "type=\"password", "type='password"]

    private(set) var controlCount = 0
    private var hasFramedPassword = false
    private var forms: [FormDraft] = []
    private var controls: [ControlDraft] = []
    private var labels: [LabelDraft] = []
    private var offers: [ScriptOffer] = []
    /// What is pressed in a form, and is no button.
    private var presses: [(form: Int, isInvisible: Bool, text: FoldedText, script: String)] = []
    /// A login has few handlers; each is looked for in all scripts.
    private static let searchedHandlers = 20
    /// HTML's "form element pointer": the form whose end tag has not been read, wherever it is in the tree.
    private var openForm: Int?
    /// The text before the next control in the same row or block, which is its label if there is no other.
    private let textBefore = FoldedText(limit: labelLimit)

    mutating func beginForm(_ node: MarkupNode, _ scope: inout PageScope) {
        // A form inside a form belongs to the outer one.
        guard openForm == nil, forms.count < Self.formLimit else { return }
        forms.append(FormDraft(node))
        openForm = forms.count - 1
        scope.form = openForm
    }

    mutating func endForm() { openForm = nil }

    /// Notes a frame whose content is an attribute. What a user has written is kept in a sandbox.
    mutating func begin(frame node: MarkupNode) {
        let asksForPassword = node.attribute("srcdoc", mentions: Self.passwordBoxes) && !node.hasAttribute("sandbox")
        hasFramedPassword = hasFramedPassword || asksForPassword
    }

    mutating func beginLabel(_ node: MarkupNode, _ scope: inout PageScope) {
        guard labels.count < Self.countLimit else { return }
        labels.append(LabelDraft(target: node.attribute("for")))
        scope.label = labels.count - 1
    }

    /// Discards the text before, which belongs to the previous row.
    func beginRow() { textBefore.restart() }

    mutating func beginControl(_ node: MarkupNode, _ name: String, _ scope: inout PageScope) {
        controlCount += 1
        // In a list, a browser shows no button but the list's own.
        let isLost = name == "button" && (scope.select != nil || Self.isInLink(node, scope))
        guard controlCount <= Self.controlLimit, !isLost else { return }
        var control = ControlDraft(node, name)
        control.isInvisible = scope.isInvisible || node.attribute("aria-hidden")?.lowercased() == "true"
        // What is a picture needs no text.
        let isTextless =
            node.attribute("style").map { !$0.contains("background") && Concealment($0[...]).isTextless } == true
            && node.attribute("type")?.lowercased() != "image"
            && !node.allElements.contains { ["img", "svg"].contains($0.name) }
        control.isUnreachable = control.kind == .submit && (scope.isInvisible || scope.isUnreachable || isTextless)
        control.isForNoScript = control.kind == .submit && scope.isNoscript
        control.isUnseen = scope.isUnseen || control.isForRobots
        control.isConcealed = scope.isConcealed || (openForm ?? scope.form).map { forms[$0].isConcealed } == true
        control.isDisabled = scope.isDisabled || node.hasAttribute("disabled")
        control.isHandled = control.kind == .submit && node.attribute("onclick").map(ScriptFindings.setsValues) == true
        if let identifier = node.attribute("form") {
            control.owner = .named(identifier)
        } else if let form = openForm ?? scope.form {
            control.owner = .form(form)
        }
        if control.kind != .hidden {
            if control.takesTextBefore(in: node.parent?.name) { control.textBefore = textBefore.text }
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

    /// Returns whether a button of a rendered page is within a link, and in no form: a press on it follows the link.
    private static func isInLink(_ node: MarkupNode, _ scope: PageScope) -> Bool {
        guard scope.link != nil, scope.form == nil, node.attribute(RenderedPage.nodeAttribute) != nil else {
            return false
        }
        var around = node.parent
        while let element = around, element.name != "a" { around = element.parent }
        return around?.hasAttribute("href") == true
    }

    mutating func beginOption(_ node: MarkupNode, _ scope: inout PageScope) {
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

    /// Records an element to press: its form shows what the script would do.
    mutating func beginOffer(_ node: MarkupNode, _ name: String, _ scope: inout PageScope) {
        guard let form = openForm ?? scope.form, offers.count < Self.countLimit, node.hasAttributes,
            !Self.withoutOffers.contains(name)
        else { return }
        if name == "a", node.attribute("href", mentions: Self.postBacks) { forms[form].isSentByLinks = true }
        if scope.button == nil, presses.count < Self.countLimit, ScriptOffer.isPressed(node) {
            let text = FoldedText(limit: Self.labelLimit)
            let script = node.attribute("onclick") ?? node.attribute("href") ?? ""
            presses.append((form, scope.isInvisible || scope.isConcealed, text, script))
            scope.button = text
        }
        guard let offer = ScriptOffer(node, in: form) else { return }
        offers.append(offer)
        scope.offer = offer.text
    }

    // MARK: Texts

    /// Takes a text for browsers without scripts: it may say that the form needs them.
    mutating func take(forNoScript content: UnsafeRawBufferPointer, in scope: PageScope) {
        guard let form = openForm ?? scope.form,
            String(decoding: content.prefix(1_000), as: UTF8.self).lowercased().contains("javascript")
        else { return }
        forms[form].isSentByHandler = true
    }

    /// Takes the value of a control. Returns false when the text is not part of a value.
    mutating func take(value node: MarkupNode, in scope: PageScope) -> Bool {
        if let textarea = scope.textarea {
            node.withContent { controls[textarea].content.append($0) }
        } else if let option = scope.option {
            node.withContent { option.append($0) }
        } else {
            return false
        }
        return true
    }

    /// Takes the label of a control.
    func take(_ content: UnsafeRawBufferPointer, in scope: PageScope, isSeen: Bool) {
        let label = scope.label.map { labels[$0] }
        label?.text.append(content)
        scope.button?.append(content)
        scope.offer?.append(content)
        if isSeen, scope.error == nil, label?.isOfAnother != true { textBefore.append(content) }
    }

    func breakWord(in scope: PageScope) {
        textBefore.breakWord()
        scope.button?.breakWord()
        scope.offer?.breakWord()
        if let label = scope.label { labels[label].text.breakWord() }
    }

    // MARK: End

    /// Returns the forms, with their controls from anywhere in the page. A blank page shows hardly any text, a short one
    /// has no content.
    func finish(_ first: MarkupNode?, _ scripts: ScriptFindings, isBlank: Bool, isShort: Bool) -> [LoginForm] {
        let names = LabelDraft.texts(of: controls, labels, in: first)
        var identified: [String: Int] = [:]
        for (index, form) in forms.enumerated() where !form.identifier.isEmpty && identified[form.identifier] == nil {
            identified[form.identifier] = index
        }
        var held: [Int: [Int]] = [:], handled: Set<Int> = [], locked: Set<Int> = []
        let owners = controls.enumerated().map { index, control -> Int? in
            let owner: Int? =
                switch control.owner {
                case .none: nil
                case .form(let form): form
                case .named(let identifier): identified[identifier]
                }
            if control.isHandled, let owner { handled.insert(owner) }
            guard control.isDisabled else { return owner }
            if control.kind == .submit, let owner { held[owner, default: []].append(index) }
            if control.kind == .password, control.isSeen, let owner { locked.insert(owner) }
            return nil
        }
        // The forms with a field that a person sees, and with such a field for a password.
        var typed: Set<Int> = [], seen: Set<Int> = [], seenPasswords: Set<Int> = []
        var unseenPasswords: [Int: Int] = [:]
        for (control, owner) in zip(controls, owners) where control.isTyped {
            guard let owner else { continue }
            typed.insert(owner)
            if control.isSeen { seen.insert(owner) }
            guard control.kind == .password else { continue }
            if control.isSeen { seenPasswords.insert(owner) } else { unseenPasswords[owner, default: 0] += 1 }
        }
        // Only a form without a button asks for these, which take a walk through all scripts.
        lazy var submitsItself = scripts.submitsItself
        lazy var onlyWait = scripts.onlyWait
        // What browsers without scripts show stands for what a script does; in content it stands for nothing.
        lazy var showsNoScript = scripts.hasScripts && isShort || scripts.submitsItself
        var fields = [[FormField]](repeating: [], count: forms.count)
        for (index, control) in controls.enumerated() {
            guard let owner = owners[index] else { continue }
            // What is typed is sent by a key, too; otherwise a button that nobody sees is none.
            let isNone = control.isUnreachable || control.isForNoScript && !showsNoScript
            guard !isNone || typed.contains(owner) else { continue }
            var field = control.field(label: names[index])
            // Without another one, a script shows it: it is for the next step.
            let others = control.kind == .password ? seenPasswords : seen
            // So does a form of its own that is for another moment than the one that a person sees, or is for a new password.
            let isOfUnseenForm =
                !seen.contains(owner) && (!seenPasswords.isEmpty || unseenPasswords[owner, default: 0] > 1)
            if control.isTyped, control.isUnseen && others.contains(owner) || !control.isSeen && isOfUnseenForm {
                field.isInvisible = true
            }
            fields[owner].append(field)
        }
        // Where a button sends the form, one of these may be its login; so may one whose script fills it first.
        for (index, press) in presses.enumerated() where seenPasswords.contains(press.form) {
            let hasButton = fields[press.form].contains { $0.kind == .submit }
            let filled = hasButton || index >= Self.searchedHandlers ? nil : scripts.filled(byPress: press.script)
            guard hasButton || filled != nil else { continue }
            fields[press.form].append(
                FormField(
                    kind: .inert, name: filled?.name ?? "", value: SharedSecret(text: filled?.value ?? ""),
                    label: press.text.text, isInvisible: press.isInvisible))
        }
        let offered = Dictionary(grouping: offers, by: \.form)
        // What stands in no form is sent by a script.
        var loose: [FormField] = []
        if seen.isEmpty {
            for (index, control) in controls.enumerated() where owners[index] == nil && control.asksForLogin {
                loose.append(control.field(label: names[index]))
            }
        }
        if hasFramedPassword { loose.append(FormField(kind: .password, name: "")) }
        let fillsAtLoad = scripts.fillsAtLoad
        let shown = forms.indices.filter { form in fields[form].contains { $0.kind != .hidden } }
        let isSentByListener = shown.count == 1 && scripts.sendsForForms
        return (loose.isEmpty ? [] : [LoginForm(action: "javascript:", method: .post, fields: loose)])
            + forms.indices.compactMap { index in
                guard !forms[index].isDialog else { return nil }
                var form = forms[index].form(fields: fields[index], offers: offered[index, default: []].map(\.option))
                let asksForPassword = form.fields.contains { $0.kind == .password }
                // A page that shows nothing is drawn by its scripts, which fill in what is hidden.
                if isBlank, asksForPassword, !seenPasswords.contains(index) { return nil }
                // A script lets the user type the password later.
                let isLocked = locked.contains(index) && !asksForPassword
                if scripts.hasScripts, asksForPassword && !forms[index].hasMethod || isLocked {
                    form.action = "javascript:"
                }
                let isReplaced =
                    isSentByListener && shown.first == index
                    || index < Self.searchedHandlers && scripts.sends(insteadOf: forms[index].handler)
                if asksForPassword, isReplaced { form.action = "javascript:" }
                let hasButton = form.fields.contains { $0.kind == .submit }
                if scripts.hasScripts {
                    form.heldButtons = held[index, default: []].filter { !controls[$0].isUnreachable }
                        .map { controls[$0].field(label: names[$0]) }.filter { $0.node == nil }
                }
                if isLocked, !hasButton, held[index] != nil { form.fields.append(FormField(kind: .password, name: "")) }
                form.isSentByHandler =
                    form.isSentByHandler || scripts.fillsAtSubmit || handled.contains(index)
                    || !hasButton && fillsAtLoad
                if forms[index].isSentByLinks || forms[index].isNeverSent, !hasButton { form.action = "javascript:" }
                // What is to be pressed, or a function that nothing calls, sends it: the page does not do so itself.
                let isPressed = form.fields.contains { $0.kind == .inert && !$0.isInvisible && !$0.label.isEmpty }
                form.isHeld = !hasButton && (held[index] != nil || isPressed && !submitsItself || onlyWait)
                return form
            }
    }
}
