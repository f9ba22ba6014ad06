/// Words by which pages say what their forms and buttons are for. They decide only between things that types, names of
/// parameters and HTML's own rules leave open.
enum Words {
    static let no: Set<String> = [
        "no", "deny", "decline", "reject", "rejected", "cancel", "disagree", "refuse", "abort", "nein", "ablehnen",
        "abbrechen", "noconsent", "logout", "non", "annuler",
    ]
    static let yes: Set<String> = [
        "yes", "accept", "agree", "allow", "continue", "approve", "consent", "ok", "confirm", "proceed", "ja", "weiter",
        "zustimmen", "akzeptieren", "oui", "si", "accepter",
    ]
    /// Buttons beside the one that signs in.
    static let asideButtons: Set<String> = [
        "forgot", "forgotten", "register", "signup", "resend", "another", "different", "back", "help", "switch",
        "language", "reset", "vergessen", "registrieren", "zurück",
    ]
    /// Forms beside the one that signs in.
    static let asideForms: Set<String> = [
        "register", "registration", "registrieren", "signup", "forgot", "forgotten", "recover", "recovery", "reset",
        "vergessen",
    ]
    /// Forms that have to do with no sign-in at all.
    static let foreignForms: Set<String> = ["newsletter", "subscribe", "cookie", "cookies", "feedback", "search"]

    /// "Stay signed in", "trust this device" and their like.
    static let keeping = [
        "kmsi", "stay signed in", "staysignedin", "keep me signed in", "keepmesignedin", "keep me logged in",
        "keep you signed in", "stay logged in", "remember me", "rememberme", "remember-me", "remember_me",
        "remember this", "rememberdevice", "remember_device", "remember-device", "trust this", "trust browser",
        "trustdevice", "trust_device", "trust-device", "trustbrowser", "angemeldet bleiben", "rester connect",
    ]
    /// A person is busy elsewhere.
    static let waiting = [
        "approve", "push", "notification", "your phone", "your mobile", "your device", "authenticator app",
        "waiting for", "smartphone", "bestätigen sie", "benachrichtigung", "approuvez",
    ]
    static let expired = [
        "page has expired", "session has expired", "session expired", "session has timed out", "session timed out",
        "stale request", "sitzung ist abgelaufen", "login timeout",
    ]
    static let scripts = ["javascript"]
    static let unsupported = [
        "unsupported browser", "browser is not supported", "browser isn't supported", "browser not supported",
        "update your browser", "upgrade your browser", "no longer support this browser",
    ]

    /// True when one of the texts has one of the words as a word of its own.
    static func stand(_ words: Set<String>, in texts: [String]) -> Bool {
        texts.contains { text in
            text.lowercased().split { !$0.isLetter }.contains { words.contains(String($0)) }
        }
    }

    /// True when one of the texts holds one of the phrases.
    static func occur(_ phrases: [String], in texts: [String]) -> Bool {
        texts.contains { text in
            let text = text.lowercased()
            let length = text.utf8.count
            // Most names are shorter than most phrases, and looking for a text costs a good deal more than its length.
            return phrases.contains { $0.utf8.count <= length && text.contains($0) }
        }
    }
}
