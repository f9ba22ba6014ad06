import Secrets

/// The parsed result of a sign-in by WS-Federation: the answer of the security token service.
struct FederationAnswer {
    let response: SecurityTokenResponse
    /// The text that the service takes as a bearer token: what the user named by OAuth's own name for one (RFC 6749
    /// section 4.2.2). Nil for any other parameter, and for a JSON Web Token, which is one anyway.
    let bearer: SharedSecret?

    /// The parameter in which a platform forwards the answer, in base64, to an address of this machine.
    static let platformParameter = "access_token"

    /// Reads `wresult`, or else the `parameter` in which a platform forwards the answer (nil: the usual one). Throws
    /// `refused` for a fault or an answer that reports a refusal, and `bad-answer` for one without a token.
    init(_ answer: FinishAnswer, parameter: String? = nil, reader: any SecurityTokenReader) throws(FedauthError) {
        if let refusal = answer.refusal { throw refusal }
        if parameter == nil, let result = answer.value(of: FederationMessage.parameter) {
            response = try reader.securityTokenResponse(result)
            bearer = nil
            return
        }
        let name = parameter ?? Self.platformParameter
        guard let value = answer.value(of: name) else {
            let there = answer.parameterNames.prefix(8).map { "'\($0.folded(to: 40))'" }.joined(separator: ", ")
            throw FedauthError(
                .badAnswer,
                "what came to '\(answer.url.withoutQuery)' has no '\(name.folded(to: 40))'"
                    + (there.isEmpty ? ", nor any other parameter" : "; it has \(there)"),
                hint: "'--finish-token NAME' names the parameter that is the token")
        }
        guard let bytes = Self.decoded(value) else {
            throw FedauthError(
                .badAnswer,
                "'\(name.folded(to: 40))', which came to '\(answer.url.withoutQuery)', is neither base64 nor a token",
                hint: "'--finish-token NAME' names another parameter; the operator of the platform knows what it sends")
        }
        response = try reader.securityTokenResponse(bytes)
        bearer = parameter == Self.platformParameter && bytes != value ? Self.repaired(value) : nil
    }

    /// Replaces blanks by the '+' that they were before a form was decoded.
    private static func repaired(_ value: SharedSecret) -> SharedSecret {
        value.withBytes { bytes in
            var out = Secret(capacity: bytes.count)
            for byte in bytes { out.append(byte == 0x20 ? UInt8(ascii: "+") : byte) }
            return SharedSecret(out)
        }
    }

    /// Decodes base64 and base64url (RFC 4648 section 5), also when an unencoded '+' has become a blank. Returns XML
    /// and a JSON Web Token unchanged, and nil for anything else.
    static func decoded(_ value: SharedSecret) -> SharedSecret? {
        if value.firstVisible == UInt8(ascii: "<") || JSONWebToken(value) != nil { return value }
        guard let bytes = Base64.decode(repaired(value)), bytes.count > 0 else { return nil }
        return bytes
    }
}
