import CPOSIX
import Core
import Glibc
import Secrets

/// A program of the user's own. A supervisor process (`ProgramSupervisor`) stands between, so that nothing of the program is
/// left however this process ends.
final class SupervisedProgram: UserProgram {
    let name: String
    private let role: ProgramRole
    private let search: ProgramSearch
    private let clock: any WallClock
    private let supervisor: String

    /// - Parameters:
    ///   - name: what the user calls it: a path, or what PATH finds.
    ///   - role: what it is there for, for messages.
    ///   - supervisor: the program that `ProgramSupervisor` is a command of.
    init(
        _ name: String, as role: ProgramRole, search: ProgramSearch, clock: any WallClock,
        supervisor: String = "/proc/self/exe"
    ) {
        self.name = name
        self.role = role
        self.search = search
        self.clock = clock
        self.supervisor = supervisor
    }

    func start(_ arguments: [String], told: SharedSecret) throws(FedauthError) -> any ProgramConversation {
        return try SupervisedConversation(
            [try search.path(name, for: role)] + arguments, name: name, role: role, told: told, clock: clock,
            supervisor: supervisor)
    }
}
