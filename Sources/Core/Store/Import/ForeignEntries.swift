public import Secrets

/// Entries that other programs hold, ready to be stored, and what was left out.
public struct ForeignEntries: Sendable {
    /// The entries, each with its own name.
    public private(set) var drafts: [StoreDraft] = []
    /// What was left out, and why, such as `line 3: no password`. Contains no secret.
    public private(set) var left: [String] = []
    private var names: Set<ExactName> = []

    /// The first of the reasons why something was left out, for messages.
    public var reasons: String {
        let shown = 5
        let others = left.count > shown ? "; and \(left.count - shown) more" : ""
        return left.prefix(shown).joined(separator: "; ") + others
    }

    /// Creates an empty collection.
    public init() {}

    /// Adds an entry. Leaves it out if no store would take it, or if another one has its name, unless it `isNumbered`:
    /// it gets a number, because its program does not tell entries by their names.
    public mutating func add(_ draft: StoreDraft, isNumbered: Bool = false) {
        var draft = draft
        let name = draft.name
        var number = 2
        while isNumbered, names.contains(ExactName(draft.name)) {
            draft.name = "\(name) \(number)"
            number += 1
        }
        do throws(FedauthError) {
            try draft.check()
        } catch { return leave(draft.name, "no store takes it: \(error.message)") }
        guard EntryGroups.of(draft.name) == nil else {
            return leave(draft.name, "fedauth keeps its own entries under such names")
        }
        guard names.insert(ExactName(draft.name)).inserted else {
            return leave(draft.name, "another entry has this name")
        }
        drafts.append(draft)
    }

    /// Adds a password for git, as 'fedauth credential' stores it; `place`, where it was, is for why it is left out.
    mutating func add(_ description: CredentialDescription, from place: String) {
        guard let scope = description.scope else { return leave(place, "no host") }
        // An empty one is sent by git, too, in front of a token.
        guard let user = description.user else { return leave(place, "no user name") }
        guard let password = description.password, !password.isEmpty else { return leave(place, "no password") }
        var credential = Credential(user: user, password: password, refreshToken: description.refreshToken)
        credential.expires = description.passwordExpires
        add(credential, for: scope, from: place)
    }

    /// Adds a login for Docker, as 'fedauth docker-credential' stores it.
    mutating func add(dockerServer server: String, user: String, password: SharedSecret, from place: String) {
        guard let server = try? DockerCredentials.server(server) else { return leave(place, "no address") }
        guard !user.isEmpty else { return leave(place, "no user name") }
        guard !password.isEmpty else { return leave(place, "no password") }
        add(Credential(user: user, password: password), for: CredentialScope(.docker, server: server), from: place)
    }

    private mutating func add(_ credential: Credential, for scope: CredentialScope, from place: String) {
        // Of several users of one server the first one counts, and no later import takes its place.
        let draft = CredentialEntry.draft(credential, for: scope, order: -drafts.count, until: nil)
        // The first one counts, as in the programs that write these files.
        guard !names.contains(ExactName(draft.name)) else {
            return leave(place, "an earlier one is for the same \(scope.family == .docker ? "registry" : "user")")
        }
        add(draft)
    }

    /// Records what is left out.
    public mutating func leave(_ what: String, _ reason: String) {
        left.append("\(what.folded(to: 60)): \(reason.printable)")
    }
}

/// Reads the file of git-credential-store(1): a line of address with user and password, ended by LF or CR LF.
public enum GitCredentialFile {
    /// Returns the passwords, and the lines that git would not use either.
    public static func entries(_ content: SharedSecret) -> ForeignEntries {
        var entries = ForeignEntries()
        content.withoutByteOrderMark.withBytes { bytes in
            for (index, line) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
                guard line.contains(where: { ![0x09, 0x0D, 0x20].contains($0) }) else { continue }
                let line = line.last == 0x0D ? line.dropLast() : line
                let place = "line \(index + 1)"
                var text = Secret("url=".utf8)
                text.append(UnsafeRawBufferPointer(rebasing: line))
                guard
                    let description = try? text.withBytes({ (bytes) throws(FedauthError) in
                        try CredentialDescription(reading: bytes)
                    })
                else {
                    entries.leave(place, "not of the form https://USER:PASSWORD@HOST")
                    continue
                }
                entries.add(description, from: place)
            }
        }
        return entries
    }
}
