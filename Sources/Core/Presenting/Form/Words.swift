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
    static let keeping: Phrases = [
        "kmsi", "stay signed in", "staysignedin", "keep me signed in", "keepmesignedin", "keep me logged in",
        "keep you signed in", "stay logged in", "remember me", "rememberme", "remember-me", "remember_me",
        "remember this", "rememberdevice", "remember_device", "remember-device", "trust this", "trust browser",
        "trustdevice", "trust_device", "trust-device", "trustbrowser", "angemeldet bleiben", "rester connect",
    ]
    /// A person is busy elsewhere.
    static let waiting: Phrases = [
        "approve", "push", "notification", "your phone", "your mobile", "your device", "authenticator app",
        "waiting for", "smartphone", "bestätigen sie", "benachrichtigung", "approuvez",
    ]
    static let expired: Phrases = [
        "page has expired", "session has expired", "session expired", "session has timed out", "session timed out",
        "stale request", "sitzung ist abgelaufen", "login timeout",
    ]
    static let scripts: Phrases = ["javascript"]
    static let unsupported: Phrases = [
        "unsupported browser", "browser is not supported", "browser isn't supported", "browser not supported",
        "update your browser", "upgrade your browser", "no longer support this browser",
    ]

    /// A field for what a picture shows.
    static let captcha: Phrases = ["captcha"]

    /// More of a text than any that is meant to be read; what is beyond costs time only.
    static let judgedBytes = 16 << 10

    /// True when one of the texts has one of the words as a word of its own.
    static func stand(_ words: Set<String>, in texts: [String]) -> Bool {
        texts.contains { text in
            var word = ""
            for scalar in text.unicodeScalars.prefix(judgedBytes) {
                if continuesWord(scalar) {
                    word.unicodeScalars.append(scalar)
                } else if !word.isEmpty {
                    if words.contains(word.lowercased()) { return true }
                    word = ""
                }
            }
            return words.contains(word.lowercased())
        }
    }

    private static func continuesWord(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return (0x61...0x7A).contains(scalar.value | 0x20) }
        return scalar.properties.isAlphabetic || scalar.properties.generalCategory == .nonspacingMark
    }

    /// True when one of the texts holds one of the phrases.
    static func occur(_ phrases: Phrases, in texts: [String]) -> Bool { texts.contains(where: phrases.occur) }
}
