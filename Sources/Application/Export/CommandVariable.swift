import Core
import Secrets

/// A variable that a command gets under a name of the caller's choice, for programs that ask nobody.
struct CommandVariable {
    /// The variable with the path of the file that has the others.
    static let file = "FEDAUTH_ENV_FILE"

    let name: String
    /// What stands behind `=`, for `--dry-run`.
    let text: String
    private let source: Source

    private enum Source { case entry(String), token, cookie(String) }

    /// Whether its value comes from the session.
    var isOfSession: Bool { if case .entry = source { false } else { true } }

    /// Reads `NAME=store:ENTRY`, `NAME=token` or `NAME=cookie:NAME`. Throws `usage` for anything else.
    init(_ argument: String) throws(FedauthError) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let isName =
            parts[0].first.map { !$0.isNumber } ?? false
            && parts[0].allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
        guard isName, parts.count == 2, let source = Self.source(parts[1]) else {
            throw FedauthError(
                // What stands behind the name may be a secret; without '=' the whole may be one.
                .usage,
                parts.count == 2
                    ? "'--env \(parts[0].folded(to: 60))=…' names no variable and source"
                    : "'--env' names no variable and source",
                hint: "write 'NAME=store:ENTRY', 'NAME=token' or 'NAME=cookie:NAME'")
        }
        guard !parts[0].hasPrefix("FEDAUTH_") else {
            throw FedauthError(
                .usage, "the variable '\(parts[0].folded(to: 60))' is fedauth's own", hint: "choose another name")
        }
        (name, text, self.source) = (parts[0], parts[1], source)
    }

    private static func source(_ text: String) -> Source? {
        if text == "token" { return .token }
        for (prefix, make) in [("store:", Source.entry), ("cookie:", Source.cookie)] where text.hasPrefix(prefix) {
            let rest = String(text.dropFirst(prefix.count))
            return rest.isEmpty ? nil : make(rest)
        }
        return nil
    }

    /// Returns the value. Throws `not-found` for what is not there.
    func value(of session: Session?, _ services: any Services) throws(FedauthError) -> SharedSecret {
        switch source {
        case .entry(let name):
            let item = try services.store().required(name, at: services.clock.now)
            var value = CredentialEntry.secret(of: item).copy()
            value.dropTrailingLineBreak()
            guard value.withBytes({ !$0.contains(0) }) else {
                throw FedauthError(
                    .usage, "the entry '\(name.folded(to: 60))' has a NUL, which no variable can hold",
                    hint: "a program reads it from 'fedauth store get \(name.shellWord)'")
            }
            return SharedSecret(value)
        case .token:
            guard let session, let token = session.token else { throw missing(session, "keeps no token") }
            return TokenText(session: session, token: token, reader: services.tokenReader).wire
        case .cookie(let name):
            let found = session.map { $0.jar.cookies(for: $0.url, now: services.clock.now) } ?? []
            guard let cookie = found.first(where: { $0.name == name }) else {
                throw missing(session, "has no cookie '\(name.folded(to: 60))' for its address")
            }
            return cookie.value
        }
    }

    /// Appends a line of a file of variables. Throws `usage` for a value of several lines.
    func append(_ value: SharedSecret, to lines: inout Secret) throws(FedauthError) {
        guard value.withBytes({ bytes in !bytes.contains { [0, 0x0A, 0x0D].contains($0) } }) else {
            throw FedauthError(
                .usage, "the value of '\(name)' has several lines, which a file of variables cannot hold",
                hint: "leave out '--env-file'")
        }
        lines.append(name + "=")
        value.withBytes { lines.append($0) }
        lines.append("\n")
    }

    private func missing(_ session: Session?, _ what: String) -> FedauthError {
        FedauthError(
            .notFound, "the session '\((session?.name ?? "").folded(to: 60))' \(what)",
            hint: "'--env \(name)=store:ENTRY' takes a value of the store")
    }
}
