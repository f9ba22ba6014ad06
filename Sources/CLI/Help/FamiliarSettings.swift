import Application
import Core

/// What a word means that is no setting of the configuration file, or a variable that fedauth does not read: the words of
/// `FamiliarOptions`, and some of their own.
enum FamiliarSettings {
    typealias Meaning = KnownSettings.Meaning

    /// Returns the meaning of a word such as `ca_file`; nil: unknown.
    static func meaning(_ word: String) -> Meaning? {
        let word = String(word.lowercased().map { $0 == "_" ? "-" : $0 })
        if Settings.names.contains(word) { return Meaning(word) }
        if let known = table.first(where: { $0.key.split(separator: " ").contains(Substring(word)) }) {
            return known.value
        }
        if let meaning = FamiliarOptions.settingMeaning(of: "--" + word) { return meaning.setting }
        for end in ["-url", "-uri", "-file", "-path", "-name", "-host"] where word.hasSuffix(end) {
            let start = String(word.dropLast(end.count))
            if Settings.names.contains(start) { return Meaning(start) }
        }
        for end in ["-file", "-url", "-command"] where Settings.names.contains(word + end) {
            return Meaning(word + end)
        }
        return nil
    }

    /// Returns what to say of a variable that fedauth does not read; nil: nothing, because it may be another program's.
    /// Never includes its value.
    static func warning(ofVariable name: String) -> String? {
        // Shells keep the results of 'export-cookies', so prompts and loops come here: the short lists are first.
        guard !otherVariables.contains(name), !name.hasPrefix(EnrollmentHook.prefix) else { return nil }
        let bytes = name.utf8.dropFirst("FEDAUTH_".utf8.count).map { $0 == 0x5F ? 0x2D : $0 | 0x20 }
        let option = String(decoding: bytes, as: UTF8.self)
        guard !option.isEmpty, !StoreSettings.arguments.contains(where: { $0.name == option }) else { return nil }
        if Settings.excluded.contains(option) {
            return "\(name) has no effect: '--\(option)' is for the command line only"
        }
        guard !Settings.names.contains(option) else { return nil }
        let (target, advice) = target(ofVariable: option)
        guard target != nil || advice != nil else { return nil }
        let meant = target.map { "; did you mean \($0)?" } ?? ""
        return "\(name) has no effect\(meant)" + (advice.map { (meant.isEmpty ? "; " : " ") + $0 } ?? "")
    }

    /// Returns the variable that is meant, with a value where the word itself says one, and what else to say.
    private static func target(ofVariable option: String) -> (target: String?, advice: String?) {
        if let (_, variable, advice) = variables.first(where: {
            $0.words.split(separator: " ").contains(Substring(option))
        }) {
            return (variable, advice)
        }
        let found =
            meaning(option)
            ?? SpellingSuggestion.best(option, among: Settings.names + ["profile"]).map { Meaning($0) }
        // The passphrase itself has a variable, too.
        let isPassphrase = found?.name == "store-passphrase-file" && !option.hasSuffix("file")
        let target = isPassphrase ? Environment.passphraseName : found?.name.map(Profile.Setting.variable)
        return (target.map { $0 + (found?.value.map { "=" + $0 } ?? "") }, found?.advice)
    }

    /// Variables of no setting, which fedauth sets for shells, hooks and programs that it starts, or reads.
    private static let otherVariables = [
        "FEDAUTH_PROFILE", "FEDAUTH_COOKIES", "FEDAUTH_COOKIE_JAR", "FEDAUTH_URL", "FEDAUTH_EXPIRES", "FEDAUTH_TOKEN",
        "FEDAUTH_CERT", "FEDAUTH_KEY", "FEDAUTH_ENV_FILE", "FEDAUTH_ASKPASS", "FEDAUTH_CONFIG", "FEDAUTH_COOKIE_FILE",
        Environment.passphraseName,
    ]

    static let table: KeyValuePairs<String, Meaning> = [
        "url start start-url login-url address server host site sso-url endpoint": .init("authorization-url"),
        "end end-url until redirect redirect-url redirect-uri callback callback-url return-url acs-url target":
            .init("finish"),
        "login account uid name email": .init("user"),
        "password pass passwd password-cmd password-program passwordcommand pw secret":
            .init(
                "password-command",
                "a password is not written down: 'password-command' runs a program that prints it, 'password-store' "
                    + "names an entry of the store"),
        "otp mfa 2fa totp-secret otp-secret totp-key code":
            .init("totp", "'totp' takes the name of an entry, which 'fedauth store put NAME --kind totp' makes"),
        "ssl-verify verify-ssl tls-verify verify-tls verify-peer ssl no-verify skip-verify check-certificate":
            .init(nil, "certificates are always checked; 'cacert' names an authority to trust"),
        "certificate cert client-cert key private-key client-key":
            .init("identity", "'fedauth identity import FILE' keeps a certificate with its key, 'identity' names it"),
        "cookie-file cookies-file cookiejar cookie-jar cookie": .init("cookies"),
        "domain tenant": .init("home-realm", "or a user is written 'DOMAIN\\USER'"),
        "role role-arn account-id region idp-account aws-profile":
            .init(nil, "'fedauth help aws' prints what to write so that AWS's programs get keys of a role"),
        "session-duration duration ttl lifetime expires":
            .init("min-validity", "the server sets the time; 'min-validity' signs in that much earlier"),
        "proxy-password proxy-pass": .init("proxy-password-command"),
        "type auth auth-type auth-method": .init("method"),
        "store-password store-pass passphrase master-password": .init("store-passphrase-file"),
        "store-key keyfile key-file": .init("store-key-file"),
        "backend store-backend vault keyring": .init("store"),
        "interactive batch prompt ask": .init("no-input"),
        "log log-file logfile": .init("trace"),
        "window gui": .init("headless"),
        "provider-name identity-provider": .init("idp"),
        "engine mode ui": .init("presenter"),
        "relying-party relying-party-id wtrealm rp": .init("realm"),
    ]

    /// Words of variables that are no settings.
    private static let variables: [(words: String, variable: String, advice: String?)] = [
        ("config-file config-path configuration", "FEDAUTH_CONFIG", nil),
        (
            "home dir directory config-dir data-dir", "FEDAUTH_CONFIG",
            "XDG_CONFIG_HOME and XDG_DATA_HOME name the directories"
        ),
        (
            "store-dir store-directory store-path store-file", "FEDAUTH_STORE",
            "the encrypted file is below XDG_DATA_HOME"
        ),
        ("no-color", "NO_COLOR", nil),
        ("default-profile current-profile", "FEDAUTH_PROFILE", nil),
    ]
}

extension FamiliarOptions {
    /// Returns the first meaning of an option of other programs that is a setting; nil: there is none.
    static func settingMeaning(of option: String) -> Meaning? {
        meanings.first { $0.others.contains(Substring(option)) && $0.setting != nil }
    }
}

extension FamiliarOptions.Meaning {
    /// The first option of the advice that is a setting too, with the value that the advice gives it; nil where the meaning is
    /// that of few commands.
    var setting: KnownSettings.Meaning? {
        guard commands.isEmpty else { return nil }
        for part in advice.split(separator: "'") where part.hasPrefix("--") {
            let words = part.dropFirst(2).split(separator: " ").map(String.init)
            guard let name = words.first, Settings.names.contains(name) else { continue }
            // '--presenter form', but not '--proxy URL'.
            let value = words.count == 2 && words[1].allSatisfy(\.isLowercase) ? words[1] : nil
            return KnownSettings.Meaning(name, value: value)
        }
        return nil
    }
}
