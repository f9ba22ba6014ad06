/// Guards against repeated steps.
extension FormWalk {
    private static let maximumMessages = PassedAnswers.mostTimes

    /// Throws `refused` for a choice that was made before, by a button or the values of the form: its page is back.
    mutating func requireFirstChoice(
        of form: LoginForm, on document: Document, pressing button: FormField? = nil
    ) throws(FedauthError) {
        // The other hidden fields are new in each answer.
        let offered = Set(form.offers.map { Self.hash(of: $0.value) })
        let values = form.fields.filter { field in
            switch field.kind {
            case .select: field.options.contains { field.value.equals($0.value) }
            case .hidden: offered.contains(field.value.withBytes(Self.hash))
            default: false
            }
        }.map { field in "\(field.name)=" + field.value.withBytes { String(decoding: $0.prefix(200), as: UTF8.self) } }
        let signature = ([document.url.origin.description, button?.name ?? ""] + values).joined(separator: "\n")
        guard choices.insert(signature).inserted else { throw document.refusesChoice }
    }

    /// Throws `refused` when a form that is sent as it is, by a button that the options name, comes back.
    mutating func requireFirstPress(
        of form: LoginForm, by button: FormField?, on document: Document
    ) throws(FedauthError) {
        guard isFirstChoice(of: form.signature(at: document.url.origin) + "\npressed\n\(button?.label ?? "")") else {
            throw document.refusesChoice
        }
    }

    /// Hashes the values, because there can be thousands of fields and offers to compare.
    private static func hash(of bytes: UnsafeRawBufferPointer) -> Int {
        var hasher = Hasher()
        hasher.combine(bytes: bytes)
        return hasher.finalize()
    }

    private static func hash(of text: String) -> Int {
        var text = text
        return text.withUTF8 { hash(of: UnsafeRawBufferPointer($0)) }
    }

    /// Throws `refused` for a page without input that has come back after it was answered; `isConsent`: the user agrees
    /// by its form, `isOnlySeen`: that is not sent yet. A page that only goes on may be shown more than once, by a
    /// server that a sign-in passes twice; too often is `redirect-loop`.
    mutating func requireProgress(
        _ form: LoginForm, on document: Document, isConsent: Bool, isOnlySeen: Bool = false
    ) throws(FedauthError) {
        let page = document.page
        guard !form.carriesProtocolMessage, form.secondFactor == nil, isConsent || page?.isWaiting != true else {
            return
        }
        let controls = form.fields.map { "\($0.kind.rawValue) \($0.name) \($0.kind == .hidden ? "" : $0.label)" }
        let signature = ([document.url.origin.description, document.title] + controls).joined(separator: "\n")
        let count = answered[signature, default: 0]
        let isSameText = answeredTexts.contains(signature + "\n" + (page?.text ?? ""))
        guard count > 0 else {
            if !isOnlySeen { note(signature, page) }
            return
        }
        let isRefused =
            page?.complaint != nil || isConsent && (isSameText || !form.boxes.isEmpty)
            || isSameText && count >= Self.maximumMessages
        guard isRefused else {
            if !isOnlySeen { note(signature, page) }
            return
        }
        let says = page?.complaint ?? page?.mainText.folded(to: 300) ?? ""
        throw FedauthError(
            isConsent || page?.complaint != nil ? .refused : .loop,
            "'\(document.url.origin.hostAndPort)' shows the page '\(document.name)' again after it was answered"
                + (says.isEmpty ? "" : ": \(says)"),
            hint: "'--field NAME=text:VALUE' answers it differently; its fields are '\(form.listedNames)'")
    }

    private mutating func note(_ signature: String, _ page: Page?) {
        answered[signature, default: 0] += 1
        answeredTexts.insert(signature + "\n" + (page?.text ?? ""))
    }

    /// Throws `refused` for a second factor that the user declined or that timed out.
    func requireNoRefusal(of form: LoginForm, on document: Document) throws(FedauthError) {
        guard let factor = form.secondFactor, factors.contains(factor), let says = document.page?.secondFactorRefusal
        else { return }
        throw FedauthError(
            .refused, "'\(document.url.origin.hostAndPort)' refused the second factor '\(factor)': \(says)",
            hint: "nothing was stored; sign in again to be asked once more")
    }

    /// Throws `redirect-loop` when a service sends each answer back to its sender.
    mutating func requireNoLoop(_ form: LoginForm, of document: Document) throws(FedauthError) {
        let target = try target(of: form, in: document)
        messages[target.withoutQuery, default: 0] += 1
        guard messages[target.withoutQuery, default: 0] > Self.maximumMessages else { return }
        throw FedauthError(
            .loop,
            "'\(target.origin.hostAndPort)' does not keep what '\(document.url.origin.hostAndPort)' answers: it was "
                + "handed on \(Self.maximumMessages) times",
            hint: "its cookies or its clock may be wrong; '--trace FILE' shows the way")
    }
}

extension Document {
    /// The error of a page that comes back after a choice.
    var refusesChoice: FedauthError {
        FedauthError(
            .refused,
            "'\(url.origin.hostAndPort)' did not accept the choice: \(page?.complaint ?? "the choice came back")",
            hint: "choose another, or look at the pages with '--trace FILE'")
    }
}
