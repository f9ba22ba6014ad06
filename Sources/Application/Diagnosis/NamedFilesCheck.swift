import Core

/// Checks the files with secrets that profiles and `[defaults]` name: they must exist and be closed to other users.
/// Does not read them.
struct NamedFilesCheck {
    let machine: any Machine
    /// Nil: the file cannot be used; another check reports it.
    let configuration: Configuration?

    private static let name = "permission.secrets"
    private static let ends = ["password-file", "passphrase-file", "secret-file", "key-file"]

    var checks: [Check] {
        guard let configuration else { return [] }
        var owners = configuration.profiles.map { (name: "'\($0.name)'", settings: $0.settings) }
        owners.append(("[defaults]", configuration.defaults))
        let files = owners.flatMap { owner in owner.settings.flatMap(Self.paths).map { (owner: owner.name, path: $0) } }
        if files.isEmpty { return [] }
        let wrong = files.compactMap { fault(of: $0.path, in: $0.owner) }
        let count = files.count
        return wrong.isEmpty ? [.ok(Self.name, "\(count) file\(count == 1 ? "" : "s") named, closed to others")] : wrong
    }

    private static func paths(_ setting: Profile.Setting) -> [String] {
        setting.values.compactMap { value in
            guard case .text(let text) = value else { return nil }
            if ends.contains(where: setting.key.hasSuffix) { return text }
            // NAME=file:PATH
            guard setting.key == "field", let equals = text.firstIndex(of: "=") else { return nil }
            let source = text[text.index(after: equals)...]
            return source.hasPrefix("file:") ? String(source.dropFirst(5)) : nil
        }
    }

    private func fault(of path: String, in owner: String) -> Check? {
        let name = Self.name
        do throws(FedauthError) {
            let status = try machine.status(of: path, to: "open")
            guard status.isRegular else { return nil }
            if status.owner != machine.userID, status.owner != 0 {
                return .problem(
                    name, "'\(path)' belongs to user \(status.owner); \(owner) names it", "make it yours by 'chown'")
            }
            guard status.isReadableByOthers else { return nil }
            return .problem(name, "others may read '\(path)'; \(owner) names it", "chmod 600 '\(path)'")
        } catch {
            return .warning(name, "\(error.message); \(owner) names it", "make it, or name another")
        }
    }
}
