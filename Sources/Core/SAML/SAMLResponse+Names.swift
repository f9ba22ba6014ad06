extension SAMLResponse {
    /// The attributes that name the user (RFC 4519, eduPerson, AD FS); those that users type are first.
    private static let nameAttributes: [[String]] = [
        ["urn:oid:0.9.2342.19200300.100.1.1", "uid", "username", "samaccountname"],
        [
            "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/upn", "upn", "userprincipalname",
            "urn:oid:1.3.6.1.4.1.5923.1.1.1.6", "edupersonprincipalname",
        ],
        [
            "http://schemas.microsoft.com/ws/2008/06/identity/claims/windowsaccountname",
            "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name",
        ],
        [
            "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress", "urn:oid:0.9.2342.19200300.100.1.3",
            "mail", "email", "emailaddress",
        ],
    ]

    /// Returns the user's names among the attributes of an assertion.
    public static func accountNames(_ attributes: [(name: String, value: String)]) -> [String] {
        var found: [String] = []
        for spellings in nameAttributes {
            for attribute in attributes where spellings.contains(attribute.name.asciiLowercased) {
                let value = attribute.value.folded(to: 100)
                if !value.isEmpty, !found.contains(value) { found.append(value) }
            }
        }
        return found
    }

    /// Returns the user that the assertion names, the `wanted` name if it has that; nil when it has identifiers only.
    func user(wanted: String?) -> String? {
        if let wanted, subject == wanted || accountNames.contains(wanted) { return wanted }
        return Self.name(subject, isOpaque: isSubjectOpaque) ?? accountNames.first
    }

    /// Returns a subject that is a user name. An opaque format contains an identifier for one service. `_` followed by
    /// hexadecimal digits is a transient identifier in every format.
    static func name(_ subject: String?, isOpaque: Bool = false) -> String? {
        guard let subject, !subject.isEmpty else { return nil }
        let isTransient = subject.hasPrefix("_") && subject.utf8.dropFirst().allSatisfy(\.isHexDigit)
        return isOpaque || isTransient ? nil : subject.folded(to: 100)
    }
}
