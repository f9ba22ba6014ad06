internal import Secrets

/// Decodes the messages of SAML, WS-Federation, OpenID Connect, OAuth and CAS in requests and answers, for a trace: who sent what to
/// whom, and its times against this machine's clock. What proves or describes the user is named and never shown.
struct TracedMessages {
    let now: Timestamp
    let redaction: Redaction
    private typealias Field = (name: String, value: SharedSecret)

    /// Returns a line for each message that the request carries, and below it one for each thing it says.
    func lines(of request: Request) -> [String] {
        let inAddress = FormBody(SharedSecret(text: request.url.query ?? "")).fields
        let type = request.headers.first { $0.name.asciiLowercased == "content-type" }?.value
        let isForm = type?.withBytes { $0.starts(with: MediaType.form.utf8) } ?? false
        let inBody = isForm ? request.body.map { FormBody($0).fields } ?? [] : []
        return saml(inAddress, by: "redirect") + saml(inBody, by: "POST") + federation(inAddress + inBody)
            + authorization(inAddress + inBody) + cas(request.url, inAddress)
    }

    /// Returns the lines of the ID token in an answer (OpenID Connect Core 1.0 section 2).
    func lines(ofTokens response: Response) -> [String] {
        guard response.body.count <= JSONOutline.maximumBytes, response.body.firstVisible == UInt8(ascii: "{"),
            let token = (try? JSONReader.parse(response.body))?["id_token"]?.secret
        else { return [] }
        return idToken(token)
    }

    // MARK: SAML 2.0 and WS-Federation

    /// A form of a provider may carry on what came compressed in its own address.
    private func saml(_ fields: [Field], by way: String) -> [String] {
        fields.flatMap { field -> [String] in
            if field.name == "SAMLart" { return ["message SAML artifact, by \(way)"] }
            guard ["SAMLRequest", "SAMLResponse"].contains(field.name) else { return [] }
            guard let packed = Base64.decode(field.value),
                let xml = packed.isMarkup ? packed : Inflation.text(of: packed), xml.isMarkup
            else { return ["message SAML by \(way), which cannot be decoded"] }
            return document(xml, named: "SAML", by: way)
        }
    }

    private func federation(_ fields: [Field]) -> [String] {
        guard let action = text(of: "wa", fields) else { return [] }
        let said = facts(
            fields,
            [
                "wtrealm": "realm", "wreply": "answer to", "whr": "organisation", "wauth": "method",
                "wfresh": "freshness",
            ])
        guard let result = fields.first(where: { $0.name == "wresult" })?.value else {
            return ["message WS-Federation \(action)"] + said
        }
        return document(result, named: "WS-Federation \(action):", by: "POST") + said
    }

    private func document(_ xml: SharedSecret, named name: String, by way: String) -> [String] {
        var facts = XMLFacts(now: now, redaction)
        facts.read(xml)
        return ["message \(name) \(facts.root.folded(to: 60)), by \(way)"] + facts.lines.map { "  " + $0 }
    }

    // MARK: OAuth and OpenID Connect

    private func authorization(_ fields: [Field]) -> [String] {
        func has(_ name: String) -> Bool { fields.contains { $0.name == name } }
        let common = [
            "client_id": "client", "redirect_uri": "answer to", "scope": "scope", "resource": "resource",
            "audience": "audience", "error": "error", "error_description": "says", "iss": "issuer",
        ]
        if has("client_id"), has("response_type") || has("request_uri") || has("request") {
            let isOpenID = text(of: "scope", fields)?.split(separator: " ").contains("openid") ?? false
            let more = [
                "response_type": "wants", "response_mode": "answer by", "prompt": "prompt", "max_age": "max. age",
                "acr_values": "method", "code_challenge_method": "PKCE",
            ]
            return ["message \(isOpenID ? "OpenID Connect" : "OAuth") authorization request"]
                + facts(fields, common.merging(more) { first, _ in first })
                + present(["state", "nonce", "code_challenge", "request_uri", "request"], in: fields)
        }
        if let grant = text(of: "grant_type", fields) {
            return ["message OAuth token request: \(grant)"] + facts(fields, common)
                + present(["code", "code_verifier", "refresh_token", "client_secret", "client_assertion"], in: fields)
        }
        guard has("state") || has("iss"), ["code", "error", "id_token", "access_token"].contains(where: has) else {
            return []
        }
        return ["message OAuth authorization answer"] + facts(fields, common)
            + present(["code", "state", "access_token", "id_token"], in: fields)
            + (fields.first { $0.name == "id_token" }.map { idToken($0.value) } ?? [])
    }

