internal import Core
internal import System

/// Checks that only this user or root can change a configuration file, as ssh checks its own. The file decides which
/// commands run (`password-command`) and which servers receive passwords.
struct ConfigurationTrust {
    let path: String
    private static let maximumLinks = 40

    /// Throws `configuration` when another user can change the open file, or replace it.
    func check(_ descriptor: Int32) throws(FedauthError) {
        let status = try SystemCall.attempt("look at", path) { () throws(SystemFailure) in
            try FileStatus(descriptor: descriptor)
        }
        // All users may write /dev/null, but it is always empty.
        if status.kind != .characterDevice, let writer = OtherWriter(of: descriptor, status) {
            let name = (FileNames.resolved(path) ?? path).folded(to: 200)
            var hint = "check it, then: \(writer.command(name))"
            if ThisProcess.user == 0, case .owner = writer {
                hint = "run fedauth as that user, or set HOME to root's; for a file of root's: \(writer.command(name))"
            }
            throw Self.refusal(writer, name, of: status.owner, hint: hint)
        }
        try checkDirectories()
    }

    /// Checks every directory through which the path is resolved, link by link. In a sticky directory such as /tmp,
    /// other users cannot replace the user's files. It may be on the way, but must not contain the file or a link to
    /// it, because others could create that first.
    func checkDirectories() throws(FedauthError) {
        // The part of the path that is resolved so far, without links.
        var directory = "/"
        var names = Self.names(path.hasPrefix("/") ? path : (FileNames.resolved(".") ?? "/") + "/" + path)
        var links = 0
        while let name = names.popLast() {
            if name == ".." { directory = FileNames.directory(of: directory) }
            if name == "." || name == ".." { continue }
            let place = "\(directory)\(directory == "/" ? "" : "/")\(name)"
            let entry = FileStatus(place, followsLinks: false)
            try check(directory, holdsFile: names.isEmpty, entry, place)
            guard let entry else { return }
            if entry.kind == .symbolicLink, let target = FileNames.target(ofLink: place) {
                links += 1
                guard links <= Self.maximumLinks else { return }
                if target.hasPrefix("/") { directory = "/" }
                names += Self.names(target)
            } else {
                directory = place
            }
        }
    }

    /// `holdsFile`: the file, or a link to it, is in `place`. `entry`: the status of the next name in it; nil: none.
    private func check(
        _ directory: String, holdsFile: Bool, _ entry: FileStatus?, _ place: String
    ) throws(FedauthError) {
        guard var status = FileStatus(directory),
            var writer = holdsFile ? OtherWriter(of: directory, status) : OtherWriter(ofParent: directory, status)
        else { return }
        var name = directory
        if !holdsFile, status.isSticky, OtherWriter.isTrusted(status.owner) {
            guard let entry, !OtherWriter.isTrusted(entry.owner) else { return }
            (writer, name, status) = (.owner(entry.owner), place, entry)
        }
        let isOwn = status.owner == ThisProcess.user && !status.isSticky
        let shown = name.folded(to: 200)
        throw Self.refusal(
            writer, shown, of: status.owner, file: path,
            hint: isOwn
                ? "check it, then: \(writer.command(shown))"
                : "copy the file to a directory that is yours alone, and name that one")
    }

    /// Returns the names of a path, the first one last.
    private static func names(_ path: String) -> [Substring] { path.split(separator: "/").reversed() }

    private static func refusal(
        _ writer: OtherWriter, _ name: String, of owner: UInt32, file: String? = nil, hint: String
    ) -> FedauthError {
        // The message always names the owner, because the user may have to ask that user.
        let ownership = if case .owner = writer { "" } else { " (of user \(owner))" }
        let what = file.map { "the configuration '\(FileNames.base(of: $0).folded(to: 100))' in it" } ?? "what it says"
        return FedauthError(.configuration, "\(writer.text(name))\(ownership), so \(what) is not used", hint: hint)
    }
}
