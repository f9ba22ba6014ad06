import Secrets

/// The questions of a login at a Secure Login Server and their answers, step by step.
struct SLSLogin {
    let origin: Origin
    let answers: LoginCredentials
    let reporter: any Reporter
    /// The user name so far.
    var user: String?
    var sent: [String: LoginQuestion.Role] = [:]
    var shown: Set<String> = []
    /// Whether the last step said that something was wrong.
    var isWrong = false

    /// Begins a new login.
    mutating func begin() {
        sent = [:]
        user = nil
    }

    /// Records how the login ended, as far as it may be about what was sent. A step that asks for something else has accepted it,
    /// unless it says that something was wrong.
    func ended(by error: FedauthError) {
        let blame: LoginRefusal.Blame
        switch error.code {
        // A locked account, or one that may not do this, has no wrong password.
        case .refused:
            let isOther = error.serverCode != nil || Words.occur(Words.locked, in: [error.message])
            blame = isOther ? .unknown : .password
        case .inputNeeded where isWrong: blame = .unknown
        case .unexpectedContent, .refusedHost, .badAnswer: blame = .unknown
        case _ where error.endsWait: blame = .other
        default: return
        }
        answers.noteRefusal(blame, among: Set(sent.values))
    }

    /// Shows the disclaimer, once, and the server's message, and what corrects a word that is not known.
    mutating func show(_ step: SLSLoginStep) {
        isWrong = step.isError
        let host = origin.hostAndPort
        if let disclaimer = step.disclaimer, shown.insert(disclaimer).inserted {
            reporter.instruct("'\(host)' says: \(disclaimer.folded(to: 2000))")
        }
        for type in step.fields.compactMap(\.unknownType) where shown.insert("type " + type).inserted {
            let type = type.folded(to: 60)
            reporter.note("the type '\(type)' is not known: if such a field may be shown, '--sls-name plain=\(type)'")
        }
        if let state = step.unknownState?.folded(to: 60), !step.isGuessed {
            reporter.detail("the state '\(state)' is not known; whether '\(host)' names fields decides ('--sls-name')")
        }
        guard let message = step.message, !isRefusal(step) else { return }
        let text = "'\(host)': \(message.folded(to: 500))"
        if step.isError { reporter.warning(text) } else { reporter.note(text) }
    }

    /// Returns the answers to a step as a form. Throws `refused` when the same refused answers would be sent again, and
    /// `input-needed`, naming all fields without a value.
    mutating func form(for step: SLSLoginStep) throws(FedauthError) -> SharedSecret {
        if isRefusal(step) {
            try answers.reject(
                LoginRefusal(
                    origin: origin, roles: Set(step.fields.compactMap { sent[$0.name] }),
                    complaint: step.message?.folded() ?? "it asks for the same again", user: user))
        }
        var form: [(name: String, value: SharedSecret)] = []
        var missing: [(name: String, role: LoginQuestion.Role)] = []
        var first: FedauthError?
        let before = sent
        for field in step.fields {
            let question = question(field)
            do throws(FedauthError) {
                let value = try answer(field, question)
                form.append((field.name, value))
                if let confirmation = field.confirmation {
                    form.append((confirmation, value))
                    // The password typed earlier has been replaced.
                    answers.wasHandedOver(isAgain: true)
                }
                if question.role == .userName { user = value.withBytes { String(decoding: $0, as: UTF8.self) } }
                sent[field.name] = question.role
            } catch {
                guard error.code == .inputNeeded else { throw error }
                first = first ?? error
                missing.append((field.name, question.role))
            }
        }
        guard missing.isEmpty else {
            sent = before
            throw lacking(missing, first)
        }
        return FormBody.of(form)
    }

    /// Returns whether the previous answers were refused: fields with answers are requested again, and the server
    /// reports an error or a secret would be sent twice.
    private func isRefusal(_ step: SLSLoginStep) -> Bool {
        let again = step.fields.filter { sent[$0.name] != nil }
        return !again.isEmpty && (step.isError || again.contains { $0.isHidden || sent[$0.name]?.isSecret == true })
    }

    private static let userNames: Set = [
        "user", "username", "user_name", "userid", "login", "j_username", "uid", "account",
    ]

    private func question(_ field: SLSLoginStep.Field) -> LoginQuestion {
        let control = FormField(kind: field.isHidden ? .password : .text, name: field.name, label: field.prompt)
        var role = control.role ?? .other
        // What a server calls a field that may be shown is not known of all; a password in place of the name would stand in its log.
        if field.isHidden, Self.userNames.contains(field.name.lowercased()) { role = .userName }
        // The first visible field is the user name. A new password does not answer a request for the old one.
        if !field.isHidden, role == .other, user == nil, sent.isEmpty { role = .userName }
        if role == .userName, user != nil, sent[field.name] == nil { role = .other }
        if field.confirmation != nil { role = .other }
        // The account's password goes into one field only.
        if role == .password, sent.contains(where: { $0.key != field.name && $0.value == .password }) { role = .other }
        var question = LoginQuestion(origin: origin, role: role, field: control, user: user ?? answers.user)
        question.isHidden = field.isHidden && question.role != .userName
        question.preset = field.preset
        return question
    }

    /// Returns the value of a field. A value that must be confirmed is asked for twice, unless a source has it.
    private func answer(_ field: SLSLoginStep.Field, _ question: LoginQuestion) throws(FedauthError) -> SharedSecret {
        guard field.confirmation != nil, !answers.isGiven(control: question.field) else {
            return try answers.answer(question)
        }
        for _ in 0..<3 {
            let value = try answers.answer(question)
            var again = question
            again.field.label = "\(field.prompt.folded(to: 50)), again"
            if try answers.answer(again) == value { return value }
            reporter.warning("the two are not the same; nothing was sent")
        }
        throw FedauthError(.cancelled, "the new value was not typed twice in the same way", hint: "nothing was sent")
    }

    private func lacking(_ fields: [(name: String, role: LoginQuestion.Role)], _ first: FedauthError?) -> FedauthError {
        let list = fields.map { "'\($0.name.folded(to: 60))'" }.joined(separator: ", ")
        let options = fields.map { field in
            switch field.role {
            case .userName: "'--user NAME'"
            case .password: "'--password-file FILE'"
            default: FormField(kind: .text, name: field.name).option("SOURCE")
            }
        }
        return FedauthError(
            .inputNeeded, "'\(origin.hostAndPort)' asks for \(list), and fedauth cannot ask you",
            hint: "give \(fields.count == 1 ? "it" : "them") by \(options.joined(separator: ", ").folded(to: 200)), "
                + "or sign in on a terminal",
            causes: first.map { [$0.message] } ?? [])
    }
}
