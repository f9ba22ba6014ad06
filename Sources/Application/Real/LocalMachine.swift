public import Core
internal import Secrets
internal import System

/// The machine that fedauth runs on.
public final class LocalMachine: Machine {
    /// The environment variables.
    public let environment: Environment
    private let search: ProgramSearch
    private static let programSeconds: Int64 = 5

    /// Creates the machine with these environment variables.
    public init(_ environment: Environment) {
        self.environment = environment
        search = ProgramSearch(environment)
    }

    /// The effective user ID.
    public var userID: UInt32 { ThisProcess.user }
    /// The path of this program.
    public var ownProgram: String? { FileNames.resolved("/proc/self/exe") }

    /// Returns the name of a user.
    public func userName(_ user: UInt32) -> String? { UserAccounts.name(of: user) }

    /// Returns the ID of the user of that name.
    public func userID(named name: String) -> UInt32? { UserAccounts.id(named: name) }

    /// Returns the path of a program.
    public func program(_ name: String) -> String? { search.path(name) }

    /// Returns the path of a program; throws the error of its role when there is none.
    public func program(_ name: String, for role: ProgramRole) throws(FedauthError) -> String {
        try search.path(name, for: role)
    }

    /// Runs a program, and returns the first line of its output.
    public func firstLine(of words: [String]) throws(FedauthError) -> String {
        let output = try Child.output(
            of: words, name: words[0], until: Deadline(seconds: Self.programSeconds, from: SystemClock()), isQuiet: true
        )
        return output.withBytes { String(decoding: $0, as: UTF8.self) }.split(separator: "\n").first.map(String.init)
            ?? ""
    }

    /// Returns the path with all links resolved.
    public func resolved(_ path: String) -> String? { FileNames.resolved(path) }

    /// Returns whether nothing has that path.
    public func isMissing(_ path: String) -> Bool { FileNames.isMissing(path) }

    /// Returns whether root owns the file, and it runs as root.
    public func runsAsRoot(_ path: String) -> Bool {
        FileStatus(path).map { $0.owner == 0 && $0.mode & 0o4001 == 0o4001 } ?? false
    }

    /// Returns the first bytes of a file, at most 256.
    public func beginning(of path: String) -> [UInt8]? { start(of: path)?.withBytes { Array($0.prefix(256)) } }

    /// Returns whether a line in the first 64 KiB of a file, which is no comment, holds all of the words.
    public func file(_ path: String, holds words: [String]) -> Bool {
        start(of: path)?.withBytes { bytes in
            bytes.split(separator: 0x0A).contains { line in
                let isComment = line.first { $0 > 0x20 }.map { "#;".utf8.contains($0) } ?? true
                return !isComment && words.allSatisfy { line.firstRange(of: $0.utf8) != nil }
            }
        } ?? false
    }

    private func start(of path: String) -> SharedSecret? {
        guard let file = try? FileDescriptor(opening: path) else { return nil }
        var start = Secret()
        guard (try? FileBytes.readMore(file.number, into: &start, name: path, limit: .max)) != nil else { return nil }
        return SharedSecret(start)
    }

    /// Returns whether a process listens at the address.
    public func listens(at address: ListenAddress) -> Bool {
        switch address {
        case .file(let path): LocalSocket.answers(path: path)
        case .abstract(let name): LocalSocket.answers(abstractName: name)
        case .port(let port): LocalSocket.answers(port: port)
        }
    }

    /// Returns the name of the encoding of a locale; nil when the locale is not installed.
    public func encoding(ofLocale name: String) -> String? { InstalledLocale.encoding(of: name) }

    /// What holds a process that reads documents, as that process itself says.
    public var documentConfinement: DocumentConfinement? {
        let copy = try? ConfinedCopy(milliseconds: Self.programSeconds * 1000) { (link, held) in
            var held = held.rawValue
            withUnsafeBytes(of: &held) { _ = try? FileDescriptor.writeAll(link, $0) }
        }
        guard let copy else { return nil }
        var held: Int32 = 0
        let count = try? withUnsafeMutableBytes(of: &held) { (bytes) throws(SystemFailure) in try copy.receive(bytes) }
        guard count == MemoryLayout<Int32>.size else { return nil }
        return DocumentConfinement(Confinement(rawValue: held))
    }

    /// The limit of memory that the process may lock; nil: unlimited.
    public var lockableKibibytes: UInt64? { ThisProcess.lockableKibibytes }
}
