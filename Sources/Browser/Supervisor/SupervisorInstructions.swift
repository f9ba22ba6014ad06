internal import Core
internal import Secrets

/// The instructions for a supervisor: JSON followed by NUL.
struct SupervisorInstructions: Equatable {
    /// The browser and its arguments.
    var words: [String]
    /// `NAME=value`.
    var environment: [String]
    /// A directory that is created for the browser and removed with it.
    var directory: String
    /// The directory of the browser profile: below `directory`, or a persistent one.
    var profile: String
    /// PEM certificates of authorities that the browser trusts in addition to its own.
    var trustedCertificates: String?
    /// The user ID for the browser; nil for the current user.
    var user: UInt32?

    /// Whether the profile outlives the browser.
    var keepsProfile: Bool { !profile.hasPrefix(directory + "/") }

    var text: Secret {
        var members: [JSONValue.Member] = [
            .init("words", .array(words.map(JSONValue.text))),
            .init("environment", .array(environment.map(JSONValue.text))), .init("directory", .text(directory)),
            .init("profile", .text(profile)),
        ]
        if let trustedCertificates { members.append(.init("trusted", .text(trustedCertificates))) }
        if let user { members.append(.init("user", .number(String(user)))) }
        var text = Secret()
        JSONValue.object(members).write(to: &text)
        text.append(0)
        return text
    }

    init(
        words: [String], environment: [String], directory: String, profile: String, trusted: String? = nil,
        user: UInt32? = nil
    ) {
        self.words = words
        self.environment = environment
        self.directory = directory
        self.profile = profile
        trustedCertificates = trusted
        self.user = user
    }

    init?(_ text: SharedSecret) {
        guard let value = try? JSONReader.parse(text), let words = value["words"]?.elements?.compactMap(\.text),
            let environment = value["environment"]?.elements?.compactMap(\.text), !words.isEmpty,
            let directory = value["directory"]?.text, let profile = value["profile"]?.text
        else { return nil }
        self.init(
            words: words, environment: environment, directory: directory, profile: profile,
            trusted: value["trusted"]?.text, user: value["user"]?.integer.flatMap(UInt32.init(exactly:)))
    }
}
