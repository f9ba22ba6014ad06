import Core
import Glibc
import Secrets

/// Reads a whole file, and removes one line break at its end.
final class FileSecretSource: SecretSource {
    let description: String
    private let path: String
    private let reporter: any Reporter
    private let patience: () -> WaitBudget

    /// - Parameter patience: evaluated when the file is read.
    init(path: String, reporter: any Reporter, patience: @autoclosure @escaping () -> WaitBudget) {
        self.path = path
        self.reporter = reporter
        self.patience = patience
        description = "file:" + path
    }

    func secret() throws(FedauthError) -> Secret {
        var secret = try Self.content(of: path, limit: SecretSourceLimits.bytes, reporter, patience: patience())
        secret.dropTrailingLineBreak()
        return secret
    }

    /// Returns the content of a file with a secret, of at most `limit` bytes.
    static func content(
        of path: String, limit: Int, _ reporter: any Reporter, patience: @autoclosure () -> WaitBudget
    ) throws(FedauthError) -> Secret {
        let file = try FileDescriptor(reading: path)
        warn(of: file, path, reporter)
        return try file.read(name: path, limit: limit, patience: patience())
    }

    /// Warns when other users may read the file.
    private static func warn(of file: borrowing FileDescriptor, _ path: String, _ reporter: any Reporter) {
        var status = stat()
        if fstat(file.number, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_mode & 0o044 != 0 {
            reporter.warning("'\(path)' holds a secret, and others may read it; 'chmod 600' protects it")
        }
    }
}

/// Reads a descriptor to its end, once; keeps the content for a second request.
final class DescriptorSecretSource: SecretSource {
    let description: String
    private let number: Int32
    private let patience: WaitBudget?
    private let wasHandedOver: Bool
    private var kept: SharedSecret?

    init(number: Int32, patience: WaitBudget? = nil) {
        self.number = number
        self.patience = patience
        description = number == 0 ? "stdin" : "fd:\(number)"
        // An inherited descriptor does not have the close-on-exec flag; those that fedauth opens always have it.
        let flags = fcntl(number, F_GETFD)
        wasHandedOver = flags >= 0 && flags & FD_CLOEXEC == 0
        // Set at once, so that no program started before the read can read the secret.
        if wasHandedOver && number > 2 { _ = fcntl(number, F_SETFD, flags | FD_CLOEXEC) }
    }

    func secret() throws(FedauthError) -> Secret {
        if let kept { return kept.copy() }
        guard wasHandedOver else {
            throw FedauthError(
                .usage, "descriptor \(number) is not open, or named for two secrets",
                hint: "hand it over by the shell, as in: \(number)<FILE")
        }
        if number == 0 && isatty(0) == 1 {
            throw FedauthError(
                .usage, "stdin is a terminal",
                hint: "pipe the secret in, or leave the option out to "
                    + "be asked")
        }
        var secret = try FileBytes.read(
            number, name: description, limit: SecretSourceLimits.bytes, patience: patience)
        secret.dropTrailingLineBreak()
        let shared = SharedSecret(secret)
        kept = shared
        return shared.copy()
    }
}

/// The output of a shell command.
final class CommandSecretSource: SecretSource {
    let description: String
    private let command: String
    private let patience: WaitBudget

    init(command: String, patience: WaitBudget) {
        self.command = command
        self.patience = patience
        description = "command:" + command
    }

    func secret() throws(FedauthError) -> Secret {
        var secret = try Child.output(of: ["/bin/sh", "-c", command], name: command, patience: patience)
        secret.dropTrailingLineBreak()
        return secret
    }
}

/// An environment variable.
final class EnvironmentSecretSource: SecretSource {
    let description: String
    private let name: String
    private let environment: Environment

    init(name: String, environment: Environment) {
        self.name = name
        self.environment = environment
        description = "env:" + name
    }

    func secret() throws(FedauthError) -> Secret {
        guard let value = environment[name] else {
            throw FedauthError(.inputNeeded, "the environment has no '\(name)'", hint: "set it, or name another source")
        }
        return Secret(value.utf8)
    }
}

/// Text from the command line, for values that are not secret.
final class TextSource: SecretSource {
    let description = "text"
    let isPublic = true
    private let text: String

    init(_ text: String) { self.text = text }

    func secret() throws(FedauthError) -> Secret { Secret(text.utf8) }
}

/// An entry of the store.
final class StoreSecretSource: SecretSource {
    let description: String
    private let name: String
    private let store: any CredentialStore

    init(name: String, store: any CredentialStore) {
        self.name = name
        self.store = store
        description = "store:" + name
    }

    func secret() throws(FedauthError) -> Secret {
        guard let item = try store.get(name) else {
            throw FedauthError(
                .notFound, "the store has no entry '\(name)'", hint: "make it by 'fedauth store put \(name)'")
        }
        // `echo` has probably added the line break: passwords do not end with one.
        var secret = item.value.copy()
        secret.dropTrailingLineBreak()
        return secret
    }
}

/// The maximum sizes of sources.
enum SecretSourceLimits {
    static let bytes = 64 << 10
}
