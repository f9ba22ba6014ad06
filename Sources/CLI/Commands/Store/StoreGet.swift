import Application
import Core
import Crypto
import Keyring
import Secrets

/// `fedauth store get`.
struct StoreGet: StoreCommand, Documented {
    static let examples: Examples = [
        "fedauth store get mail": "Print the value, unchanged",
        "fedauth store get ci/token -o token.txt": "Write it to a private file",
        "fedauth store get work/otp --code": "Print the current one-time code of a key",
        "fedauth store get mail --clip --for 20s": "Put it on the clipboard, for 20 seconds",
        "fedauth store get --keyring-attribute service=ci": "Print the value of another program's item",
    ]
    static let configuration = CommandConfiguration(
        commandName: "get", abstract: "Print one stored value.",
        discussion: """
            Exit status 10: there is no such entry, or it has expired. A locked store never counts as empty: that is 12.
            """)

    var name: String?
    var keyringAttribute: [String] = []
    var destination = OutputOptions()
    var evenExpired = false
    var code = false
    var clip = false
    var duration: TimeLength?
    var storage = StoreSettings()

    mutating func declare(_ list: OptionList) {
        list.argument("name", &name, "The entry's name.", completion: .names(.entries))
        list.option(
            "keyring-attribute", &keyringAttribute, "name=value",
            "In place of a name: the item of the desktop keyring with this attribute, also another program's. Repeat it "
                + "for more.")
        list.group(&destination)
        list.flag("even-expired", &evenExpired, "Print it even if it has expired.")
        list.flag("code", &code, "Print the current one-time code in place of the key. For an entry of kind totp.")
        list.flag("clip", &clip, "Put it on the clipboard instead, and clear the clipboard after a while.")
        list.option("for", &duration, "time", "How long it stays on the clipboard: \(TimeLength.forms) (default: 45s).")
    }

    func run(in context: CommandContext) throws(FedauthError) {
        try checkOptions(context)
        // Checked before any prompt for a passphrase.
        let tool = clip ? try ClipboardTool.find(context.environment) : nil
        var item = try item(context)
        let name = item.entry.name
        if let expires = item.entry.expires, item.entry.isExpired(at: context.clock.now), !evenExpired {
            throw FedauthError(
                .expired, "the entry '\(name.folded(to: 60))' expired at \(context.streams.shown(expires))",
                hint: "'--even-expired' prints it all the same; 'fedauth store delete' removes it")
        }
        if !context.global.json { item.value = CredentialEntry.secret(of: item) }
        if code { item.value = try currentCode(of: item, context) }
        if let tool { return try putOnClipboard(item, name, tool, context) }
        var content: Secret
        if context.global.json {
            let value: JSONValue.Member =
                code ? .init("code", .string(item.value)) : .init("valueBase64", .string(Base64.encode(item.value)))
            content = context.streams.jsonLine(.object((item.entry.json.members ?? []) + [value]))
        } else {
            content = item.value.copy()
        }
        if !context.global.json && destination.isStdout && context.streams.stdoutIsTerminal {
            if destination.output == nil { try Self.checkShowable(item) }
            content.append("\n")
        }
        try destination.write(content, isOfServer: Self.kindsOfServers.contains(item.entry.kind), in: context)
    }

    private func item(_ context: CommandContext) throws(FedauthError) -> StoreItem {
        guard keyringAttribute.isEmpty else {
            let wanted = try EntryAttributes.parse(keyringAttribute, option: "--keyring-attribute")
            let items = try ForeignItems(bus: context.storeBackends(storage).busAddress)
            var item = try items.item(with: wanted, at: context.clock.now)
            if code { item.entry.kind = "totp" }
            return item
        }
        return try context.store(storage).required(name ?? "")
    }

    private func currentCode(of item: StoreItem, _ context: CommandContext) throws(FedauthError) -> SharedSecret {
        try item.entry.check(
            kind: "totp", hint: "'fedauth store put NAME --kind totp' stores the key of one-time codes")
        return SharedSecret(try OneTimePassword(reading: item.value.copy()).code(at: context.clock.now))
    }

    /// Throws `usage` for a private key: it is for programs, and a terminal keeps what it showed.
    private static func checkShowable(_ item: StoreItem) throws(FedauthError) {
        let isKey = item.value.withBytes { bytes in
            bytes.prefix(2000).firstRange(of: "PRIVATE KEY-----".utf8) != nil
        }
        guard isKey || item.entry.kind == PasskeyEntry.kind else { return }
        throw FedauthError(
            .usage, "'\(item.entry.name.folded(to: 60))' is a private key, which is not shown on a terminal",
            hint: "'-o FILE' writes it to a file, '-o -' to the terminal all the same")
    }

    /// Kinds of entries with text from servers and authorities. Values of other kinds are printed unchanged.
    private static let kindsOfServers: Set<String> = [
        Session.entryKind, PendingEntry.kind, ProviderEntry.kind, IdentityEntry.kind,
    ]

    private func checkOptions(_ context: CommandContext) throws(FedauthError) {
        guard (name == nil) != keyringAttribute.isEmpty else {
            throw FedauthError(
                .usage,
                name == nil
                    ? "the argument '<name>' is missing" : "a name and '--keyring-attribute' exclude each other",
                hint: "name the entry, or the item of another program by '--keyring-attribute NAME=VALUE'")
        }
        if clip, context.global.json || destination.output != nil {
            throw FedauthError(
                .usage,
                "'--clip' prints nothing, so '\(context.global.json ? "--json" : "--output")' cannot be combined with it",
                hint: "leave out one of the two")
        }
        guard let duration else { return }
        guard clip else {
            throw FedauthError(.usage, "'--for' is for the clipboard", hint: "add '--clip', or leave it out")
        }
        guard (1...86400).contains(duration.seconds) else {
            throw FedauthError(.usage, "'--for' takes 1 second to 1 day, not '\(duration.description)'")
        }
    }

    private func putOnClipboard(
        _ item: StoreItem, _ name: String, _ tool: ClipboardTool, _ context: CommandContext
    ) throws(FedauthError) {
        guard Self.isText(item.value) else {
            throw FedauthError(
                .usage, "the value of '\(name.folded(to: 60))' is not text, and the clipboard takes only text",
                hint: "write it to a file: -o FILE")
        }
        let time = duration?.description ?? "45s"
        let clearing = try ClipboardClearing(of: item.value, seconds: duration?.seconds ?? 45, context.environment)
        // Started first, so that the value is never on the clipboard without a process that clears it.
        guard clearing.start() else { throw FedauthError(.other, "what empties the clipboard later cannot be started") }
        try tool.copy(item.value)
        context.streams.note("'\(name.folded(to: 60))' is on the clipboard, and will be cleared in \(time)")
    }

    /// Returns whether the value is non-empty UTF-8 without NUL, at which programs would cut it off.
    private static func isText(_ value: SharedSecret) -> Bool {
        !value.isEmpty && value.isUTF8 && !value.withBytes { $0.contains(0) }
    }
}
