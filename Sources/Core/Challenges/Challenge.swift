/// What a server asks for in a `WWW-Authenticate` or `Proxy-Authenticate` field (RFC 9110 section 11.6.1).
public struct Challenge: Sendable, Equatable {
    /// The scheme as the server spells it.
    public var scheme: String
    /// In order, as they came; names in lower case.
    public var parameters: [Parameter]
    /// What stands behind the scheme in place of parameters, such as a token of Negotiate.
    public var token68: String?

    /// One `name=value`.
    public struct Parameter: Sendable, Equatable {
        /// The name, in lower case.
        public var name: String
        /// The value, without its quotes.
        public var value: String

        /// A parameter; `name` in lower case.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// A challenge; without parameters unless told.
    public init(_ scheme: String, _ parameters: [Parameter] = [], token68: String? = nil) {
        self.scheme = scheme
        self.parameters = parameters
        self.token68 = token68
    }

    /// All challenges of the fields of one answer, in order. Never fails: what makes no sense is passed over.
    public static func read(_ fields: [String]) -> [Challenge] {
        fields.flatMap { field in
            var reader = ChallengeReader(field)
            return reader.read()
        }
    }

    /// The first parameter of that name, which is in lower case: a second one cannot take its place.
    public func parameter(_ name: String) -> String? { parameters.first { $0.name == name }?.value }

    /// The realm (RFC 9110 section 11.5), if one is named.
    public var realm: String? { parameter("realm") }
}

extension Response {
    /// What a 401 asks for.
    var challenges: [Challenge] { challenges(in: "www-authenticate") }

    func challenges(in field: String) -> [Challenge] {
        Challenge.read(headers.filter { $0.name == field }.map(\.value))
    }
}
