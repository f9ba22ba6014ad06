import Secrets

extension Document {
    /// What it says about a password that was sent before it, if it shows no form again and refuses something.
    var blame: LoginRefusal.Blame {
        if case .expired? = page?.meaning { return .other }
        let blame = FormFilling.blame(page, status: response.status)
        guard blame == .password else { return blame }
        return refusesPassword || response.status == 401 && !refusesAccount ? .password : .unknown
    }

    /// Whether the query of its address says that a form came without its cookie, or too late.
    var namesOldFormInAddress: Bool { Words.occur(["csrf", "xsrf", "expired", "timeout"], in: [url.query ?? ""]) }

    /// The error of a page that refuses what was sent before it: some show a picture to be read from then on.
    var refusalBesideCaptcha: FedauthError? {
        guard case .needsBrowser(.captcha)? = page?.meaning, let complaint = page?.complaint,
            Words.blame(complaint) == .password
        else { return nil }
        return deadEnd()
    }

    /// Returns the error of a page that the status, or all that it says, shows to be a refusal or a failure; nil for a page that
    /// leads on although its status is one, and for redirects, which a browser follows.
    ///
    /// - Parameter again: whether a sign-in has passed already.
    func failure(again: Bool = false) -> FedauthError? {
        let isFailure = response.status >= 400 || page?.closesAccount == true || page?.tellsOfMaintenance == true
        guard isFailure, !leadsOn || again && refusesAgain else { return nil }
        do throws(FedauthError) {
            try requireSuccess()
        } catch {
            return error
        }
        return nil
    }

    /// Returns the error for a page that leads no further.
    ///
    /// - Parameter again: whether a sign-in has passed already.
    func end(_ meaning: PageClassifier, again: Bool) -> FedauthError {
        if case .expired = meaning { return expired() }
        return offersOnlySignIn ? onlyOffersSignIn(again: again) : deadEnd()
    }

    /// Throws when the status shows that the sign-in cannot continue from this page.
    func requireSuccess() throws(FedauthError) {
        if case .expired? = page?.meaning { throw expired() }
        if let error = asksForAuthentication { throw error }
        if response.status < 300, page?.closesAccount == true { throw deadEnd() }
        let host = url.origin.hostAndPort
        if response.status < 300, page?.tellsOfMaintenance == true {
            throw FedauthError(
                .badAnswer, "'\(host)' is out of service: \(words)",
                hint: response.timeToWait ?? "try again later; nothing was stored, and nothing is lost")
        }
        let words = self.words
        let says = words.isEmpty ? "" : ": \(words)"
        let trace = "look at the conversation with '--trace FILE'"
        let status = "status \(response.status)"
        guard let failure = AnswerMeaning.Failure(status: response.status) else {
            guard response.status >= 300 else { return }
            throw FedauthError(
                .badAnswer, "'\(host)' answered with \(status) and names no address to go on to", hint: trace)
        }
        if failure == .refusal || refusesPassword && response.status < 500 {
            throw FedauthError(
                .refused, "'\(host)' refused the sign-in with \(status)\(says)",
                hint: refusesPassword
                    ? "check user name and password"
                    : "'\(url.withoutQuery)' said so; ask its operator whether this account may use the service")
        }
        switch failure {
        case .missing where page?.complaint == nil:
            throw FedauthError(
                .badAnswer, "'\(url.withoutQuery)' does not exist (\(status))",
                hint: "check the addresses of the sign-in: its first one, or that of '--sap', and '--finish'")
        case .fault where response.status >= 500:
            throw FedauthError(
                .badAnswer, "'\(host)' failed with \(status)\(says)",
                hint: response.timeToWait ?? "the fault is the server's: try again later, or look at '--trace FILE'")
        case .refusal, .endedSession, .missing, .fault, .other:
            throw FedauthError(
                .badAnswer, "'\(host)' answered with \(status)\(says)", hint: response.timeToWait ?? trace)
        }
    }

    /// Whether it says that user name or password are wrong.
    var refusesPassword: Bool {
        // The words may lack what the title has, too.
        let said = words + " " + (page?.mainText.folded(to: 160) ?? "")
        return Words.refusePassword(words)
            || Words.occur(Words.failures, in: [title, said]) && !Words.tellOfFault(words) && !refusesAccount
    }

    /// Whether it says that the account may not go on.
    private var refusesAccount: Bool {
        [Words.refusing, Words.closedAccount].contains { Words.occur($0, in: [title, page?.text ?? words]) }
            || Words.occur(Words.locked, in: [title] + (page?.headings ?? []))
    }

    /// Whether all that it says is how to sign in.
    var offersOnlySignIn: Bool {
        page?.complaint == nil && page?.onlyLeadsOn(at: url) == true
            && !Words.occur(Words.closedAccount, in: [page?.text ?? ""])
    }

