public import Core

/// A protocol by which another program asks for a credential: what a table says of it, and what answers it.
public struct CredentialProtocol: Sendable {
    /// Its name, as in `fedauth credential NAME`.
    public let name: String
    /// What speaks it, for a list.
    public let speakers: String
    /// What to write where, ready to paste.
    public let setting: String
    /// The names by which such programs call fedauth.
    public var links: [String] = []
    /// The programs for which `doctor` looks.
    public var programs: [String] = []
    /// The files below the home directory, or the variables, that name fedauth when it is set up; empty: nothing is to be set up.
    public var places: [String] = []
    /// What one line of such a file holds then. A variable holds the last of them.
    public var marks = ["fedauth"]
    /// The variable that names other files in place of those, with what its value lacks: `DOCKER_CONFIG/config.json`.
    public var placeVariable = ""
    /// A file below the home directory that must be there, too.
    public var neededFile: String?
    /// A file below the home directory in which the program looks before it asks.
    public var readFirst: String?
    /// Whether the link has a directory of its own, which would hide another program elsewhere.
    public var isInOwnDirectory = false
    /// The first words that are no profile; nil: no word is one.
    public var operations: [String]? = []
    /// Whether the program, which calls fedauth by a link, has words of its own that begin with a dash.
    public var hasOwnOptions = false
    /// Returns whether the program says that a person can be asked.
    public var isAttended: @Sendable (Environment) -> Bool = { _ in false }
    /// Answers a question. Throws what ends the command; the program may show the message.
    public let answer: @Sendable (ProgramQuestion) throws(FedauthError) -> Void

    /// The file of lines that can hold no comment with its name: JSON.
    public var file: String? { setting.hasPrefix("{") ? places.first : nil }

    /// All protocols, in the order in which lists show them.
    public static let all = [
        GitProtocol.row, DockerProtocol.row, DockerProtocol.podman, KubectlProtocol.row, AWSProtocol.row,
        CargoProtocol.row, GoProtocol.row, KeyringProtocol.row, BazelProtocol.row, TerraformProtocol.row,
        AskpassProtocol.row, VPNProtocol.row, SystemdProtocol.row,
    ]

    /// Returns whether a variable, or a file that the program reads, names fedauth.
    func isSetUp(on machine: any Machine) -> Bool {
        let environment = machine.environment
        let parts = placeVariable.split(separator: "/", maxSplits: 1)
        if let name = parts.first, let value = environment[String(name)] {
            let rest = parts.count > 1 ? "/\(parts[1])" : ""
            return value.split(separator: ":").contains { machine.file("\($0)\(rest)", holds: marks) }
        }
        return places.contains { place in
            if place.hasPrefix("$") {
                return environment[String(place.dropFirst())]?.contains(marks.last ?? "") ?? false
            }
            return environment["HOME"].map { machine.file("\($0)/\(place)", holds: marks) } ?? false
        }
    }

    /// Returns the protocol of that name; nil: none.
    public static func named(_ name: String) -> CredentialProtocol? { all.first { $0.name == name } }

    /// Returns the protocol of that name, or the one that a program speaks; nil: none.
    public static func spoken(by program: String) -> CredentialProtocol? {
        named(program) ?? all.first { $0.programs.contains(program) }
    }

    /// Returns the protocol that the first of the words names, and the others. git's operations need no name: git calls
    /// fedauth with them alone, and wants those that nobody knows to be ignored.
    public static func meant(by words: [String]) -> (protocol: CredentialProtocol, rest: [String]) {
        if let found = words.first.flatMap(named) { return (found, Array(words.dropFirst())) }
        return (GitProtocol.row, words)
    }

    /// Returns the profile that the words name, and the words behind it.
    public func split(_ words: [String]) -> (profile: String?, rest: [String]) {
        guard let operations, let first = words.first, !first.isEmpty, !operations.contains(first),
            !first.contains("://")
        else { return (nil, words) }
        return (first, Array(words.dropFirst()))
    }
}
