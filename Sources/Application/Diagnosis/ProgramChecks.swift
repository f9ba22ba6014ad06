/// Checks whether installed programs find fedauth and are set up to ask it, and whether fish finds its completion.
struct ProgramChecks {
    let machine: any Machine

    var checks: [Check] { CredentialProtocol.all.compactMap(check) + fish }

    /// fish reads the directory of `make install` only if XDG_DATA_DIRS names it, or if both have the same prefix.
    private var fish: [Check] {
        guard let shell = machine.program("fish").flatMap(machine.resolved), let own = machine.ownProgram,
            let shellPrefix = Self.prefix(shell), let data = Self.prefix(own).map({ $0 + "/share" })
        else { return [] }
        let file = "\(data)/fish/vendor_completions.d/fedauth.fish"
        guard !machine.isMissing(file) else { return [] }
        let environment = machine.environment
        let directories = environment["XDG_DATA_DIRS"]
        let isRead = (directories ?? "\(shellPrefix)/share").split(separator: ":").contains {
            $0 == data || $0 == data + "/"
        }
        let settings = environment["XDG_CONFIG_HOME"] ?? environment["HOME"].map { $0 + "/.config" } ?? ""
        let users = settings + "/fish/completions/fedauth.fish"
        if isRead || !machine.isMissing(users) { return [.ok("program.fish", "'\(isRead ? file : users)'")] }
        return [
            .absent(
                "program.fish",
                "fish does not read '\(file)': XDG_DATA_DIRS \(directories == nil ? "is not set" : "lacks '\(data)'")",
                "mkdir -p ~/.config/fish/completions && fedauth completions fish > ~/.config/fish/completions/fedauth.fish"
            )
        ]
    }

    /// Returns the directory above the program's `bin`.
    private static func prefix(_ program: String) -> String? {
        let parts = program.split(separator: "/", omittingEmptySubsequences: false)
        return parts.count > 2 && parts[parts.count - 2] == "bin" ? parts.dropLast(2).joined(separator: "/") : nil
    }

    /// Returns whether an installed program finds fedauth, and is set up to ask it; nil: it is not installed.
    private func check(_ row: CredentialProtocol) -> Check? {
        guard !row.places.isEmpty, let program = row.programs.first(where: { machine.program($0) != nil }) else {
            return nil
        }
        let name = "program.\(row.name)"
        let advice = "'fedauth help \(row.name)' prints what to write"
        let own = machine.ownProgram
        let found = row.links.map { link in (link, machine.program(link)) }
        for (link, path) in found where !row.isInOwnDirectory {
            guard let path else {
                return .absent(name, "'\(link)' is not on the PATH", "is the directory of fedauth on it? \(advice)")
            }
            if let own, machine.resolved(path) != own {
                return .warning(
                    name, "'\(path)' is another fedauth than this one, '\(own)'", "is one of the two an old one?")
            }
        }
        let isFound = !row.isInOwnDirectory || found.contains { $0.1.flatMap(machine.resolved) == own && own != nil }
        guard isFound, row.isSetUp(on: machine) else {
            return .absent(name, "'\(program)' is not set up to ask fedauth", advice)
        }
        let home = machine.environment["HOME"] ?? ""
        if let file = row.neededFile, machine.isMissing("\(home)/\(file)") {
            return .absent(name, "'\(program)' does not find fedauth at '~/\(file)'", advice)
        }
        guard let first = row.readFirst, !machine.isMissing("\(home)/\(first)") else {
            return .ok(name, "'\(program)' asks fedauth")
        }
        return .ok(name, "'\(program)' asks fedauth, unless '~/\(first)' has a section of that name")
    }
}
