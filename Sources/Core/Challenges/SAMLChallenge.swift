/// Recognises a demand for a SAML sign-in in an answer with any status: SAP documents that the status is not reliable.
enum SAMLChallenge {
    /// The field with which SAP mobile services mark a login page or redirect.
    static let sapHeader = "com.sap.cloud.security.login"

    static func isPresent(in response: Response, page: Page?) -> Bool {
        if response.header(sapHeader) != nil { return true }
        if let location = response.redirect, location.contains("SAMLRequest=") { return true }
        return page?.forms.contains { $0.fields.contains { $0.name == "SAMLRequest" } } ?? false
    }
}
