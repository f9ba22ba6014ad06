import Core
import Secrets

/// A clock that only waiting advances.
final class WaitedClock: WallClock, @unchecked Sendable {
    var milliseconds: Int64 = 0
    let now = Timestamp(seconds: 1_700_000_000)
    var monotonicMilliseconds: Int64 { milliseconds }
}

/// Pages of AD FS as a page reader returns them.
enum FederationPages {
    static func hidden(_ name: String, _ value: String) -> FormField {
        FormField(kind: .hidden, name: name, value: SharedSecret(text: value))
    }

    /// Returns `form#options` with the choices of its links.
    static func options(_ ways: [String] = []) -> LoginForm {
        LoginForm(
            identifier: "options", action: "/adfs/ls/?q=1", method: .post, fields: [hidden("AuthMethod", "")],
            offers: ways.map { FormField.Option(value: $0, text: "Use " + $0) })
    }

    /// Returns the page for user name and password.
    static func signIn(error: String? = nil, ways: [String] = []) -> Page {
        Page(
            title: "Sign In",
            forms: [
                LoginForm(
                    identifier: "loginForm", action: "https://fs:443/adfs/ls/?q=1", method: .post,
                    fields: [
                        FormField(kind: .email, name: "UserName"), FormField(kind: .password, name: "Password"),
                        FormField(kind: .checkbox, name: "Kmsi", value: SharedSecret(text: "true"), isChecked: true),
                        hidden("AuthMethod", "FormsAuthentication"),
                    ]), options(ways),
            ], text: "JavaScript required", errors: error.map { [$0] } ?? [], hasScripts: true)
    }

    /// Returns the page of a second factor, with its own fields beside those of AD FS.
    static func factor(
        _ method: String, context: String, _ fields: [FormField] = [], says: String = "", number: String? = nil,
        error: String? = nil, ways: [String] = []
    ) -> Page {
        Page(
            title: "Sign In",
            forms: [
                LoginForm(
                    identifier: "loginForm", method: .post,
                    fields: [hidden("AuthMethod", method), hidden("Context", context)] + fields), options(ways),
            ], text: says, errors: error.map { [$0] } ?? [], hasScripts: true, numbers: number.map { [$0] } ?? [])
    }
}
