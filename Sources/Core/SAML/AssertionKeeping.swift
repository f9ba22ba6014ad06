import Secrets

/// Makes a session token from the SAML response that a sign-in posted to the service (`--keep-assertion`).
public struct AssertionKeeping {
    private let reporter: any Reporter

    /// `reporter` receives a warning when there was nothing to keep.
    public init(reporter: any Reporter) { self.reporter = reporter }

    /// `message` is the `response` in base64, as the POST binding sends it.
    func token(_ message: SharedSecret?, _ response: SAMLResponse?) -> SessionToken? {
        guard let message else {
            // The service fetched the response itself (artifact binding), or already had a session.
            reporter.warning("no SAML response passed on the way here, so none is kept")
            return nil
        }
        return SessionToken(
            kind: .samlResponse, value: message, expires: response?.notOnOrAfter, audience: response?.audience)
    }
}
