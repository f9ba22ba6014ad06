public import Core
public import System

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
