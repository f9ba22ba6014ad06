import Secrets

/// Reads an item that another program keeps in the desktop keyring.
public enum KeyringItem {
    /// Adds the item: a login of git's or Docker's helpers as one of theirs, so that they find it again; anything else
    /// under its label. `item` has the label as its name, and its type as the attribute `xdg:schema`.
    public static func add(_ item: StoreItem, to entries: inout ForeignEntries) {
        let attributes = item.entry.attributes
        let schema = attributes["xdg:schema"]
        if attributes["docker_cli"] == "1" || schema == "io.docker.Credentials", let server = attributes["server"] {
            return entries.add(
                dockerServer: server, user: attributes["username"] ?? "", password: item.value, from: item.entry.name)
        }
        if let description = gitLogin(item, schema) ?? gitCredentialManagerLogin(item) {
            return entries.add(description, from: item.entry.name)
        }
        var draft = StoreDraft(moving: item)
        draft.history = nil
        draft.attributes["xdg:schema"] = nil
        entries.add(draft, isNumbered: true)
    }

    /// A login of git-credential-libsecret (git, contrib/credential/libsecret), or of its predecessor, which had the
    /// schema of all network passwords.
    private static func gitLogin(_ item: StoreItem, _ schema: String?) -> CredentialDescription? {
        let attributes = item.entry.attributes
        guard let scheme = attributes["protocol"], let server = attributes["server"], let schema,
            schema == "org.git.Password"
                || schema == "org.gnome.keyring.NetworkPassword" && ["http", "https"].contains(scheme)
        else { return nil }
        let port = attributes["port"].flatMap { $0 == "0" ? nil : ":" + $0 } ?? ""
        var text = Secret("protocol=\(scheme)\nhost=\(server)\(port)\n".utf8)
        if let path = attributes["object"], !path.isEmpty { text.append("path=\(path)\n") }
        if let user = attributes["user"] { text.append("username=\(user)\n") }
        // The value is the password; later versions of the helper add lines as git's protocol has them.
        item.value.withBytes { value in
            text.append("password=")
            text.append(value)
        }
        return description(text)
    }

    /// A login of Git Credential Manager: the attribute `service` is `git:` and the address.
    private static func gitCredentialManagerLogin(_ item: StoreItem) -> CredentialDescription? {
        let attributes = item.entry.attributes
        guard let service = attributes["service"], let user = attributes["account"], service.hasPrefix("git:http")
        else { return nil }
        return item.value.withBytes { login(url: service.dropFirst(4), user: user, password: $0) }
    }

    /// Returns a password for git at that address; nil when git's protocol cannot carry it.
    static func login(
        url: some StringProtocol, user: some StringProtocol, password: UnsafeRawBufferPointer
    ) -> CredentialDescription? {
        var text = Secret("url=\(url)\nusername=\(user)\npassword=".utf8)
        text.append(password)
        return description(text)
    }

    private static func description(_ text: borrowing Secret) -> CredentialDescription? {
        try? text.withBytes { (bytes) throws(FedauthError) in try CredentialDescription(reading: bytes) }
    }
}
