import CPOSIX
import Core
import Glibc
import Secrets

/// The user's own program. A supervisor process (`ProgramSupervisor`) runs it, so that no process of the program
/// remains, however fedauth ends.
final class SupervisedProgram: UserProgram {
    let name: String
    private let role: ProgramRole
    private let search: ProgramSearch
    private let clock: any WallClock
    private let supervisor: String

    /// - Parameters:
    ///   - name: the program as the user names it: a path, or a name to find in PATH.
    ///   - role: its purpose, for messages.
    ///   - supervisor: the path of fedauth, which has the command `ProgramSupervisor`.
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
