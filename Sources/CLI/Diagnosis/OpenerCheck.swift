import Core
import Glibc

/// Checks the source of the encrypted file's key: the first source that has it, in the order of
/// `CommandLinePassphrase`.
struct OpenerCheck {
    let check: Check
    /// The error that stops a command from reading the key.
    let failure: FedauthError?

    private static let name = "passphrase"

    /// - Parameters:
    ///   - options: the options of command line, environment and configuration file together.
    ///   - given: the options of command line and environment.
    ///   - isMade: whether the encrypted file exists; a key file is created with its first entry.
    ///   - matters: whether the encrypted file is the store that would be used.
    init(_ context: CommandContext, options: StoreOptions, given: StoreOptions, isMade: Bool, matters: Bool) {
        let environment = context.environment
        func source(_ option: String, _ value: String, isGiven: Bool) -> String {
            let variable = Settings.variable(option)
            guard isGiven else { return "the configuration file" }
            return environment[variable] == value ? variable : "'--\(option)'"
        }
        if let path = options.storeKeyFile {
            let source = source("store-key-file", path, isGiven: given.storeKeyFile != nil)
            let isToBeMade = !isMade && access(path, F_OK) != 0 && errno == ENOENT
            (check, failure) =
                isToBeMade
                ? (.ok(Self.name, "the key file '\(path)', which is made with the store; \(source) names it"), nil)
                : Self.file(path, "the key file '\(path)'; \(source) names it", matters: matters)
        } else if let number = options.storePassphraseFd {
            let source = source("store-passphrase-fd", String(number), isGiven: given.storePassphraseFd != nil)
            (check, failure) = (.ok(Self.name, "from descriptor \(number); \(source) names it"), nil)
        } else if let path = options.storePassphraseFile {
            let source = source("store-passphrase-file", path, isGiven: given.storePassphraseFile != nil)
            (check, failure) = Self.file(path, "from '\(path)'; \(source) names it", matters: matters)
        } else if let path = CommandLinePassphrase.credentialPath(environment) {
            (check, failure) = Self.file(
                path, "the systemd credential '\(path)', by its slot or as passphrase; CREDENTIALS_DIRECTORY names it",
                matters: matters)
        } else if environment.storePassphrase != nil {
            (check, failure) = (.ok(Self.name, "from \(Environment.passphraseName)"), nil)
        } else {
            (check, failure) = (Self.asked(context), nil)
        }
    }

    /// Checks that a file with the key exists, is readable, and is closed to others. Does not read it: a pipe can be
    /// read only once.
    private static func file(_ path: String, _ finding: String, matters: Bool) -> (Check, FedauthError?) {
        func wrong(_ what: String, _ advice: String) -> Check {
            matters ? .problem(name, "\(finding); \(what)", advice) : .absent(name, "\(finding); \(what)", advice)
        }
        var status = stat()
        guard stat(path, &status) == 0, access(path, R_OK) == 0 else {
            let failure = SystemCall.error("open", path)
            return (wrong(failure.message, "make it, or name another"), failure)
        }
        if status.st_mode & S_IFMT == S_IFREG, status.st_mode & 0o044 != 0 {
            return (wrong("others may read it", "'chmod 600' protects it"), nil)
        }
        return (.ok(name, finding), nil)
    }

    /// Returns the check for a passphrase for which fedauth would prompt.
    private static func asked(_ context: CommandContext) -> Check {
        if context.global.noInput { return .absent(name, "'--no-input': no questions", "leave it out to be asked") }
        if let terminal = try? FileDescriptor(opening: "/dev/tty", O_RDWR) {
            _ = consume terminal
            return .ok(name, "asked on the terminal")
        }
        if let program = context.environment["FEDAUTH_ASKPASS"] ?? context.environment["SSH_ASKPASS"] {
            return .ok(name, "asked by '\(program)'")
        }
        return .absent(
            name, "no terminal and no askpass program to ask with",
            "give it by '--store-passphrase-file FILE' or \(Environment.passphraseName), or set FEDAUTH_ASKPASS")
    }
}