    /// Whether it refuses an account, and offers to sign in as somebody else: to who is signed in already, that is no way on. What
    /// is wrong with the session may be mended by a new one.
    var refusesAgain: Bool {
        page?.onlySignsIn == true && page?.requiresSignIn == false
            && AnswerMeaning.Failure(status: response.status) == .refusal
            && refusesAccount && !Words.tellOfFault(words)
    }

    /// What an answer says about its failure: the error that the page marks, else its title and the begin of its text; of JSON the
    /// members that are meant for people.
    var words: String {
        if let words = page?.accusation { return words }
        let isPlain = page == nil && MediaType(response.header("content-type") ?? "").essence == "text/plain"
        let text =
            page?.ownText
            ?? (isPlain ? response.body.withBytes { String(decoding: $0.prefix(1_000), as: UTF8.self) } : "")
        if let said = Self.said(inJSON: page == nil ? response.body : SharedSecret(text: text)) { return said }
        let title = page?.title.folded() ?? ""
        var rest = text[...]
        while !title.isEmpty, rest.hasPrefix(title) { rest = rest.dropFirst(title.count).drop { $0 == " " } }
        var words = [title, String(rest).folded(to: 160)].filter { !$0.isEmpty }.joined(separator: ": ")
        while words.hasSuffix(".") { words.removeLast() }
        return words
    }

    /// Whether it is no page, and says that something failed: JSON with an `error` or without success, a SOAP fault, a few words. A
    /// browser shows such an answer as a page.
    var saysError: Bool {
        let type = MediaType(response.header("content-type") ?? "")
        guard page == nil || !type.essence.isEmpty && !type.isHTML else { return false }
        let content = page.map { SharedSecret(text: $0.text) } ?? response.body
        if let value = try? JSONReader.parse(content) {
            return value["error"].map { !$0.isNull && $0.bool != false } == true || value["success"]?.bool == false
        }
        let text = content.withBytes { String(decoding: $0.prefix(1_000), as: UTF8.self) }
        return text.contains(":Fault>")
            || content.count < 200
                && (Words.refusePassword(text)
                    || [Words.failures, Words.refusing].contains { Words.occur($0, in: [text]) })
    }

    /// The members in which JSON says what failed (RFC 6749 section 5.2, RFC 9457 section 3.1).
    private static func said(inJSON text: SharedSecret) -> String? {
        guard text.withBytes({ $0.first { $0 > 0x20 } }) == UInt8(ascii: "{"), text.count <= 1 << 16,
            let value = try? JSONReader.parse(text)
        else { return nil }
        let found = ["error", "title", "error_description", "message", "detail"].compactMap { value[$0]?.text }
        return found.isEmpty ? nil : found.joined(separator: ": ").folded(to: 160)
    }

    /// Completes "timed out while …".
    var waitedFor: String {
        let factor = page?.forms.lazy.compactMap(\.secondFactor).first.map { "waiting for '\($0)'" }
        return "\(factor ?? "walking the login") at '\(url.origin.hostAndPort)'"
    }

    /// The error for an answer that requires HTTP authentication by the browser (RFC 9110 section 11.6.1); otherwise
    /// nil.
    var asksForAuthentication: FedauthError? {
        guard response.status == 401, let challenge = response.header("www-authenticate") else { return nil }
        if let demand = response.tokenDemand { return demand }
        let scheme = challenge.split(separator: " ").first.map(String.init) ?? ""
        return FedauthError(
            .noPresenter,
            "'\(url.origin.hostAndPort)' asks for HTTP authentication ('\(scheme.folded(to: 30))') in place of a login page",
            hint: scheme.lowercased() == AuthenticationScheme.negotiate.rawValue
                ? "'kinit' gets a Kerberos ticket"
                : "the form presenter cannot answer that; '--presenter chromium' asks for it in a browser")
    }

    /// Returns the error for a page that needs more than forms.
    func needsBrowser(_ need: BrowserNeed) -> FedauthError {
        FedauthError(
            .noPresenter,
            "the page '\(name)' at '\(url.origin.hostAndPort)' needs \(need.text)"
                + (need == .frames ? page?.foreignFrame(at: url).map { " (it shows '\($0)')" } ?? "" : ""),
            hint: "the form presenter only fills forms; '--presenter chromium' shows the page in a browser")
    }

    /// Returns the error for a form with an unsupported encoding.
    func needsEncoding(_ form: LoginForm) -> FedauthError {
        FedauthError(
            .noPresenter,
            "the login form on '\(name)' wants its content as '\(form.encoding.folded(to: 40))'",
            hint: "the form presenter does not send that; '--presenter chromium' shows the page in a browser")
    }

