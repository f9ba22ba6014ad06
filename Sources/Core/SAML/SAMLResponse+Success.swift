extension SAMLResponse {
    /// Throws `refused` with the identity provider's status message unless the response reports success.
    public func requireSuccess() throws(FedauthError) {
        guard !isSuccess else { return }
        let status = statusCodes.last ?? "unknown"
        let words = statusMessage.isEmpty ? "" : ": \(statusMessage.folded())"
        let issuer = issuer.isEmpty ? "the identity provider" : "'\(issuer.folded(to: 80))'"
        throw FedauthError(
            .refused, "\(issuer) did not sign in, SAML status '\(status.folded(to: 60))'\(words)",
            hint: "ask the operator of the identity provider what the status means for this account")
    }
}
