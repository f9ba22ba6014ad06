import Secrets

/// The prompts of a sign-in at the terminal.
struct LoginPrompter {
    let prompter: any Prompter
    let reporter: any Reporter

    var canAsk: Bool { prompter.canAsk }

    /// Asks for the value of a field. `enteredUser` was typed before; `place`: the server that has what the options
    /// give, so that this one does not get it by itself. Throws `input-needed`, naming the options that would provide
    /// it, when the user cannot be asked.
    func ask(
        _ question: LoginQuestion, enteredUser: SharedSecret?, givenAt place: String? = nil
    ) throws(FedauthError) -> SharedSecret {
        let host = question.origin.hostAndPort
        let label = question.field.label.isEmpty ? question.field.name : question.field.label
        let text: String
        var option = question.field.option("SOURCE")
        switch question.role {
        case .userName:
            let before = (enteredUser ?? question.preset)?.withBytes {
                String(decoding: $0, as: UTF8.self).folded(to: 60)
            }
            text = "User name at \(host)\(before.map { " (Enter: \($0))" } ?? ""): "
            option = question.wantsAddress ? "--user ADDRESS" : "--user NAME"
        case .password:
            text = "Password for \(question.user.map { "\($0.folded(to: 60)) at " } ?? "")\(host): "
            option = "--password-stdin, --password-file, --password-command or --password-store"
        case .oneTimeCode:
            if !question.isDelivered, !question.isChosen { option = "--totp ENTRY or \(option)" }
            text = "\(label.folded(to: 60)) (one-time code for \(host)): "
        case .other:
            let suggested = question.isHidden ? nil : question.preset
            let before = suggested?.withBytes { " [\(String(decoding: $0, as: UTF8.self).folded(to: 60))]" } ?? ""
            text = "\(label.folded(to: 60)) (asked by \(host))\(before): "
        }
        guard prompter.canAsk else {
            let elsewhere = place.map { GivenSecretUse.hint($0, or: NavigationPolicy.naming) }
            let what =
                question.isChosen
                ? "PIN" : question.isDelivered ? "one-time code that it has sent" : question.role.rawValue
            throw FedauthError(
                .inputNeeded,
                "'\(host)' asks for the \(what)\(question.user.map { " of '\($0.folded(to: 60))'" } ?? "") "
                    + "('\(label.folded(to: 60))')" + (question.instructions.map { ": \($0.folded(to: 160))" } ?? ""),
                hint: elsewhere ?? "give it by \(option), or sign in on a terminal")
        }
        // A browser's page is waited for meanwhile.
        reporter.waitIsOver()
        if let instructions = question.instructions { reporter.note("'\(host)' says: \(instructions)") }
        let answer = SharedSecret(
            try prompter.ask(
                text, isSecret: question.isHidden || question.role != .userName && question.role != .other))
        if answer.isEmpty, question.role == .userName, let enteredUser { return enteredUser }
        if answer.isEmpty, let preset = question.preset { return preset }
        return answer
    }

    /// Asks whether the user agrees to the page's text. Throws `cancelled`, and `input-needed` if that is impossible.
    func consent(_ question: ConsentQuestion) throws(FedauthError) {
        let host = question.origin.hostAndPort
        guard prompter.canAsk else {
            throw FedauthError(
                .inputNeeded,
                "'\(host)' asks for consent: '\(question.title.folded(to: 80))'\(question.listedButtons)"
                    + question.listedBoxes,
                hint: "sign in on a terminal to read it, or agree beforehand by '--accept-consent'")
        }
        reporter.note("'\(host)' asks: \(question.text.folded(to: 1500))")
        for box in question.boxes.prefix(10) { reporter.note("to be ticked: \(box.folded(to: 120))") }
        guard try prompter.confirm("Do you agree") else {
            throw FedauthError(.cancelled, "the consent that '\(host)' asks for was not given")
        }
    }

    /// Asks for the number of an option; nil when the user cannot be asked.
    func choose(among options: [String], title: String, origin: Origin) throws(FedauthError) -> Int? {
        guard prompter.canAsk else { return nil }
        reporter.note("'\(origin.hostAndPort)' offers a choice: '\(title.folded(to: 80))'")
        guard options.count <= Self.listLimit else { return try search(options, origin: origin) }
        for (index, option) in options.enumerated() { reporter.note("  \(index + 1)  \(option.folded(to: 80))") }
        let answer = try prompter.ask("Which one (1 to \(options.count), or its name): ", isSecret: false)
        let text = answer.withBytes { String(decoding: $0, as: UTF8.self) }.folded().lowercased()
        let names = options.map { $0.folded().lowercased() }
        // A name can be a part of others, and a number can be one.
        let found = names.indices.filter { names[$0] == text }
        let part = names.indices.filter { !text.isEmpty && names[$0].contains(text) }
        if let number = Int(text), options.indices.contains(number - 1) { return number - 1 }
        guard let chosen = found.first ?? (part.count == 1 ? part.first : nil) else {
            throw FedauthError(
                .cancelled, "none of the ways that '\(origin.hostAndPort)' offers was chosen",
                hint: part.count > 1 ? "several have this text: type the number" : nil)
        }
        return chosen
    }

    /// More options than these are searched.
    private static let listLimit = 20
    /// A program that answers in the user's place gives the same answer for ever.
    private static let searchLimit = 20

    /// Asks for a part of an option's text until few are left, and then for the number of one.
    private func search(_ options: [String], origin: Origin) throws(FedauthError) -> Int {
        var listed: [Int] = []
        for _ in 0..<Self.searchLimit {
            let question =
                listed.isEmpty
                ? "Part of the name (\(options.count) to choose from): "
                : "Which one (its number, or part of another name): "
            let answer = try prompter.ask(question, isSecret: false).withBytes { String(decoding: $0, as: UTF8.self) }
            let part = answer.folded().lowercased()
            if part.isEmpty { break }
            if let number = Int(part), listed.contains(number - 1) { return number - 1 }
            let found = options.indices.filter { options[$0].lowercased().contains(part) }
            if let only = found.first, found.count == 1 {
                reporter.note("  \(only + 1)  \(options[only].folded(to: 80))")
                return only
            }
            // A name can be a part of others.
            if let exact = found.first(where: { options[$0].lowercased() == part }) { return exact }
            listed = found.count <= Self.listLimit ? found : []
            if listed.isEmpty { reporter.note(found.isEmpty ? "none has this text" : "\(found.count) have this text") }
            for index in listed { reporter.note("  \(index + 1)  \(options[index].folded(to: 80))") }
        }
        throw FedauthError(.cancelled, "none of the ways that '\(origin.hostAndPort)' offers was chosen")
    }

    /// Asks whether the input may be sent there. Throws `cancelled`, and `input-needed` when nobody can be asked.
    func allow(sendingFrom page: Origin, to target: Origin) throws(FedauthError) {
        let place = target.scheme == .https ? target.hostAndPort : target.description
        let what = "a page of '\(page.hostAndPort)' leads what you type to '\(place)'"
        guard prompter.canAsk else {
            throw FedauthError(
                .inputNeeded, "\(what), which no step of the sign-in has named",
                hint: "nothing was sent; if that host belongs to the identity provider, \(NavigationPolicy.naming)")
        }
        reporter.warning("\(what), which no step of the sign-in has named")
        guard try prompter.confirm("Send it there") else {
            throw FedauthError(.cancelled, "nothing was sent to '\(target.hostAndPort)'")
        }
    }
}
