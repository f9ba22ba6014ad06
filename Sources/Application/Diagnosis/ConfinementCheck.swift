import Core

/// Checks what holds the processes that read pages and messages of servers.
struct ConfinementCheck {
    let machine: any Machine
    private static let name = "confinement"

    var check: Check {
        guard machine.environment.confinesReaders else {
            return .warning(
                Self.name, "FEDAUTH_CONFINE turns it off: pages of servers are read by fedauth itself",
                "unset FEDAUTH_CONFINE")
        }
        guard let found = machine.documentConfinement else {
            return .problem(
                Self.name, "no process can be made to read pages of servers", "raise the limit of 'ulimit -u'")
        }
        if let fault = found.fault { return .warning(Self.name, fault, DocumentConfinement.advice) }
        let landlock = found.landlockVersion.map { " and Landlock ABI \($0)" }
        return .ok(
            Self.name,
            "pages of servers are read in a process held by seccomp"
                + (landlock ?? "; the kernel has no Landlock, or it is off"))
    }
}
