public import Core
public import Secrets
public import System

/// The user's own program. A supervisor process (`ProcessSupervisor`) runs it, so that no process of the program
/// remains, however fedauth ends.
public final class SupervisedProgram: UserProgram {
    /// The program as the user names it.
    public let name: String
    private let role: ProgramRole
    private let search: ProgramSearch
    private let supervisor: String

    /// Starts nothing yet.
    ///
    /// - Parameters:
    ///   - name: the program as the user names it: a path, or a name to find in PATH.
    ///   - role: its purpose, for messages.
    ///   - supervisor: the path of fedauth, which has the command `program-supervisor`.
    public init(
        _ name: String, as role: ProgramRole, search: ProgramSearch,
        supervisor: String = "/proc/self/exe"
    ) {
        self.name = name
        self.role = role
        self.search = search
        self.supervisor = supervisor
    }

    /// Starts the program. Throws the failure of the role.
    public func start(_ arguments: [String], instructions: SharedSecret) throws(FedauthError) -> any ProgramConversation
    {
        try SupervisedConversation(
            [try search.path(name, for: role)] + arguments, name: name, role: role, instructions: instructions,
            supervisor: supervisor)
    }
}
