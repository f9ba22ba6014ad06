/// What a server requires before it answers a request.
public enum SignInDemand: Sendable, Equatable {
    /// An `Authorization` field (RFC 9110 section 11.6): 401.
    case credentials([Challenge])
    /// A `Proxy-Authorization` field: 407. It is for a proxy, never for the server.
    case proxyCredentials([Challenge])
    /// SAML, indicated by a redirect, a form, or the field of SAP mobile services.
    case saml
    /// WS-Federation's `wsignin1.0`, by redirect or form.
    case wsFederation
    /// A CSRF token, which must be fetched and sent: `X-CSRF-Token: Required`.
    case csrfToken
    /// A login page instead of the expected data.
    case loginPage

    /// Returns all demands of an answer, in the order in which they should be fulfilled.
    ///
    /// - Parameters:
    ///   - page: the content of the answer, if it is a page.
    ///   - expected: the expected media type; nil for any.
    public static func all(in response: Response, page: Page?, expecting expected: MediaType? = nil) -> [SignInDemand] {
        var demands: [SignInDemand] = []
        if response.status == 407 {
            demands.append(.proxyCredentials(response.challenges(in: "proxy-authenticate")))
        }
        if SAMLChallenge.isPresent(in: response, page: page) { demands.append(.saml) }
        if asksForWSFederation(response, page) { demands.append(.wsFederation) }
        // In other answers this field is not a demand: some servers add it to data.
        if response.status == 401 { demands.append(.credentials(response.challenges)) }
        if response.header("x-csrf-token")?.lowercased() == "required" { demands.append(.csrfToken) }
        if demands.isEmpty, let expected, !expected.isHTML, (200..<300).contains(response.status),
            MediaType(response.header("content-type") ?? "").isHTML
        {
            demands.append(.loginPage)
        }
        return demands
    }

    /// Returns whether it is a request for a sign-in, not the answer to one (WS-Federation 1.2, section 13.2.1).
    private static func asksForWSFederation(_ response: Response, _ page: Page?) -> Bool {
        if let query = response.redirect?.split(separator: "?", maxSplits: 1).dropFirst().first,
            query.prefix(while: { $0 != "#" }).split(separator: "&").contains("wa=wsignin1.0")
        {
            return true
        }
        return page?.forms.contains { form in
            form.fields.contains { $0.name == "wa" && $0.value.equals("wsignin1.0") }
                && !form.fields.contains { $0.name == "wresult" }
        } ?? false
    }
}
