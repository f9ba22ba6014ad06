import Core
import Glibc

/// Whether a configuration file is this user's or root's alone to change, as ssh demands of its own: what can write the
/// file decides which commands are run (`password-command`), and where passwords go.
struct ConfigurationTrust {
    let path: String
    private static let maximumLinks = 40

    /// Throws `configuration` when another user can change the open file, or put another one in its place.
    func check(_ descriptor: Int32) throws(FedauthError) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw SystemCall.error("look at", path) }
        // Anybody may write /dev/null, and it says the same to all.
        if status.st_mode & S_IFMT != S_IFCHR, let writer = OtherWriter(status) {
            let name = (FileNames.resolved(path) ?? path).folded(to: 200)
            throw Self.refusal(writer, name, of: status.st_uid, hint: "look it over, then: \(writer.command(name))")
        }
        try checkDirectories()
    }

    /// The same for the directories of the file and of the links that lead to it. In one like /tmp (sticky) others cannot
    /// replace the file, but they can make it before its owner does.
    func checkDirectories() throws(FedauthError) {
        var place = path
        for _ in 0..<Self.maximumLinks {
            let directory = FileNames.directory(of: place)
            var status = stat()
            if stat(directory, &status) == 0, let writer = OtherWriter(status) {
                let name = (FileNames.resolved(directory) ?? directory).folded(to: 200)
                let isOwn = status.st_uid == geteuid() && status.st_mode & S_ISVTX == 0
                throw Self.refusal(
                    writer, name, of: status.st_uid, file: path,
                    hint: isOwn
                        ? "look it over, then: \(writer.command(name))"
                        : "copy the file to a directory that is yours alone, and name that one")
            }
            guard let target = Self.target(of: place) else { return }
            place = target.hasPrefix("/") ? target : directory + "/" + target
        }
    }

    private static func refusal(
        _ writer: OtherWriter, _ name: String, of owner: uid_t, file: String? = nil, hint: String
    ) -> FedauthError {
        // The owner is named in any case: that says whom to ask.
        let ownership = if case .owner = writer { "" } else { " (of user \(owner))" }
        let what = file.map { "the configuration '\(FileNames.base(of: $0).folded(to: 100))' in it" } ?? "what it says"
        return FedauthError(.configuration, "\(writer.words(name))\(ownership), so \(what) is not used", hint: hint)
    }

    /// Where a symbolic link leads; nil for anything else.
    private static func target(of path: String) -> String? {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(path, &bytes, bytes.count)
        return count > 0 ? String(decoding: bytes.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
    }
}
