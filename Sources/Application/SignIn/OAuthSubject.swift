import Core
import Secrets

/// The source of the token of another issuer that a grant takes (RFC 7521 section 4.1, RFC 8693 section 2.1): read each time, as such
/// tokens live for minutes, and never kept.
struct OAuthSubject {
    private let source: String
    private let settings: OAuthSettings
    private let services: any Services

    /// Returns nil for a grant that takes none. Throws `usage` for one without a source, and for a source without such a grant.
    init?(_ settings: OAuthSettings, _ services: any Services) throws(FedauthError) {
        let grant = settings.way
        guard grant.takesSubject == (settings.subject != nil) else {
            throw FedauthError(
                .usage,
                grant.takesSubject
                    ? "the grant '\(grant.rawValue)' needs the token of another issuer"
                    : "'--subject-token' changes nothing: the grant '\(grant.rawValue)' takes no token",
                hint: grant.takesSubject
                    ? "name its source by '--subject-token', such as 'ci' or 'file:PATH'"
                    : "leave it out, or name another way by '--grant'")
        }
        guard let source = settings.subject else { return nil }
        self.source = source
        self.settings = settings
        self.services = services
        try Self.check(source, services)
    }

    /// Throws `usage` for a text that names no source.
    private static func check(_ source: String, _ services: any Services) throws(FedauthError) {
        guard source != "ci", !source.hasPrefix("session:") else { return }
        try services.check(field: "subject=" + source)
    }

    /// Returns the token for the issuer `audience`.
    func read(
        for audience: String, _ agent: UserAgent, _ deadline: Deadline
    ) throws(FedauthError) -> OAuthSignIn.Subject {
        if source == "ci" { return OAuthSignIn.Subject(try ofJob(for: audience, agent, deadline)) }
        if source.hasPrefix("session:") { return try ofSession(String(source.dropFirst("session:".count))) }
        let (_, reader) = try services.field("subject=" + source, in: services.store())
        let token = SharedSecret(try reader.secret()).trimmed
        guard !token.isEmpty else {
            throw FedauthError(.inputNeeded, "the token from '\(reader.description.folded(to: 80))' is empty")
        }
        return OAuthSignIn.Subject(assertion: token, services.tokenReader) ?? OAuthSignIn.Subject(token)
    }

    /// Returns the token that the CI issues for its job: GitHub and Forgejo by a request, workloads of Azure and AWS by a file.
    private func ofJob(
        for audience: String, _ agent: UserAgent, _ deadline: Deadline
    ) throws(FedauthError) -> SharedSecret {
        let environment = services.environment
        for name in ["AZURE_FEDERATED_TOKEN_FILE", "AWS_WEB_IDENTITY_TOKEN_FILE"] {
            guard let path = environment[name] else { continue }
            return try services.content(of: path, limit: 1 << 20).trimmed
        }
        guard let address = environment["ACTIONS_ID_TOKEN_REQUEST_URL"],
            let proof = environment["ACTIONS_ID_TOKEN_REQUEST_TOKEN"]
        else {
            throw FedauthError(
                .inputNeeded, "this is no job of a CI that gives it a token",
                hint:
                    "on GitHub the job needs 'permissions: id-token: write', on Forgejo 'enable-openid-connect: true'; on "
                    + "GitLab name the variable of 'id_tokens': '--subject-token env:NAME'; on Kubernetes 'file:PATH'")
        }
        let proofText = SharedSecret(text: "bearer " + proof)
        services.reporter.mask(SharedSecret(text: proof))
        let token = try OAuthSignIn.jobToken(at: WebURL(address), for: audience, proof: proofText, agent, deadline)
        services.reporter.mask(token)
        return token
    }

    /// Returns the assertion of a kept SAML response, or the token of another session.
    private func ofSession(_ name: String) throws(FedauthError) -> OAuthSignIn.Subject {
        let store = try services.store()
        let session = try CurrentProfile(services).session(name, in: services.configuration(), store).session
        guard let token = session.token else {
            throw FedauthError(
                .notFound, "the session '\(name.folded(to: 60))' keeps no token",
                hint: "'--keep-assertion' keeps that of a sign-in by SAML")
        }
        let text = TokenText(session: session, token: token, reader: services.tokenReader)
        guard token.kind != .bearer else { return OAuthSignIn.Subject(token.value) }
        let issued = try text.kept().token
        guard issued.kind.isAssertion else {
            throw FedauthError(
                .tokenType, "the token of '\(name.folded(to: 60))' is of the kind '\(issued.kind.rawValue)'",
                hint: "an assertion of SAML, or a JSON Web Token, is exchanged")
        }
        return OAuthSignIn.Subject(issued)
    }
}

extension SharedSecret {
    /// Without the line feed at the end of a file.
    fileprivate var trimmed: SharedSecret {
        withBytes { bytes in
            let end = bytes.lastIndex { !" \t\r\n".utf8.contains($0) }.map { $0 + 1 } ?? 0
            return SharedSecret(copying: UnsafeRawBufferPointer(rebasing: bytes[..<end]))
        }
    }
}
