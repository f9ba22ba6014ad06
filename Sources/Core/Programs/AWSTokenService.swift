public import Secrets

/// A role at AWS (IAM), with the provider that may assume it.
public struct AWSRole: Sendable, Equatable {
    /// The role, such as `arn:aws:iam::123456789012:role/dev`.
    public var role: String
    /// The provider of identities; nil: an OpenID provider, which the token names.
    public var provider: String?

    /// Creates a role. Throws `usage` for a text that names none.
    public init(role: String, provider: String? = nil) throws(FedauthError) {
        let parts = role.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 6, parts[0] == "arn", parts[2] == "iam", parts[5].hasPrefix("role/") else {
            throw FedauthError(
                .usage, "'\(role.folded(to: 100))' is not a role", hint: "write 'arn:aws:iam::ACCOUNT:role/NAME'")
        }
        self.role = role
        self.provider = provider
    }

    /// The attribute of an assertion with the roles that its bearer may assume, each with its provider in either order.
    private static let attribute = "https://aws.amazon.com/SAML/Attributes/Role"

    /// Returns the roles in an assertion; one that several providers may assume once.
    public static func all(in assertion: IssuedToken) -> [AWSRole] {
        let values = assertion.claims.filter { $0.name == attribute }.flatMap(\.values)
        return values.reduce(into: []) { found, value in
            let names = value.split(separator: ",").map { String($0).trimmed }
            guard names.count == 2, let provider = names.first(where: { $0.contains(":saml-provider/") }),
                let name = names.first(where: { $0 != provider }), !found.contains(where: { $0.role == name }),
                let role = try? AWSRole(role: name, provider: provider)
            else { return }
            found.append(role)
        }
    }

    /// Returns how long the provider lets the keys be valid; nil: it does not say.
    public static func seconds(in assertion: IssuedToken) -> Int64? {
        assertion.claims.first { $0.name == "https://aws.amazon.com/SAML/Attributes/SessionDuration" }?.values.first
            .flatMap { Int64($0) }
    }

    /// The address of the token service for the role's partition (AWS General Reference, "AWS STS endpoints and
    /// quotas"), in a region or for every account.
    public func tokenService(in region: String?) throws(FedauthError) -> WebURL {
        let partition = role.split(separator: ":")[1]
        let usual = ["aws-cn": "cn-north-1", "aws-us-gov": "us-gov-west-1"][partition] ?? "us-east-1"
        let region =
            region.flatMap { $0.utf8.allSatisfy { $0.isLetter || $0.isDigit || $0 == 0x2D } ? $0 : nil } ?? usual
        return try WebURL("https://sts.\(region).amazonaws.com\(partition == "aws-cn" ? ".cn" : "")/")
    }
}

/// Exchanges an assertion or an ID token for the keys of a role (AWS Security Token Service, version 2011-06-15).
public struct AWSTokenService {
    private let url: WebURL
    private let agent: UserAgent

    /// What proves who asks.
    public enum Proof {
        /// A SAML response in base64, not older than five minutes.
        case response(SharedSecret)
        /// A JSON Web Token, and the user, whose name the session at AWS gets.
        case token(SharedSecret, user: String?)
    }

    /// Creates the service; sends nothing yet.
    public init(at url: WebURL, agent: UserAgent) { (self.url, self.agent) = (url, agent) }

    /// What AWS gives to every role.
    private static let usualSeconds: Int64 = 3600
    private static let maximumBytes = 1 << 20

    /// Returns the keys of a role as a program of AWS reads them (`credential_process`), and their end. Throws `refused` with the
    /// server's words.
    public func keys(
        of role: AWSRole, by proof: Proof, forSeconds seconds: Int64?, deadline: Deadline
    ) throws(FedauthError) -> (object: JSONValue, expires: Timestamp) {
        let length = seconds ?? Self.usualSeconds
        let response = try send(role, proof, length, deadline)
        guard response.status == 200 else {
            let code = Self.text("Code", in: response) ?? "status \(response.status)"
            // The role's own maximum may be lower than what the provider allows.
            if code == "ValidationError", length > Self.usualSeconds {
                return try keys(of: role, by: proof, forSeconds: Self.usualSeconds, deadline: deadline)
            }
            let words = Self.text("Message", in: response).map { ": \($0)" } ?? ""
            let complaint =
                "'\(url.origin)' gave no keys of '\(role.role.folded(to: 100))', \((code + words).folded(to: 300))"
            guard response.status < 500, response.status != 429, !code.hasPrefix("Throttl") else {
                throw FedauthError(.badAnswer, complaint, hint: "the service has trouble; try again in a minute")
            }
            throw FedauthError(
                .refused, complaint,
                hint: code == "ExpiredTokenException"
                    ? "compare this machine's clock with the provider's"
                    : "the role's trust policy decides; ask its account's administrator")
        }
        guard let key = Self.value("AccessKeyId", in: response),
            let secret = Self.value("SecretAccessKey", in: response),
            let token = Self.value("SessionToken", in: response),
            let end = Self.text("Expiration", in: response).flatMap(Timestamp.init(xmlDateTime:))
        else { throw FedauthError(.badAnswer, "the answer of '\(url.origin)' has no keys") }
        return (
            [
                "Version": 1, "AccessKeyId": .string(key), "SecretAccessKey": .string(secret),
                "SessionToken": .string(token), "Expiration": .text(end.iso8601),
            ], end
        )
    }

    private func send(
        _ role: AWSRole, _ proof: Proof, _ seconds: Int64, _ deadline: Deadline
    ) throws(FedauthError) -> Response {
        var form = OAuthGrant()
        form.add("Version", "2011-06-15")
        form.add("RoleArn", role.role)
        form.add("DurationSeconds", String(seconds))
        switch proof {
        case .response(let response):
            form.add("Action", "AssumeRoleWithSAML")
            form.add("PrincipalArn", role.provider ?? "")
            form.add("SAMLAssertion", response)
        case .token(let token, let user):
            form.add("Action", "AssumeRoleWithWebIdentity")
            // 2 to 64 letters, digits and a few signs.
            let name = (user ?? "").filter { $0.isASCII && ($0.isLetter || $0.isNumber || "=,.@-_".contains($0)) }
            form.add("RoleSessionName", name.count < 2 ? "fedauth" : String(name.prefix(64)))
            form.add("WebIdentityToken", token)
        }
        var jar = CookieJar()
        return try RequestStep(agent: agent).send(
            Request("POST", url, headers: [.form], body: form.body), by: "'--token-service'", with: &jar,
            deadline: deadline, maximumBodyBytes: Self.maximumBytes)
    }

    /// Returns the content of the first element of that name. The answer is flat, and its values are base64, times and words.
    private static func value(_ name: String, in response: Response) -> SharedSecret? {
        response.body.withBytes { bytes in
            guard let start = bytes.firstRange(of: "<\(name)>".utf8)?.upperBound else { return nil }
            let text = bytes[start...].prefix { $0 != UInt8(ascii: "<") }
            guard !text.isEmpty, text.endIndex < bytes.endIndex else { return nil }
            return XMLText.unescaped(SharedSecret(copying: UnsafeRawBufferPointer(rebasing: text)))
        }
    }

    private static func text(_ name: String, in response: Response) -> String? {
        value(name, in: response)?.withBytes { String(decoding: $0, as: UTF8.self) }
    }
}

extension WebURL {
    /// Whether it is where AWS takes the assertion of a sign-in.
    public var isSignInOfAWS: Bool {
        ["signin.aws.amazon.com", "signin.amazonaws.cn", "signin.amazonaws-us-gov.com"].contains(where: host.hasSuffix)
    }
}
