/// The meaning of a security token service's fault for the user. Servers use different namespaces for the codes, so the
/// local name decides, and the server's own words where one code has several meanings.
struct TrustFault {
    let fault: SOAPFault
    let host: String
    let realm: String

    /// What it says about user name and password: what names nothing else may mean them.
    var blame: LoginRefusal.Blame {
        guard !isDenied else { return .other }
        if fault.code == "FailedAuthentication" { return .password }
        return namesPassword || !namesOther ? .unknown : .other
    }

    /// Whether another password may be accepted.
    var namesPassword: Bool {
        !isDenied && (fault.code == "FailedAuthentication" || Words.refusePassword(fault.reason))
    }

    /// Whether it names the party, the time, or the endpoint (WS-Trust 1.3, 11; WS-Addressing 1.0 SOAP binding, 6.4).
    private var namesOther: Bool {
        fault.reason.contains("ID3082")
            || [
                "InvalidScope", "InvalidSecurity", "MessageExpired", "ExpiredData", "DestinationUnreachable",
                "EndpointUnavailable", "ActionNotSupported",
            ].contains(fault.code)
    }

    /// The issuance rules of AD FS deny access to a user who has signed in.
    private var isDenied: Bool { fault.reason.contains("MSIS7068") }
    var error: FedauthError { FedauthError(.refused, "'\(host)' issued no token, fault \(fault.text)", hint: hint) }

    private var hint: String {
        switch fault.code {
        case "FailedAuthentication" where isDenied:
            return "the account is known, but may not use '\(realm.folded(to: 100))': ask the operator for access"
        case "FailedAuthentication":
            return
                "check user name (DOMAIN\\user or user@domain) and password; an account without access looks the same"
        case "InvalidScope", "RequestFailed", "BadRequest":
            return "check '--realm': it must be an identifier of a relying party that the server knows"
        case _ where fault.reason.contains("ID3082"):
            return "check '--realm': it must be an identifier of a relying party that the server knows"
        case "InvalidSecurity", "MessageExpired", "ExpiredData":
            return "compare the clocks of this machine and of the server: a request counts for five minutes"
        case "DestinationUnreachable", "EndpointUnavailable", "ActionNotSupported":
            return "check the address given by '--trust-endpoint', or leave it out to have it looked up"
        default: return "ask the operator of the server what it means for this account and this relying party"
        }
    }
}
