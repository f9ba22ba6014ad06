import Core
import Glibc

/// Checks the files with secrets that profiles and `[defaults]` name: they must exist and be closed to other users.
/// Does not read them.
struct NamedFilesCheck {
    let context: CommandContext

    private static let name = "permission.secrets"
    private static let keys: Set = ["password-file", "store-passphrase-file", "store-key-file"]

    var checks: [Check] {
        guard let configuration = try? context.configuration() else { return [] }
        let owners = configuration.profiles + [Profile(name: "defaults", settings: configuration.defaults)]
        let files = owners.flatMap { owner in owner.settings.flatMap(Self.paths).map { (owner: owner.name, path: $0) } }
        if files.isEmpty { return [] }
        let wrong = files.compactMap { Self.fault(of: $0.path, in: $0.owner) }
        let count = files.count
        return wrong.isEmpty ? [.ok(Self.name, "\(count) file\(count == 1 ? "" : "s") named, closed to others")] : wrong
    }

    private static func paths(_ setting: Profile.Setting) -> [String] {
        setting.values.compactMap { value in
            guard case .text(let text) = value else { return nil }
            if keys.contains(setting.key) { return text }
            // NAME=file:PATH
            guard setting.key == "field", let equals = text.firstIndex(of: "=") else { return nil }
            let source = text[text.index(after: equals)...]
            return source.hasPrefix("file:") ? String(source.dropFirst(5)) : nil
        }
    }

    private static func fault(of path: String, in owner: String) -> Check? {
        var status = stat()
        guard stat(path, &status) == 0 else {
            return .warning(
                name, "\(SystemCall.error("open", path).message); '\(owner)' names it", "make it, or name another")
        }
        guard status.st_mode & S_IFMT == S_IFREG else { return nil }
        if status.st_uid != geteuid(), status.st_uid != 0 {
            return .problem(
                name, "'\(path)' belongs to user \(status.st_uid); '\(owner)' names it", "make it yours by 'chown'")
        }
        guard status.st_mode & 0o044 == 0 else {
            return .problem(name, "others may read '\(path)'; '\(owner)' names it", "chmod 600 '\(path)'")
        }
        return nil
    }
}
