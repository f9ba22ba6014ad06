import Core
import Secrets

/// The variables that `export-cookies` sets, and no others.
enum ShellVariables {
    static let names = ["FEDAUTH_COOKIES", "FEDAUTH_COOKIE_JAR", "FEDAUTH_URL", "FEDAUTH_PROFILE", "FEDAUTH_EXPIRES"]

    /// The text for `eval`.
    static func export(
        _ session: Session, cookies: SharedSecret, jar: String, url: WebURL, for shell: Shell
    ) -> Secret {
        var out = Secret(capacity: 1024)
        cookies.withBytes { shell.export("FEDAUTH_COOKIES", $0, to: &out) }
        let texts = [
            ("FEDAUTH_COOKIE_JAR", jar), ("FEDAUTH_URL", url.description), ("FEDAUTH_PROFILE", session.name),
            ("FEDAUTH_EXPIRES", String(session.expires.seconds)),
        ]
        for (name, text) in texts {
            var text = text
            text.withUTF8 { shell.export(name, UnsafeRawBufferPointer($0), to: &out) }
        }
        out.append("\n")
        return out
    }

    /// The text that takes it back.
    static func unset(for shell: Shell) -> String {
        names.map(shell.unset).joined() + "\n"
    }
}
