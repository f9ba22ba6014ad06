import Secrets

/// A platform's answer to an exchange.
struct ExchangeAnswer {
    private let answer: JSONValue
    private let fields: ExchangeAnswerFields
    private let place: String

    /// Throws `refused` with the platform's words for a refusal, and `bad-answer` for content that is not JSON.
    init(_ response: Response, fields: ExchangeAnswerFields) throws(FedauthError) {
        place = "'\(response.url.withoutQuery)'"
        self.fields = fields
        let isSuccess = (200..<300).contains(response.status)
        guard let answer = try? JSONReader.parse(response.body, of: "the answer"), answer.members != nil else {
            throw Self.unreadable(response, place, isSuccess)
        }
        self.answer = answer
        guard isSuccess else { throw refusal(response.status) }
    }

    private static func unreadable(_ response: Response, _ place: String, _ isSuccess: Bool) -> FedauthError {
        if [400, 401, 403].contains(response.status) {
            return FedauthError(
                .refused, "\(place) refused the exchange with status \(response.status)",
                hint: "'--trace FILE' shows what it said")
        }
        return FedauthError(
            .badAnswer,
            isSuccess
                ? "\(place) answered the exchange with something other than JSON"
                : "\(place) answered the exchange with status \(response.status)",
            hint: "check '--exchange-url'; '--trace FILE' shows the answer")
    }

    /// Returns the error of RFC 6749 section 5.2, or of Telerik's platform. Shows nothing else of the answer, which may
    /// repeat what was sent.
    private func refusal(_ status: Int) -> FedauthError {
        let code = answer["error"]?.text ?? answer["errorCode"].flatMap(Self.plain)
        let words = answer["error_description"]?.text ?? answer["message"]?.text ?? ""
        guard status < 500 || code != nil else {
            return FedauthError(
                .badAnswer, "\(place) failed with status \(status)",
                hint: "the fault is the server's: try again later, or look at '--trace FILE'")
        }
        return FedauthError(
            .refused,
            "\(place) refused the exchange, " + (code.map { "error '\($0.folded(to: 60))'" } ?? "status \(status)")
                + (words.isEmpty ? "" : ": \(words.folded(to: 300))"), hint: Self.hint(code))
    }

    private static func hint(_ code: String?) -> String {
        switch code {
        case "invalid_client", "unauthorized_client":
            "check '--client-id', its secret, and whether it goes into the body ('--client-in-body')"
        case "invalid_grant", "801":
            "the token was not taken: check '--realm', which must be what the platform calls itself, and the clocks"
        case "invalid_scope": "check '--exchange-scope'"
        case "unsupported_grant_type":
            "this server does not know that exchange: check '--exchange' and '--exchange-url'"
        default: "nothing was stored; the words are the server's, and its operator knows what they mean"
        }
    }

    private static func plain(_ value: JSONValue) -> String? {
        if case .number(let digits) = value { return digits }
        return value.text
    }

    /// Returns the token. Throws `bad-answer` for an answer without one.
    func token(at now: Timestamp) throws(FedauthError) -> SessionToken {
        // An answer with status 200 can also report an error.
        if let error = answer["error"]?.text, !error.isEmpty { throw refusal(400) }
        guard let value = fields.value(of: .token, in: answer)?.secret, !value.isEmpty else {
            throw FedauthError(
                .badAnswer,
                "\(place) answered the exchange without a token: it has no text at '\(fields.name(of: .token) ?? "")'",
                hint: "'--exchange-answer token=PATH' names its place")
        }
        try SessionToken.checkBearer(value, from: "the exchange at \(place)")
        let claims = JSONWebToken(value)
        return SessionToken(
            kind: .bearer, value: value, expires: [end(at: now), claims?.expires].compactMap(\.self).min(),
            audience: claims?.audience,
            type: fields.value(of: .type, in: answer)?.text?.folded(to: 60),
            principal: fields.value(of: .principal, in: answer).flatMap(Self.plain)?.folded(to: 200),
            refresh: fields.value(of: .refresh, in: answer)?.secret)
    }

    /// Returns the end of the token, which is a date, a number of seconds from now, or a number of seconds since 1970.
    private func end(at now: Timestamp) -> Timestamp? {
        guard let value = fields.value(of: .expires, in: answer), let text = Self.plain(value) else { return nil }
        guard let number = Int64(text) ?? Double(text).flatMap({ Int64(exactly: $0.rounded(.down)) }) else {
            return Timestamp(xmlDateTime: text)
        }
        return TokenLifetime.end(after: number, from: now) ?? TokenLifetime.end(at: number)
    }
}
