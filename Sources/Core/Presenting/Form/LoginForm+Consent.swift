import Secrets

/// Boxes and buttons by which the user agrees.
extension LoginForm {
    /// The boxes that matter, except those that only concern later sign-ins or advertisement.
    var boxes: [FormField] { fields.filter(\.isBox) }

    /// Whether a box must be ticked before a browser sends the form.
    var hasRequiredBoxes: Bool { !requiredBoxes.isEmpty }

    /// The boxes that must be ticked before a browser sends the form.
    var requiredBoxes: [FormField] { fields.filter { $0.kind == .checkbox && $0.isRequired && !$0.isChecked } }

    /// Whether a box is required, or says "I agree".
    var hasAgreements: Bool { fields.contains(where: \.isAgreement) }

    /// Whether an element that looks like a button says "no", and sends nothing.
    var hasRefusingLook: Bool { fields.contains { $0.kind == .inert && Words.refuses($0.label) } }

    /// The form with its agreements ticked.
    var tickingAgreements: LoginForm { ticking { $0.isAgreement } }

    /// The form with the boxes ticked that share a name: a list of what is agreed to.
    var tickingLists: LoginForm {
        let names = Dictionary(grouping: boxes, by: \.name)
        return ticking { $0.isBox && names[$0.name, default: []].count > 1 }
    }

    /// The form with its agreements ticked, or all its boxes where none is known as an agreement.
    var tickingBoxes: LoginForm { hasAgreements ? tickingAgreements : ticking(\.isBox) }

    /// What the user reads beside the ticked boxes, without duplicates.
    var agreements: [String] {
        var seen: Set<String> = []
        return boxes.filter(\.isChecked).map { $0.label.isEmpty ? $0.name : $0.label }.filter {
            seen.insert($0).inserted
        }
    }

    /// The names of the fields for a hint.
    var listedNames: String {
        var seen: Set<String> = []
        return fields.filter { !$0.name.isEmpty && $0.kind != .inert && seen.insert($0.name).inserted }.map(\.name)
            .joined(separator: ", ").folded(to: 300)
    }

    private func ticking(_ isWanted: (FormField) -> Bool) -> LoginForm {
        var form = self
        for index in fields.indices where isWanted(fields[index]) && !fields[index].isChecked {
            (form.fields[index].isChecked, form.fields[index].isTicked) = (true, true)
        }
        // The tick of the user would let the script of the page free its button.
        if heldButtons.count == 1, goingOn == nil, form != self {
            form.fields += heldButtons
            form.heldButtons = []
        }
        return form
    }

    /// The form with the boxes of these scopes ticked, and without a tick of fedauth's in any other that need not be: a page with a
    /// box for each scope asks for what the request names. The form itself where no box is one of them.
    func ticking(_ scopes: Set<Substring>) -> LoginForm {
        let own = fields.filter { $0.isBox(of: scopes) }
        guard !own.isEmpty else { return self }
        var form = ticking { $0.isBox(of: scopes) }
        for index in fields.indices where fields[index].isTicked {
            let field = fields[index]
            // An agreement beside the list says so; the others are its boxes.
            form.fields[index].isChecked =
                field.isBox(of: scopes) || field.isRequired
                || !own.contains { $0.name == field.name } && Words.occur(Words.agreementParts, in: [field.label])
        }
        return form
    }
}

extension FormField {
    /// Whether it is a box that matters.
    fileprivate var isBox: Bool {
        kind == .checkbox && (isTicked || !name.isEmpty && (isAgreement || !isInvisible && !isAside))
    }

    /// Whether it is the box of one of these scopes, by its value or its label, or by the end of its name or ID ("grant-read").
    fileprivate func isBox(of scopes: Set<Substring>) -> Bool {
        guard kind == .checkbox, !isInvisible, !isAside else { return false }
        return scopes.contains { scope in
            value.equals(String(scope))
                || [label, name, identifier].contains {
                    $0 == scope || $0.hasSuffix("-\(scope)") || $0.hasSuffix("_\(scope)")
                }
        }
    }

    /// Whether it is a box without which the server does not go on, as far as the page says.
    fileprivate var isAgreement: Bool {
        guard kind == .checkbox, !name.isEmpty else { return false }
        if isRequired { return true }
        let texts = [name, identifier, label]
        guard !ordersNews, !Words.stand(Words.no, in: texts), !keepsAgreement else { return false }
        return Words.occur(Words.agreementParts, in: texts) || Words.stand(Words.agreement, in: texts)
            || Words.occur(Words.termsParts, in: [label])
    }

    /// Whether it makes an agreement last, or adds to it: "remember my consent".
    private var keepsAgreement: Bool {
        Words.occur(Words.lasting, in: [label])
            || Words.stand(["remember", "save", "recordar", "lembrar", "ricorda", "onthoud", "mémoriser"], in: [label])
    }

    /// Whether it is about later sign-ins, other sessions, or advertisement.
    fileprivate var isAside: Bool {
        let texts = [name, identifier, label]
        return Words.occur(Words.keeping, in: texts) || ordersNews || Words.occur(Words.laterParts, in: texts)
            || Words.occur(Words.lasting, in: texts)
            || Words.occur(Words.sessions, in: [label]) || Words.occur(["セッション", "会话"], in: [label])
            || Words.isNoStep(label) || Words.stand(["report", "lock", "block"], in: [label])
    }

    /// Whether it orders news or advertisement.
    private var ordersNews: Bool {
        Words.stand(Words.advertisement, in: [name, identifier, label]) || Words.occur(Words.news, in: [label])
    }

    /// Whether pressing the button is a declaration: "I accept".
    var agrees: Bool {
        Words.stand(Words.agreement, in: [name, identifier, label])
            || Words.occur(Words.agreeing, in: [label]) && !Words.declines(label)
                && !Words.occur(["agreement"], in: [label])
    }

    /// Whether its words permit something.
    var permits: Bool {
        Words.stand(Words.permits, in: [label]) || Words.occur(Words.permitting, in: [label])
    }
}
