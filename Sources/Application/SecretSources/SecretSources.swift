public import Core
public import Secrets
internal import System

/// Reads a whole file, and removes one line break at its end.
public final class FileSecretSource: SecretSource {
    /// `file:` and the path.
    public let description: String
    /// Whether nothing was meant.
    public var mayBeEmpty: Bool { path == Self.empty }
    /// The file that is always empty.
    static let empty = "/dev/null"
    private let path: String
    private let reporter: any Reporter
    private let clock: any WallClock

    /// Reads nothing yet.
    public init(path: String, reporter: any Reporter, clock: any WallClock) {
        self.path = path
        self.reporter = reporter
        self.clock = clock
        description = "file:" + path
    }

    /// Reads the file.
    public func secret() throws(FedauthError) -> Secret {
        var secret = try Self.content(of: path, limit: SecretSourceLimits.bytes, reporter, until: clock.deadline())
        secret.dropTrailingLineBreak()
        return secret
    }

    /// Returns the content of a file with a secret, of at most `limit` bytes.
    public static func content(
        of path: String, limit: Int, _ reporter: any Reporter, until deadline: Deadline
    ) throws(FedauthError) -> Secret {
        let file = try FileDescriptor(reading: path)
        warn(of: file, path, reporter)
        return try file.read(name: path, limit: limit, until: deadline)
    }

    /// Warns when other users may read the file, or change it.
    private static func warn(of file: borrowing FileDescriptor, _ path: String, _ reporter: any Reporter) {
        guard let status = try? FileStatus(descriptor: file.number), status.kind == .regular else { return }
        if status.mode & 0o044 != 0 {
            reporter.warning("'\(path)' holds a secret, and others may read it; 'chmod 600' protects it")
        } else if let writer = OtherWriter(of: file.number, status) {
            reporter.warning("\(writer.text(path)), and it holds a secret; to protect it: \(writer.command(path))")
        }
    }
}

/// Reads a descriptor to its end, once; keeps the content for a second request.
public final class DescriptorSecretSource: SecretSource {
    /// `stdin`, or `fd:` and the number.
    public let description: String
    private let number: Int32
    private let clock: any WallClock
    private let wasHandedOver: Bool
    private var kept: SharedSecret?

    /// Takes the descriptor over; reads it later.
    public init(number: Int32, clock: any WallClock) {
        self.number = number
        self.clock = clock
        description = number == 0 ? "stdin" : "fd:\(number)"
        // At once, so that no program started before the read can read the secret.
        wasHandedOver = FileDescriptor.takeOver(number)
    }

    private func content(limit: Int) throws(FedauthError) -> Secret {
        guard wasHandedOver else {
            throw FedauthError(
                .usage, "descriptor \(number) is not open to be read, or named for two secrets",
                hint: "hand it over by the shell, as in: \(number)<FILE")
        }
        if number == 0 && Terminal.isTerminal(0) {
            throw FedauthError(
                .usage, "stdin is a terminal",
                hint: "pipe the secret in, or leave the option out to "
                    + "be asked")
        }
        return try FileBytes.read(number, name: description, limit: limit, until: clock.deadline())
    }

    /// Reads the descriptor, or returns what was read before.
    public func secret() throws(FedauthError) -> Secret {
        if let kept { return kept.copy() }
        var secret = try content(limit: SecretSourceLimits.bytes)
        secret.dropTrailingLineBreak()
        let shared = SharedSecret(secret)
        kept = shared
        return shared.copy()
    }
}

extension DescriptorSecretSource {
    /// Returns all of stdin, of at most `limit` bytes.
    public static func standardInput(limit: Int, clock: any WallClock) throws(FedauthError) -> Secret {
        try DescriptorSecretSource(number: 0, clock: clock).content(limit: limit)
    }
}

/// A source that reads its secret by a function.
final class SecretReader: SecretSource {
    let description: String
    let isPublic: Bool
    let mayBeEmpty: Bool
    private let read: () throws(FedauthError) -> Secret

    init(
        _ description: String, isPublic: Bool = false, mayBeEmpty: Bool = false,
        read: @escaping () throws(FedauthError) -> Secret
    ) {
        self.description = description
        self.isPublic = isPublic
        self.mayBeEmpty = mayBeEmpty
        self.read = read
    }

    func secret() throws(FedauthError) -> Secret { try read() }
}

extension SecretReader {
    /// The output of a shell command.
    convenience init(command: String, clock: any WallClock) {
        self.init("command:" + command) { () throws(FedauthError) in
            var secret = try Child.output(of: ["/bin/sh", "-c", command], name: command, until: clock.deadline())
            secret.dropTrailingLineBreak()
            return secret
        }
    }

    /// An environment variable.
    convenience init(variable name: String, of environment: Environment) {
        self.init("env:" + name) { () throws(FedauthError) in
            if let value = environment[name] { return Secret(value.utf8) }
            throw FedauthError(.inputNeeded, "the environment has no '\(name)'", hint: "set it, or name another source")
        }
    }

    /// Text from the command line, for values that are not secret.
    convenience init(text: String) { self.init("text", isPublic: true) { Secret(text.utf8) } }

    /// An entry of the store.
    convenience init(_ entry: NamedEntry, in store: any CredentialStore) {
        self.init("store:" + entry.name) { () throws(FedauthError) in
            // `echo` has probably added the line break: passwords do not end with one.
            var secret = try entry.secret(in: store)
            secret.dropTrailingLineBreak()
            return secret
        }
    }

    /// A source whose secret a trace must mask: `known` learns it.
    convenience init(_ source: any SecretSource, maskedBy known: KnownSecrets) {
        self.init(source.description, mayBeEmpty: source.mayBeEmpty) { () throws(FedauthError) in
            let secret = try source.secret()
            known.learn(secret)
            return secret
        }
    }
}

extension Secret {
    /// Removes one line break at the end: editors and `echo` add one, and passwords do not end with one.
    public mutating func dropTrailingLineBreak() {
        let count = self.count
        let drop = withBytes { bytes in
            guard count > 0, bytes[count - 1] == 0x0A else { return 0 }
            return count > 1 && bytes[count - 2] == 0x0D ? 2 : 1
        }
        truncate(to: count - drop)
    }
}

/// The maximum sizes of sources.
enum SecretSourceLimits {
    static let bytes = 64 << 10
}
