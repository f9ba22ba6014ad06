/// Error messages in a page.
extension Page {
    /// Whether it says that the server could not look at what was sent.
    var tellsOfTrouble: Bool {
        Words.occur(Words.trouble, in: [title, text]) || Words.occur(Words.expired, in: [title, text])
    }

    /// Whether it has nothing but the word that the account is closed, or has no part in the service: no content, whatever the
    /// status is.
    var closesAccount: Bool {
        guard text.utf8.count <= 400, !(requiresSignIn && onlySignsIn) else { return false }
        return complaint == nil && Words.occur(Words.closedAccount, in: [title, text])
            || forms.isEmpty && errors.contains(where: Words.refusePassword)
            || announced.contains(where: Words.barUser)
                && !forms.contains { $0.fields.contains(where: \.isTyped) }
    }

    /// Returns whether an alert says that something could not be done, and the only button takes note of that, leads back to the login,
    /// or is not known to go on.
    func fails(before form: LoginForm) -> Bool {
        guard !form.carriesProtocolMessage, form.boxes.isEmpty, form.openRadios.isEmpty, form.openList == nil,
            form.submitButtons.count(where: { !$0.isInvisible }) == 1, let button = form.waysOn.first, let complaint
        else { return false }
        let tells = [Words.unable, Words.failures, Words.locked, Words.refusing].contains {
            Words.occur($0, in: [complaint])
        }
        return (tells || Words.refusePassword(complaint))
            && (button.closesMessage || Words.onlyAcknowledges(button.label) || Words.leadsIn(button.label)
                || !button.goesOn)
    }

    /// Whether it says that a one-time code was wrong.
    var blamesCode: Bool { Words.occur(Words.wrongCode, in: [title, text]) }

    /// The identifiers by which the server's administrator finds the error, for the end of a hint.
    var operatorsMarks: String {
        let found = reference ?? details.lazy.compactMap(\.number).first
        let marks = found.map { "; its operator finds the error by '\($0.folded(to: 40))'" } ?? ""
        return details.filter { $0.number == nil || $0.number != found }.reduce(marks) {
            $0 + "; " + ($1.text.contains(": ") ? "" : "\($1.name): ") + $1.text.folded(to: 80)
        }
    }

    /// The headings above an error message.
    private static let errorHeadings: Set = [
        "an error occurred", "an error has occurred", "1 error has occurred", "error", "errors", "warning", "alert",
        "there was a problem", "there is a problem", "please correct the error below",
        "please correct the errors below", "please check the form", "fehler", "erreur",
    ]

    /// Whether it is only such a heading.
    private static func isHeading(_ error: String) -> Bool {
        !error.contains(where: \.isLetter)
            || errorHeadings.contains(error.lowercased().filter { !".!:×".contains($0) }.folded())
    }

    /// The error message of the page, on one line: the first one, or a longer one that includes it. Messages of success, which
    /// pages show in the same way, are none.
    var complaint: String? { complaint(after: nil) }

    /// Returns the error message that was not on the page `before`.
    func complaint(after before: Page?) -> String? {
        let errors = errors(after: before)
        let messages = errors.filter { !Self.isHeading($0) }
        // A warning about something else may stand above it.
        guard let first = messages.first(where: Words.refusePassword) ?? messages.first ?? errors.first else {
            return nil
        }
        let whole = errors.first { $0.count > first.count && $0.hasPrefix(first) } ?? first
        guard whole.isHeadline, let next = errors.first(where: { $0 != whole && !Self.isHeading($0) }) else {
            return whole.folded()
        }
        return "\(whole): \(next)".folded()
    }

    /// Returns the error messages that were not on the page `before`.
    private func errors(after before: Page?) -> [String] {
        let old = Set(before?.errors ?? [])
        return trueErrors.filter {
            !old.contains($0)
                && (!Words.stand(Words.success, in: [$0]) || Words.stand(Words.negation, in: [$0]))
        }
    }

    /// Returns whether the page refuses the password and tells of a fault beside it, neither of which the page `before` did.
    func refusesAfterFault(unlike before: Page?) -> Bool {
        let errors = errors(after: before)
        return errors.contains(where: Words.refusePassword)
            && errors.contains { Words.tellOfFault($0) && !Words.refusePassword($0) }
    }

    /// What a script of the page is to say, and was not to say on the page before: a verdict on what was sent, or a question.
    func saidByScripts(after before: Page?) -> String? {
        let old = Set(before?.scriptTexts ?? [])
        return scriptTexts.first { !old.contains($0) && Words.isVerdict($0) }
    }

    /// The marked errors except notices, which are shown as alerts: about cookies, scripts, and what will come.
    var trueErrors: [String] {
        errors.filter {
            !Words.isCookieNotice($0) && !Words.asksForScripts($0) && !Words.occur(Words.announcements, in: [$0])
        }
    }

    /// The error message of a page that marks no error but shows an identifier for the administrator, which only error
    /// pages have: the text before the identifier and the sentence that introduces it. Nil for other pages, and for
    /// those that ask the user to enable scripts.
    var accountOfError: String? {
        guard let mark = details.first(where: { $0.tellsOfError && text.contains($0.text) }),
            !Words.occur(Words.scripts, in: [text]), let end = text.ranges(of: mark.text).first?.lowerBound
        else { return nil }
        let title = title.folded()
        // The title occurs again as a heading, after the text common to all pages.
        let heading = title.isEmpty ? nil : text[..<end].ranges(of: title).last
        var words = text[(heading?.upperBound ?? text.startIndex)..<end].drop { $0 == " " }
        while words.hasSuffix(" ") { words = words.dropLast() }
        if words.hasSuffix(":") {
            words = words.ranges(of: ". ").last.map { words[..<$0.lowerBound] } ?? words.dropLast()
        }
        let said = [title, String(words)].filter { !$0.isEmpty }.joined(separator: ": ")
        return said.isEmpty ? mark.text : said.folded()
    }

    /// The error message of a page without a form: a heading alone has the reason below it.
    var accusation: String? {
        guard let said = complaint ?? accountOfError, said.isHeadline, let place = mainText.ranges(of: said).first
        else {
            return complaint ?? accountOfError
        }
        let rest = String(mainText[place.upperBound...]).folded(to: 160)
        return rest.contains(where: \.isLetter) ? "\(said): \(rest)" : said
    }
}

extension String {
    /// Whether it is too short to be all of a message, and ends like no sentence.
    fileprivate var isHeadline: Bool {
        split(whereSeparator: \.isWhitespace).count <= 5 && !(last.map { ".!?。".contains($0) } ?? true)
    }
}

extension Page.Detail {
    /// The UUID at the end of the text, after a label, or as the whole text.
    fileprivate var number: String? {
        let words = text.split(separator: " ")
        guard let word = words.last else { return nil }
        if word.utf8.count == 36, word.filter({ $0 == "-" }).count == 4 { return String(word) }
        return words.count == 1 && tellsOfError ? String(word) : nil
    }

    /// Whether its ID occurs only on error pages; requests and times are shown elsewhere, too.
    fileprivate var tellsOfError: Bool {
        ["activityid", "correlationid", "trackid", "trackingid", "incidentid"].contains(name.lowercased())
    }
}
