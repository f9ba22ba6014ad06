import ArgumentParser
import Core

/// The options of a sign-in by HTTP authentication.
struct BasicOptions: ParsableArguments {
    @Option("url", "The address that asks for user name and password; for 'fedauth basic', the argument.")
    var resource: String?

    @OptionGroup var challenge: ChallengeOptions

    @Option("name", "Keep and look up the password in this named part of the store.")
    var storeName: String?

    @Flag(help: "Test the password; store neither the password nor a session.")
    var noStore = false
}

/// The values of `--scheme`.
enum SchemeName: String, ExpressibleByArgument, CaseIterable {
    case basic, digest, negotiate

    var scheme: AuthenticationScheme {
        switch self {
        case .basic: .basic
        case .digest: .digest
        case .negotiate: .negotiate
        }
    }
}

/// The values of `--charset`.
enum CharsetName: String, ExpressibleByArgument, CaseIterable, CustomStringConvertible {
    case utf8 = "utf-8"
    case latin1 = "iso-8859-1"

    /// The word that a profile contains.
    var description: String { rawValue }

    var charset: CredentialCharset { self == .utf8 ? .utf8 : .latin1 }
}
