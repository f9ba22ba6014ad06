/// What the label of a control, or of an option of a list, says about a second factor.
extension FormField {
    /// Whether it names a way to prove who the user is.
    var offersMethod: Bool {
        asks(for: .oneTimeCode) || namesApproval
            || [Words.deliveries, Words.generators, Words.furtherMethods].contains { Words.occur($0, in: [label]) }
                && (!Words.occur(Words.passkey, in: [label]) || Words.namesPasskey(label))
    }

    /// Whether it has another device ask for an approval. "Approve" alone is an answer to the page.
    private var namesApproval: Bool {
        Words.occur(Words.notices, in: [label])
            || Words.occur(Words.approvals, in: [label]) && label.split(whereSeparator: \.isWhitespace).count > 2
    }

    /// Whether it leads to a code that an application makes, and asks neither a server nor another device for one.
    var leadsToOwnCode: Bool {
        guard !Words.occur(Words.anotherWay, in: [label]), !changesAccount else { return false }
        guard asks(for: .oneTimeCode) || Words.occur(Words.generators, in: [label]) else { return false }
        guard !namesApproval, !Words.occur(Words.backups, in: [label]) else { return false }
        return Words.occur(Words.generators, in: [label]) || !Words.occur(Words.deliveries, in: [label])
    }

    /// Whether it is a list of which nothing is chosen, but "Select" or a dash.
    var isUnchosen: Bool {
        guard kind == .select, !value.isEmpty else { return kind == .select }
        let text = options.first { value.equals($0.value) }?.text ?? ""
        return !text.contains { $0.isLetter || $0.isNumber }
            || Words.askToChoose(text) && !Words.occur(["lang", "locale"], in: [name, identifier])
    }

    /// Whether it leads to other ways.
    var leadsToAnotherWay: Bool {
        (kind == .submit || kind == .inert) && node != nil
            && (Words.occur(Words.anotherWay, in: [label]) || Words.allWays.contains(label.lowercased()))
    }

    /// Whether it is one of the links and buttons at the foot of every page: for help, for another language, for the terms.
    var isFooting: Bool {
        if Words.passPart(label) { return true }
        guard label.split(whereSeparator: \.isWhitespace).count < 4 else { return false }
        // The code of a language (ISO 639-1).
        if label.utf8.count == 2, label.allSatisfy(\.isLetter), label == label.lowercased(), !saysYes, !saysNo,
            label != "go"
        {
            return true
        }
        return Words.occur(Words.footing, in: [label]) && !Words.occur(Words.anotherWay, in: [label]) && !saysYes
            && !Words.occur(Words.agreementParts, in: [label])
    }
}

extension LoginForm {
    /// A list of methods, of which the page has chosen one: it may send something that the user cannot know.
    var methodList: FormField? {
        fields.first { field in
            field.kind == .select && !field.isInvisible && field.options.count > 1
                && field.options.count(where: { FormField(kind: .inert, name: "", label: $0.text).offersMethod }) > 1
        }
    }

    /// A list that is a question: one of methods, one of which nothing is chosen, or one that takes the place of a button.
    var openList: FormField? {
        methodList
            ?? fields.first { field in
                field.kind == .select && !field.isInvisible && (field.isUnchosen || submitButtons.isEmpty)
                    && field.options.count { !$0.value.isEmpty } > 1
            }
    }

    /// Whether two of its buttons name a method, so that none of them is an agreement.
    var offersMethods: Bool { submitButtons.count(where: \.offersMethod) > 1 }
}

extension Page {
    /// Whether the code of this field is sent to the user, by mail, by telephone or as a text, as the label or the page says.
    func tellsOfDelivery(of field: FormField) -> Bool {
        if Words.occur(Words.generators, in: [field.label]) { return false }
        if Words.occur(Words.deliveries, in: [field.label]) { return true }
        let isOwn = sentences.contains { sentence in
            Words.occur(Words.generators, in: [sentence]) && Words.occur(["code", "kod", "コード"], in: [sentence])
        }
        return !isOwn
            && sentences.contains { Words.occur(Words.sentCode, in: [$0]) && !Words.occur(Words.notices, in: [$0]) }
    }
}
