import Secrets

/// The JSON of a request to a platform, with places for the issued token. `{response}` is replaced by the answer of the
/// token service in base64, `{assertion}` by the token alone in base64, and `{token}` by the token unchanged.
public struct ExchangeTemplate: Sendable, Equatable {
    private let value: JSONValue

    /// The request of Telerik's platform.
    public static let everlive = ExchangeTemplate(value: ["Identity": ["Provider": "ADFS", "Token": "{response}"]])

    /// Parses a template. Throws `usage` for text that is not a JSON object or has no place for the token.
    public init(_ text: String) throws(FedauthError) {
        let value = try JSONReader.parse(SharedSecret(text: text), of: "'--exchange-template'", failure: .usage)
        guard value.members != nil, Self.hasPlace(value) else {
            throw FedauthError(
                .usage, "'--exchange-template' has no place for the token",
                hint: "write a JSON object with a text '{response}', '{assertion}' or '{token}' in it")
        }
        self.value = value
    }

    private init(value: JSONValue) { self.value = value }

    private static let places: Set = ["{response}", "{assertion}", "{token}"]

    private static func hasPlace(_ value: JSONValue) -> Bool {
        switch value {
        case .string: places.contains(value.text ?? "")
        case .array(let elements): elements.contains(where: hasPlace)
        case .object(let members): members.contains { hasPlace($0.value) }
        default: false
        }
    }

    func content(for response: SecurityTokenResponse) -> SharedSecret {
        var out = Secret(capacity: response.bytes.count * 2)
        filled(value, response).write(to: &out)
        return SharedSecret(out)
    }

    private func filled(_ value: JSONValue, _ response: SecurityTokenResponse) -> JSONValue {
        switch value {
        case .string:
            switch value.text {
            case "{response}": .string(Base64.encode(response.bytes))
            case "{assertion}": .string(Base64.encode(response.token.bytes))
            case "{token}": .string(response.token.bytes)
            default: value
            }
        case .array(let elements): .array(elements.map { filled($0, response) })
        case .object(let members): .object(members.map { JSONValue.Member($0.name, filled($0.value, response)) })
        default: value
        }
    }
}
