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

extension ProgramSearch {
    /// Searches the directories of the variable PATH.
    public init(_ environment: Environment) { self.init(path: environment["PATH"]) }

    /// Returns the user's own program of that name. Throws the error of its role when there is none.
    public func path(_ name: String, for role: ProgramRole) throws(FedauthError) -> String {
        if let path = path(name) { return path }
        throw FedauthError(
            role.failure, "there is no program '\(name.folded(to: 100))' to \(role.purpose)",
            hint: name.contains("/")
                ? "check the path; 'chmod +x' makes a file a program" : "not found in PATH")
    }
}
