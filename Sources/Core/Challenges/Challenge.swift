/// A challenge of a `WWW-Authenticate` or `Proxy-Authenticate` field (RFC 9110 section 11.6.1).
public struct Challenge: Sendable, Equatable {
    /// The scheme as the server spells it.
    public var scheme: String
    /// The parameters in their original order; names in lower case.
    public var parameters: [Parameter]
    /// The text after the scheme instead of parameters, such as a Negotiate token.
    public var token68: String?

    /// One `name=value`.
    public struct Parameter: Sendable, Equatable {
        /// The name, in lower case.
        public var name: String
        /// The value without quotes.
        public var value: String

        /// Creates a parameter; `name` must be in lower case.
        public init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
    }

    /// Creates a challenge; by default without parameters.
    public init(_ scheme: String, _ parameters: [Parameter] = [], token68: String? = nil) {
        (self.scheme, self.parameters, self.token68) = (scheme, parameters, token68)
    }

    /// Reads all challenges of an answer's fields, in order. Never fails: malformed parts are skipped.
    public static func read(_ fields: [String]) -> [Challenge] {
        fields.flatMap { field in
            var reader = ChallengeReader(field)
            return reader.read()
        }
    }

    /// Returns the first parameter with that name, given in lower case: a second one cannot replace it.
    public func parameter(_ name: String) -> String? { parameters.first { $0.name == name }?.value }

    /// The realm (RFC 9110 section 11.5), if one is named.
    public var realm: String? { parameter("realm") }
}

extension Response {
    /// Whether the server offers Negotiate (RFC 4559) with status 401.
    public var offersNegotiate: Bool { status == 401 && challenges.contains { AuthenticationScheme($0) == .negotiate } }

    /// The first scheme of a 401 that neither a ticket nor a user name and a password answer; nil where one of them does.
    public var otherScheme: String? {
        let known: Set<AuthenticationScheme?> = [.negotiate, .digest, .basic]
        guard status == 401, !challenges.contains(where: { known.contains(AuthenticationScheme($0)) }) else {
            return nil
        }
        return challenges.first?.scheme
    }

    /// The challenge for a bearer token (RFC 6750 section 3), whatever the status; nil: there is none. A service that also takes
    /// tokens that are bound to a key may name its metadata in the challenge for these only.
    public var bearerChallenge: Challenge? {
        guard var found = challenges.first(where: { AuthenticationScheme($0) == .bearer }) else { return nil }
        // Its own come first.
        found.parameters += challenges.flatMap(\.parameters).filter { $0.name == "resource_metadata" }
        return found
    }

    /// The error of an answer that wants a token bound to a key (RFC 9449 section 7.1), whatever else it takes; nil for others.
    var boundTokenDemand: FedauthError? {
        challenges.contains { $0.scheme.lowercased() == "dpop" } ? ProtectedResource.boundTokens(at: url) : nil
    }

    /// The error of a service that wants a token where a login page was expected; nil: it wants something else.
    public var tokenDemand: FedauthError? {
        guard otherScheme != nil, bearerChallenge != nil else { return nil }
        return FedauthError(
            .unknownScheme, "'\(url.origin.hostAndPort)' asks for a token ('Bearer') in place of a login page",
            hint:
                "a sign-in by OAuth gets one: 'fedauth oauth --resource \(url.withoutQuery.shellWord)'; a profile for it is made "
                + "by 'fedauth profile add NAME --method oauth --resource \(url.withoutQuery.shellWord)'")
    }

    /// Returns the error for a scope that is wanted although it was asked for; `why` completes "wants the scope X, …".
    public func refused(scope: String, _ why: String = "with which its token was asked for") -> FedauthError {
        FedauthError(
            .refused, "'\(url.withoutQuery)' wants the scope '\(scope.folded(to: 120))', \(why)",
            hint: "the account may not have it; '--scope' and '--force' ask for a token with the scope that you name")
    }

    /// The scope that the token of the request lacks (RFC 6750 section 3.1); nil: it lacks none, or another one is not named.
    public var insufficientScope: String? {
        guard status == 403, let challenge = bearerChallenge, challenge.parameter("error") == "insufficient_scope"
        else { return nil }
        return challenge.parameter("scope").flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The challenges of a 401.
    var challenges: [Challenge] { challenges(in: "www-authenticate") }

    func challenges(in field: String) -> [Challenge] {
        Challenge.read(headers.filter { $0.name == field }.map(\.value))
    }
}