    /// Returns the error for forms of unknown purpose. `forms` are those that may be relevant.
    func unknownStep(_ forms: [LoginForm]) -> FedauthError {
        let names = forms.flatMap { form -> [String] in
            // What nobody sees is named only where there is nothing else.
            let isHidden = form.fields.allSatisfy { $0.name.isEmpty || $0.kind == .hidden || $0.kind == .inert }
            return form.fields.filter {
                !$0.name.isEmpty && $0.kind != .inert && (isHidden || $0.kind != .hidden)
            }.map { field in
                guard field.kind == .submit else { return field.name }
                let value = field.value.withBytes { String(decoding: $0.prefix(60), as: UTF8.self) }
                return "\(field.name)=\(value)" + (field.label.isEmpty ? "" : " (\(field.label.folded(to: 40)))")
            }
        }
        var seen: Set<String> = []
        let list = names.filter { seen.insert($0).inserted }.joined(separator: ", ").folded(to: 300)
        let factor = forms.lazy.compactMap(\.secondFactor).first.map { " (AuthMethod '\($0)')" } ?? ""
        let complaint = page?.complaint.map { "; it says: \($0)" } ?? ""
        return FedauthError(
            .noPresenter,
            "the page '\(name)' at '\(url.origin.hostAndPort)'\(factor) needs \(BrowserNeed.unknownStep.text); its "
                + "fields are '\(list)'\(complaint)",
            hint: "choose by '--field NAME=text:VALUE', with one of these names and the value of what you choose")
    }

    /// Returns the error for a sign-in that took too long, or was started twice.
    func expired() -> FedauthError {
        FedauthError(
            .refused,
            "'\(url.origin.hostAndPort)' has given up on this sign-in: \((page?.ownText ?? title).folded(to: 160))",
            hint: "start it again")
    }

    /// Returns the error for a finish endpoint that leads no further and did not set the required cookie.
    func lacks(cookie: String) -> FedauthError {
        FedauthError(
            .noPresenter,
            "the finish endpoint '\(url.withoutQuery)' was reached, but no cookie '\(cookie.folded(to: 60))' is there",
            hint: "if a script sets it, '--presenter chromium' waits for it; else check '--finish-cookie'")
    }

    /// Returns the error for a page that asks for the password of another user, and offers no way to the own one.
    func isFor(_ user: String) -> FedauthError {
        FedauthError(
            .inputNeeded,
            "'\(url.origin.hostAndPort)' asks for the password of '\(user.folded(to: 60))', who is not the one who signs in",
            hint:
                "nothing was sent; '--user' names the user, and '--field \"LABEL=text:yes\"' presses what leads to another one"
        )
    }

    /// Returns the error for a page whose only way is a link to sign in.
    ///
    /// - Parameter again: whether a sign-in has passed already.
    func onlyOffersSignIn(again: Bool) -> FedauthError {
        let place = "'\(url.withoutQuery)'" + (title.isEmpty ? "" : " ('\(title)')")
        guard again else {
            guard page?.awaitsSignIn != true else { return deadEnd() }
            return FedauthError(
                .noPresenter, "\(place) only offers to sign in, by a link",
                hint: "begin at the address of that link, or press it with '--presenter chromium'")
        }
        guard !refusesPassword else { return deadEnd() }
        // The bar of such a page offers to sign in.
        let said = [title, page?.ownText ?? ""]
        if [Words.refusing, Words.closedAccount, Words.locked].contains(where: { Words.occur($0, in: said) }) {
            return accountRefused
        }
        return FedauthError(
            .badAnswer, "\(place) still offers to sign in: the service has kept no session",
            hint: "its cookies may be wrong; '--trace FILE' shows the way; it says: \(words)")
    }

    private var accountRefused: FedauthError {
        FedauthError(
            .refused, "'\(url.origin.hostAndPort)' does not let this account in: \(words)",
            hint: "ask its operator whether this account may use the service")
    }

    /// Returns the error for a page that leads no further.
    func deadEnd() -> FedauthError {
        if let words = page?.accusation ?? (saysError ? words : nil), !words.isEmpty {
            return FedauthError(
                .refused, "'\(url.origin.hostAndPort)' shows an error: \(words)",
                hint: "the page is '\(name)'"
                    + (page?.operatorsMarks ?? ""))
        }
        let says = page?.text.folded(to: 160) ?? ""
        if refusesPassword {
            return FedauthError(
                .refused, "'\(url.origin.hostAndPort)' refused the sign-in: \(words)",
                hint: "check user name and password")
        }
        if refusesAccount { return accountRefused }
        let asking = page?.forms.first { $0.fields.contains { $0.isTyped && $0.isRequired } }
        if let asking, !Words.tellOfFault(title) { return unknownStep([asking]) }
        if let ways = page?.openLinks, !ways.isEmpty {
            return FedauthError(
                .inputNeeded, "'\(url.origin.hostAndPort)' asks for \(ways.listed) ('\(name)')",
                hint: "\(ways.advice.map { $0 + "; " } ?? "")if this page is where it should end, add "
                    + url.finishOption + (says.isEmpty ? "" : "; it says: \(says)"))
        }
        return FedauthError(
            .badAnswer,
            "the sign-in ended at '\(url.withoutQuery)'\(title.isEmpty ? "" : " ('\(title)')"), which has no login "
                + "form "
                + "and is not the finish endpoint",
            hint: "if this page is where it should end, add " + url.finishOption
                + (says.isEmpty ? "" : "; it says: \(says)")
        ).ending(at: url)
    }
}
