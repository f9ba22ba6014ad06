public import Core

/// Reads `NAME=SOURCE`.
public enum FieldSource {
    /// Throws `usage` when `text` is not `NAME=KIND:REST`.
    public static func parse(
        _ text: String, in store: any CredentialStore, _ context: Context
    ) throws(FedauthError) -> (name: String, source: any SecretSource) {
        let (name, source, isSecret) = try read(text, in: store, context)
        if let source = source as? TOTPSource { return (name, source) }
        return (name, isSecret ? SecretReader(source, maskedBy: context.known) : source)
    }

    private static func read(
        _ text: String, in store: any CredentialStore, _ context: Context
    ) throws(FedauthError) -> (name: String, source: any SecretSource, isSecret: Bool) {
        guard let equals = text.firstIndex(of: "="), equals != text.startIndex else { throw malformed(text) }
        let name = String(text[..<equals])
        let rest = text[text.index(after: equals)...]
        guard let colon = rest.firstIndex(of: ":") else { throw malformed(text) }
        let value = String(rest[rest.index(after: colon)...])
        switch rest[..<colon] {
        case "env": return (name, SecretReader(variable: value, of: context.environment), true)
        case "file":
            return (name, FileSecretSource(path: value, reporter: context.reporter, clock: context.clock), true)
        case "fd":
            guard let number = Int32(value), number >= 0 else { throw malformed(text) }
            return (name, DescriptorSecretSource(number: number, clock: context.clock), true)
        case "store": return (name, SecretReader(NamedEntry(value), in: store), true)
        case "totp": return (name, TOTPSource(entry: value, in: store, context), true)
        case "command": return (name, SecretReader(command: value, clock: context.clock), true)
        case "text": return (name, SecretReader(text: value), false)
        default: throw malformed(text)
        }
    }

    /// Throws `usage` when `text` is not `NAME=KIND:REST`; reads nothing.
    public static func check(_ text: String) throws(FedauthError) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let kind = parts.count == 2 ? parts[1].prefix { $0 != ":" } : ""
        guard parts.count == 2, !parts[0].isEmpty, parts[1].contains(":"), kinds.contains(String(kind)) else {
            throw malformed(text)
        }
    }

    /// The kinds of source.
    public static let kinds: Set<String> = ["env", "file", "fd", "store", "totp", "command", "text"]

    /// Returns the error without the value, which may be a misplaced secret.
    private static func malformed(_ text: String) -> FedauthError {
        let name = text.prefix { $0 != "=" }
        return FedauthError(
            .usage, "'--field \(String(name).folded(to: 40))=…' names no source",
            hint: "write NAME=env:VAR, file:PATH, fd:N, store:ENTRY, totp:ENTRY, command:CMD or text:VALUE")
    }
}
