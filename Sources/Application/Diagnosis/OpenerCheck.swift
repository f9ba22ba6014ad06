import Core

/// Checks the source of the encrypted file's key: the first source that has it, in the order in which a command looks
/// for it.
struct OpenerCheck {
    let check: Check
    /// The error that stops a command from reading the key.
    let failure: FedauthError?

    private static let name = "passphrase"

    /// - Parameters:
    ///   - isMade: whether the encrypted file exists; a key file is created with its first entry.
    ///   - matters: whether the encrypted file is the store that would be used.
    init(_ settings: StoreInspectionSettings, isMade: Bool, matters: Bool, on machine: any Machine) {
        func file(_ path: String, _ finding: String) -> (Check, FedauthError?) {
            Self.file(path, finding, matters: matters, on: machine)
        }
        if let keyFile = settings.keyFile {
            let path = keyFile.value
            (check, failure) =
                !isMade && machine.isMissing(path)
                ? (
                    .ok(Self.name, "the key file '\(path)', which is made with the store; \(keyFile.source) names it"),
                    nil
                ) : file(path, "the key file '\(path)'; \(keyFile.source) names it")
        } else if let number = settings.passphraseDescriptor {
            (check, failure) = (.ok(Self.name, "from descriptor \(number.value); \(number.source) names it"), nil)
        } else if let named = settings.passphraseFile {
            (check, failure) = file(named.value, "from '\(named.value)'; \(named.source) names it")
        } else if let path = settings.credential {
            (check, failure) = file(
                path, "the systemd credential '\(path)', by its slot or as passphrase; CREDENTIALS_DIRECTORY names it")
        } else if settings.hasVariable {
            (check, failure) = (.ok(Self.name, "from \(Environment.passphraseName)"), nil)
        } else {
            (check, failure) = (Self.asked(settings, on: machine), nil)
        }
    }

    /// Checks that a file with the key exists, is readable, and is closed to others. Does not read it: a pipe can be
    /// read only once.
    private static func file(
        _ path: String, _ finding: String, matters: Bool, on machine: any Machine
    ) -> (Check, FedauthError?) {
        func wrong(_ what: String, _ advice: String) -> Check {
            matters ? .problem(name, "\(finding); \(what)", advice) : .absent(name, "\(finding); \(what)", advice)
        }
        do throws(FedauthError) {
            try machine.checkReadable(path)
            let status = try machine.status(of: path, to: "open")
            guard status.isRegular, status.isReadableByOthers else { return (.ok(name, finding), nil) }
            return (wrong("others may read it", "'chmod 600' protects it"), nil)
        } catch {
            return (wrong(error.message, "make it, or name another"), error)
        }
    }

    /// Returns the check for a passphrase for which fedauth would prompt.
    private static func asked(_ settings: StoreInspectionSettings, on machine: any Machine) -> Check {
        guard settings.mayAsk else {
            return .absent(name, "'--no-input': no questions", "leave it out to be asked")
        }
        if machine.hasTerminal { return .ok(name, "asked on the terminal") }
        if let program = machine.environment["FEDAUTH_ASKPASS"] ?? machine.environment["SSH_ASKPASS"] {
            return .ok(name, "asked by '\(program)'")
        }
        return .absent(
            name, "no terminal and no askpass program to ask with",
            "give it by '--store-passphrase-file FILE' or \(Environment.passphraseName), or set FEDAUTH_ASKPASS")
    }
}
