import Core
import Secrets

/// Some cookies of a session in one of the formats. A warning names those that a format cannot carry, which are left out.
struct CookieExport {
    let session: Session
    let selection: CookieSelection
    let dialect: CookieFileDialect
    /// Writes the cookie file that the variables name.
    let jar: any CookieJarPlace
    let reporter: any Reporter

    /// Returns the text; `shell` evaluates that of its format.
    func text(_ format: CookieFormat, for shell: ShellChoice) throws(FedauthError) -> Secret {
        switch format {
        case .shell: try shell.resolved().export(variables().entries)
        case .env: try EnvironmentBlock.text(variables().entries)
        case .systemd: try SystemdEnvironmentFile.text(variables().entries)
        case .netscape: file()
        case .header: HeaderFormat.lines([try selection.field()])
        case .json: Self.json(session, selection.cookies)
        case .curl: CurlConfiguration.text([try selection.field()], onlyHTTPS: selection.needsHTTPS)
        case .httpie: HTTPieSession.document(selection.cookies)
        case .storageState: StorageState.document(selection.cookies, onOmitted: omitted)
        }
    }

    /// Returns the cookies of a session with all their attributes.
    static func json(_ session: Session, _ cookies: [Cookie]) -> Secret {
        JSONValue.line(of: [
            "expires": .integer(session.expires.seconds), "profile": .text(session.name),
            "url": .text(session.url.description), "cookies": .array(cookies.map(\.json)),
        ])
    }

    /// Returns the variables, and writes the cookie file that one of them names.
    func variables() throws(FedauthError) -> SessionVariables {
        let field = try selection.field()
        return SessionVariables(
            session, cookies: field.value, jar: try jar.write(file(), session.name), url: selection.url)
    }

    private func file() -> Secret { dialect.file(selection.cookies, sessionEnd: session.expires, onOmitted: omitted) }

    private func omitted(_ name: String) {
        let which = name.isEmpty ? "a cookie without a name" : "the cookie '\(name)'"
        reporter.warning("\(which) does not fit into this format and is left out")
    }
}
