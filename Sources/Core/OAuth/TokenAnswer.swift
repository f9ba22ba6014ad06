import Secrets

/// The answer of a token endpoint, or of a platform to an exchange.
struct TokenAnswer {
    private let answer: JSONValue
    private let fields: TokenAnswerFields
    private let purpose: String
    private let place: String
    /// The `serverCode` of an answer that says yes and has no token that can be used: what was sent is used up.
    static let unusable = "unusable-answer"
    /// That of a refusal without a word, as Glewlwyd refuses what is sent.
    static let wordless = "no-words"

    /// Throws `refused` with the server's words for a refusal, and `bad-answer` for a failure of the server, and for content that
    /// is not JSON.
    ///
    /// - Parameter purpose: what was sent, for messages.
    init(_ response: Response, fields: TokenAnswerFields, purpose: String) throws(FedauthError) {
        place = "'\(response.url.withoutQuery)'"
        self.fields = fields
        self.purpose = purpose
        let isSuccess = (200..<300).contains(response.status)
        guard let answer = try? JSONReader.parse(response.body, of: "the answer"), answer.members != nil else {
            throw Self.unreadable(response, place, purpose)
        }
        self.answer = answer
        // An answer with status 200 can also report an error.
        guard isSuccess, (answer["error"]?.text ?? "").isEmpty else {
            throw refusal(isSuccess ? 400 : response.status, response.timeToWait)
        }
    }

    private static func unreadable(_ response: Response, _ place: String, _ purpose: String) -> FedauthError {
        if [400, 401, 403].contains(response.status) {
            // A page with another status may be that of a server in front.
            return FedauthError(
                .refused, "\(place) refused \(purpose) with status \(response.status)",
                hint:
                    "'--trace FILE' shows what it said; a secret that the server reads otherwise than RFC 6749 says goes by "
                    + "'--client-in-body' or '--client-raw'"
            ).coded(response.status == 400 && response.body.isEmpty ? wordless : nil)
        }
        let isSuccess = (200..<300).contains(response.status)
        return FedauthError(
            .badAnswer,
            isSuccess
                ? "\(place) answered \(purpose) with something other than JSON"
                : "\(place) answered \(purpose) with status \(response.status)",
            hint: response.timeToWait ?? "check the address; '--trace FILE' shows the answer"
        ).coded(isSuccess ? unusable : nil)
    }

    /// Returns the error of RFC 6749 section 5.2, or of Telerik's platform. Shows nothing else of the answer, which may
    /// repeat what was sent. A failure of the server is no refusal: the same may succeed later.
    private func refusal(_ status: Int, _ time: String?) -> FedauthError {
        let code = answer["error"]?.text ?? answer["errorCode"].flatMap(Self.plain)
        let words = answer["error_description"]?.text ?? answer["message"]?.text ?? ""
        let isFault = status >= 500 || status == 429
        let what = isFault ? "could not answer \(purpose)" : "refused \(purpose)"
        return FedauthError(
            isFault ? .badAnswer : .refused,
            "\(place) \(what), " + (code.map { "error '\($0.folded(to: 60))'" } ?? "status \(status)")
                + (words.isEmpty ? "" : ": \(words.folded(to: 300))"),
            hint: isFault
                ? time ?? "the fault is the server's: try again later, or look at '--trace FILE'" : Self.hint(code)
        ).coded(code?.folded(to: 60))
    }

    private static func hint(_ code: String?) -> String {
        switch code {
        case "invalid_client", "unauthorized_client":
            "check '--client-id', what it may do, its secret, and how that is sent (with or without '--client-in-body', '--client-raw')"
        case "invalid_grant", "801":
            "what was sent was not taken: check the clocks and, for an exchange, '--realm', which must be what the platform "
                + "calls itself"
        case "invalid_scope": "check the scope ('--scope', '--exchange-scope')"
        case "invalid_target":
            "the server does not know this resource: name it by '--resource', or leave it out by '--no-resource'"
        case "unsupported_grant_type":
            "this server does not know that way to a token: check '--grant', or '--exchange' and '--exchange-url'"
        case "invalid_redirect_uri":
            "the server compares the port: register the address of '--finish', and name it with that port"
        default: "nothing was stored; the words are the server's, and its operator knows what they mean"
        }
    }

    private static func plain(_ value: JSONValue) -> String? {
        if case .number(let digits) = value { return digits }
        return value.text
    }

    /// Returns a member of the answer that is a text; nil for an empty one.
    func secret(_ name: String) -> SharedSecret? { answer[name]?.secret.flatMap { $0.isEmpty ? nil : $0 } }

    /// Returns a member of the answer that is a text or a number.
    func text(_ name: String) -> String? { answer[name].flatMap(Self.plain) }

    /// Returns a number of seconds; nil for none that makes sense.
    func seconds(_ name: String) -> Int64? {
        text(name).flatMap { Int64($0) ?? Double($0).flatMap { Int64(exactly: $0.rounded(.down)) } }
    }

    /// Throws `bad-answer` because a member is missing.
    func missing(_ name: String) -> FedauthError {
        FedauthError(
            .badAnswer, "\(place) answered \(purpose) without '\(name)'",
            hint: "'--trace FILE' shows the answer; tell the server's operator")
    }

    /// Returns the token. Throws `bad-answer`, with `unusable` as its code, for an answer without one.
    func token(at now: Timestamp) throws(FedauthError) -> SessionToken {
        guard let value = fields.value(of: .token, in: answer)?.secret, !value.isEmpty else {
            throw unusable(
                FedauthError(
                    .badAnswer,
                    "\(place) answered \(purpose) without a token: it has no text at '\(fields.name(of: .token) ?? "")'",
                    hint: "'--exchange-answer token=PATH' names its place"))
        }
        do throws(FedauthError) {
            try SessionToken.checkBearer(value, from: "the answer of \(place)")
        } catch { throw unusable(error) }
        let claims = JSONWebToken(value)
        return SessionToken(
            kind: .bearer, value: value, expires: [end(at: now), claims?.expires].compactMap(\.self).min(),
            audience: claims?.audience,
            type: fields.value(of: .type, in: answer)?.text?.folded(to: 60),
            principal: fields.value(of: .principal, in: answer).flatMap(Self.plain)?.folded(to: 200),
            refresh: fields.value(of: .refresh, in: answer)?.secret)
    }

    /// Returns the failure of an answer that says yes.
    func unusable(_ error: FedauthError) -> FedauthError { error.coded(Self.unusable) }

    /// Returns the end of the token, which is a date, a number of seconds from now, or a number of seconds since 1970.
    private func end(at now: Timestamp) -> Timestamp? {
        guard let value = fields.value(of: .expires, in: answer), let text = Self.plain(value) else { return nil }
        guard let number = Int64(text) ?? Double(text).flatMap({ Int64(exactly: $0.rounded(.down)) }) else {
            return Timestamp(xmlDateTime: text)
        }
        return TokenLifetime.end(after: number, from: now) ?? TokenLifetime.end(at: number)
    }
}
