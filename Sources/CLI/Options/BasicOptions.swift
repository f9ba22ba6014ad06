import Core

/// The options of a sign-in by HTTP authentication.
struct BasicOptions: OptionGroup {
    var resource: String?
    var challenge = ChallengeOptions()
    var storeName: String?
    var noStore = false

    mutating func declare(_ list: OptionList) {
        list.option(
            "resource", &resource, "url",
            "The address that asks for user name and password; for 'fedauth basic', the argument.", form: .address)
        list.group(&challenge)
        list.option("store-name", &storeName, "name", "Keep and look up the password in this named part of the store.")
        list.flag("no-store", &noStore, "Test the password; store neither the password nor a session.")
    }
}

/// The values of `--scheme`.
enum SchemeName: String, OptionValue, CaseIterable {
    case basic, digest, negotiate

    var scheme: AuthenticationScheme {
        switch self {
        case .basic: .basic
        case .digest: .digest
        case .negotiate: .negotiate
        }
    }
}

extension CredentialCharset: OptionValue {}
