import Core

/// Checks whether git and Docker find fedauth under the names by which they call it, and fish its completion.
struct ProgramChecks {
    let machine: any Machine

    var checks: [Check] {
        [
            helper("program.git", of: ["git"], called: "git-credential-fedauth", else: "git has '!fedauth credential'"),
            helper("program.docker", of: ["docker", "podman"], called: "docker-credential-fedauth", else: nil),
        ] + fish
    }

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

    private func helper(_ name: String, of callers: [String], called: String, else other: String?) -> Check {
        let words = callers.joined(separator: " or ")
        guard let path = machine.program(called) else {
            let reason = callers.contains { machine.program($0) != nil } ? "not on the PATH" : "no \(words)"
            return .absent(
                name, "'\(called)': \(reason)",
                "'make install' puts it beside fedauth" + (other.map { "; \($0)" } ?? ""))
        }
        guard let own = machine.ownProgram, machine.resolved(path) != own else {
            return .ok(name, "'\(path)'")
        }
        return .warning(
            name, "'\(path)' is another fedauth than this one, '\(own)'", "is one of the two an old one?")
    }
}
