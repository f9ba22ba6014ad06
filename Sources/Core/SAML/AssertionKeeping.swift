import Secrets

/// Makes a session's token out of the SAML response that a sign-in carried to the service (`--keep-assertion`).
public struct AssertionKeeping {
    private let reporter: any Reporter

    /// - Parameter reporter: is told when there was nothing to keep.
    public init(reporter: any Reporter) { self.reporter = reporter }

    /// - Parameters:
    ///   - message: the response in base64, as the POST binding carries it.
    ///   - response: what it says.
    func token(_ message: SharedSecret?, _ response: SAMLResponse?) -> SessionToken? {
        guard let message else {
            // The service fetched it by itself (artifact binding), or had a session already.
            reporter.warning("no SAML response passed on the way here, so none is kept")
            return nil
        }
        return SessionToken(
            .samlResponse, message, expires: response?.notOnOrAfter, audience: response?.audience)
    }
}
