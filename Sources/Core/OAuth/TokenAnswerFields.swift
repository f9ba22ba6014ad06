/// The places of values in an exchange's answer: names of members from the outside in, joined by dots.
public struct TokenAnswerFields: Sendable, Equatable {
    private var paths: [Field: [String]]

    /// A value of an answer.
    public enum Field: String, Sendable, CaseIterable {
        /// The token itself.
        case token
        /// Its type, the first word of an Authorization field.
        case type
        /// Its end: a date, or a number of seconds.
        case expires
        /// The user of the token.
        case principal
        /// The refresh token.
        case refresh
    }

    /// RFC 6749 section 5.1.
    public static let oauth = TokenAnswerFields(paths: [
        .token: ["access_token"], .type: ["token_type"], .expires: ["expires_in"], .refresh: ["refresh_token"],
    ])

    /// The answer of Telerik's platform.
    public static let everlive = TokenAnswerFields(paths: [
        .token: ["Result", "access_token"], .type: ["Result", "token_type"],
        .expires: ["Result", "expiration_date"], .principal: ["Result", "principal_id"],
    ])

    private init(paths: [Field: [String]]) { self.paths = paths }

    /// Takes `FIELD=PATH`, such as `token=data.token`. Throws `usage` for anything else.
    public mutating func set(_ text: String) throws(FedauthError) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let path = parts.count == 2 ? parts[1].split(separator: ".", omittingEmptySubsequences: false) : []
        guard let field = Field(rawValue: parts[0]), !path.isEmpty, !path.contains(where: \.isEmpty) else {
            throw FedauthError(
                .usage, "'--exchange-answer \(text.folded(to: 60))' names no field of the answer",
                hint: "write FIELD=PATH, such as token=data.token; fields are "
                    + Field.allCases.map(\.rawValue).joined(separator: ", "))
        }
        paths[field] = path.map(String.init)
    }

    /// Returns the path of a field as it is written; nil: the answer does not contain the field.
    func name(of field: Field) -> String? { paths[field]?.joined(separator: ".") }

    func value(of field: Field, in answer: JSONValue) -> JSONValue? {
        guard let path = paths[field] else { return nil }
        var value: JSONValue? = answer
        for name in path { value = value?[name] }
        return value?.isNull == true ? nil : value
    }
}
