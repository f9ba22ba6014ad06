internal import Core
internal import Secrets
internal import System

/// The instructions for a supervisor: JSON followed by NUL.
struct SupervisorInstructions: Equatable {
    /// The browser and its arguments; none: what a killed supervisor left is to be ended and removed.
    var words: [String]
    /// `NAME=value`.
    var environment: [String]
    /// A directory that is created for the browser and removed with it.
    var directory: String
    /// The same for its temporary files; may be the same directory.
    var temporary: String
    /// The record of these instructions, which is removed at the end.
    var record: String
    /// The directory of the browser profile: below `directory`, or a persistent one.
    var profile: String
    /// PEM certificates of authorities that the browser trusts in addition to its own.
    var trustedCertificates: String?
    /// The user ID for the browser; nil for the current user.
    var user: UInt32?
    /// The way out of the network of a browser that listens on a port (Firefox); nil for one that is controlled by the pipe.
    var exit: OwnNetwork.Exit?

    /// Whether the profile outlives the browser.
    var keepsProfile: Bool { !profile.hasPrefix(directory + "/") }

    var text: Secret {
        var members: [JSONValue.Member] = [
            .init("words", .array(words.map(JSONValue.text))),
            .init("environment", .array(environment.map(JSONValue.text))), .init("directory", .text(directory)),
            .init("temporary", .text(temporary)), .init("record", .text(record)), .init("profile", .text(profile)),
        ]
        if let trustedCertificates { members.append(.init("trusted", .text(trustedCertificates))) }
        if let user { members.append(.init("user", .number(String(user)))) }
        if let exit {
            var way: [JSONValue.Member] = [
                .init("addresses", .array(exit.addresses.map(JSONValue.text))),
                .init("direct", .array(exit.direct.map(JSONValue.text))),
            ]
            if let proxy = exit.proxy {
                way += [.init("proxy", .text(proxy.host)), .init("port", .number(String(proxy.port)))]
            }
            members.append(.init("exit", .object(way)))
        }
        var text = Secret()
        JSONValue.object(members).write(to: &text)
        text.append(0)
        return text
    }

    /// What ends the browser in the place of a supervisor that was killed.
    var cleanup: SupervisorInstructions {
        SupervisorInstructions(
            words: [], environment: [], directory: directory, temporary: temporary, profile: "", record: record,
            user: user)
    }

    init(
        words: [String], environment: [String], directory: String, temporary: String? = nil, profile: String,
        record: String = "", trusted: String? = nil, user: UInt32? = nil, exit: OwnNetwork.Exit? = nil
    ) {
        (self.words, self.environment, self.directory) = (words, environment, directory)
        self.temporary = temporary ?? directory
        self.record = record
        self.profile = profile
        trustedCertificates = trusted
        self.user = user
        self.exit = exit
    }

    init?(_ text: SharedSecret) {
        guard let value = try? JSONReader.parse(text), let words = value["words"]?.elements?.compactMap(\.text),
            let environment = value["environment"]?.elements?.compactMap(\.text),
            let directory = value["directory"]?.text, let record = value["record"]?.text,
            let profile = value["profile"]?.text
        else { return nil }
        self.init(
            words: words, environment: environment, directory: directory, temporary: value["temporary"]?.text,
            profile: profile, record: record, trusted: value["trusted"]?.text,
            user: value["user"]?.integer.flatMap(UInt32.init(exactly:)), exit: value["exit"].map(Self.exit))
    }

    private static func exit(_ value: JSONValue) -> OwnNetwork.Exit {
        func texts(_ name: String) -> [String] { value[name]?.elements?.compactMap(\.text) ?? [] }
        var exit = OwnNetwork.Exit(addresses: texts("addresses"), direct: texts("direct"))
        if let host = value["proxy"]?.text, let port = value["port"]?.integer.flatMap(UInt16.init(exactly:)) {
            exit.proxy = OwnNetwork.Exit.Proxy(host: host, port: port)
        }
        return exit
    }
}
