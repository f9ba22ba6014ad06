import Core

/// Checks whether git and Docker find fedauth under the names by which they call it.
struct ProgramChecks {
    let machine: any Machine

    var checks: [Check] {
        [
            helper("program.git", of: ["git"], called: "git-credential-fedauth", else: "git has '!fedauth credential'"),
            helper("program.docker", of: ["docker", "podman"], called: "docker-credential-fedauth", else: nil),
        ]
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