    private func idToken(_ token: SharedSecret) -> [String] {
        guard let token = JSONWebToken(token) else { return ["message ID token, which cannot be read"] }
        var lines = ["message OpenID Connect ID token"]
        if let issuer = token.issuer { lines.append("  issuer: \(XMLFacts.address(issuer, redaction))") }
        if let audience = token.audience { lines.append("  audience: \(audience.folded(to: 120))") }
        if let end = token.expires { lines.append("  valid until: \(ClockWords.end(end, now))") }
        return lines
    }

    // MARK: CAS

    /// CAS Protocol 3.0, sections 2.1, 2.2 and 2.5.
    private func cas(_ url: WebURL, _ fields: [Field]) -> [String] {
        let isTicket = fields.contains { field in
            field.name == "ticket" && field.value.withBytes { $0.starts(with: "ST-".utf8) }
        }
        let isForService =
            ["/login", "/serviceValidate", "/logout"].contains(where: url.path.hasSuffix)
            && fields.contains { $0.name == "service" }
        guard isTicket || isForService else { return [] }
        return ["message CAS \(isTicket ? "service ticket" : "request")"]
            + facts(fields, ["service": "service", "gateway": "gateway", "renew": "renew"])
            + present(["ticket"], in: fields)
    }

    // MARK: Fields

    private func text(of name: String, _ fields: [Field]) -> String? {
        fields.first { $0.name == name }?.value.withBytes { String(decoding: $0.prefix(1000), as: UTF8.self) }
            .folded(to: 120)
    }

    private func facts(_ fields: [Field], _ names: [String: String]) -> [String] {
        fields.compactMap { field in
            guard let name = names[field.name], let text = text(of: field.name, [field]) else { return nil }
            return "  \(name): \(XMLFacts.address(text, redaction))"
        }
    }

    private func present(_ names: [String], in fields: [Field]) -> [String] {
        let found = names.filter { name in fields.contains { $0.name == name } }
        return found.isEmpty ? [] : ["  carries: \(found.joined(separator: ", "))"]
    }
}

/// Compares a time of a message with this machine's clock.
enum ClockWords {
    /// Returns a time that must be now or past.
    static func begin(_ time: Timestamp, _ now: Timestamp) -> String {
        text(time, now) + (time.seconds(since: now) > 0 ? ": NOT YET, by this machine's clock" : "")
    }

    /// Returns a time that must be to come.
    static func end(_ time: Timestamp, _ now: Timestamp) -> String {
        text(time, now) + (time <= now ? ": OVER, by this machine's clock" : "")
    }

    static func text(_ time: Timestamp, _ now: Timestamp) -> String {
        let distance = time.seconds(since: now)
        let length = distance.magnitude
        let words =
            switch length {
            case ..<120: "\(length) s"
            case ..<7200: "\(length / 60) min"
            case ..<172_800: "\(length / 3600) h"
            default: "\(length / 86_400) d"
            }
        return "\(time.iso8601), " + (distance == 0 ? "now" : distance > 0 ? "in \(words)" : "\(words) ago")
    }
}

extension SharedSecret { fileprivate var isMarkup: Bool { firstVisible == UInt8(ascii: "<") } }
