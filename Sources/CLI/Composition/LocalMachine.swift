import Application
import CPOSIX
import Core
import Glibc
import Secrets
import System

/// The machine that fedauth runs on.
final class LocalMachine: Machine {
    private let variables: Environment
    private let search: ProgramSearch
    private static let programSeconds: Int64 = 5

    init(_ environment: Environment) {
        variables = environment
        search = ProgramSearch(environment)
    }

    var environment: any EnvironmentVariables { variables }
    var userID: UInt32 { geteuid() }
    var ownProgram: String? { FileNames.resolved("/proc/self/exe") }

    func userName(_ user: UInt32) -> String? { getpwuid(user).map { String(cString: $0.pointee.pw_name) } }

    func userID(named name: String) -> UInt32? { getpwnam(name)?.pointee.pw_uid }

    func program(_ name: String) -> String? { search.path(name) }

    func program(_ name: String, for role: ProgramRole) throws(FedauthError) -> String {
        try search.path(name, for: role)
    }

    func firstLine(of words: [String]) throws(FedauthError) -> String {
        let output = try Child.output(
            of: words, name: words[0], patience: .ofSeconds(Self.programSeconds), isQuiet: true)
        return output.withBytes { String(decoding: $0, as: UTF8.self) }.split(separator: "\n").first.map(String.init)
            ?? ""
    }

    func clipboardProgram() throws(FedauthError) -> String { try ClipboardTool.find(variables).copying[0] }

    func resolved(_ path: String) -> String? { FileNames.resolved(path) }

    func isMissing(_ path: String) -> Bool { access(path, F_OK) != 0 && errno == ENOENT }

    func status(of path: String, to verb: String) throws(FedauthError) -> FileAccess {
        var status = stat()
        guard stat(path, &status) == 0 else { throw SystemCall.error(verb, path) }
        let writer = OtherWriter(status, hasACL: cposix_has_acl(-1, path)).map { writer in
            FileWriter(writer.kind, words: writer.words(path), command: writer.command(path))
        }
        return FileAccess(
            owner: status.st_uid, mode: status.st_mode & 0o7777, isRegular: status.st_mode & S_IFMT == S_IFREG,
            writer: writer)
    }

    func checkReadable(_ path: String) throws(FedauthError) {
        guard access(path, R_OK) == 0 else { throw SystemCall.error("open", path) }
    }

    func checkWritable(directory path: String) throws(FedauthError) {
        // With "/.", the check also fails when the path is not a directory.
        guard access(path + "/.", W_OK | X_OK) == 0 else { throw SystemCall.error("write to", path) }
    }

    func beginning(of path: String) -> [UInt8]? {
        guard let file = try? FileDescriptor(opening: path, O_RDONLY) else { return nil }
        var start = Secret()
        guard (try? FileBytes.readMore(file.number, into: &start, name: path, limit: .max)) != nil else { return nil }
        return start.withBytes { Array($0.prefix(256)) }
    }

    func listens(at address: ListenAddress) -> Bool { LocalSocket.answers(address) }

    var hasTerminal: Bool {
        guard let terminal = try? FileDescriptor(opening: "/dev/tty", O_RDWR) else { return false }
        _ = consume terminal
        return true
    }

    func encoding(ofLocale name: String) -> String? {
        guard let locale = newlocale(LC_CTYPE_MASK, name, nil) else { return nil }
        defer { freelocale(locale) }
        return nl_langinfo_l(Int32(CODESET), locale).map { String(cString: $0) } ?? "?"
    }

    var lockableKibibytes: UInt64? {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(__RLIMIT_MEMLOCK.rawValue), &limit)
        return limit.rlim_cur == rlim_t.max ? nil : UInt64(limit.rlim_cur >> 10)
    }
}

extension OtherWriter {
    fileprivate var kind: FileWriter.Kind {
        switch self {
        case .owner: .owner
        case .anybody: .anyone
        case .group: .group
        }
    }
}
