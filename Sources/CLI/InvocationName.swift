import Application

/// The names by which other programs call this one. They find a helper by a fixed name or prefix, so the same binary is
/// also installed under those names.
enum InvocationName {
    /// Returns the words of the command line, preceded by those that the program's name stands for.
    static func words(_ arguments: [String]) -> [String] {
        let name = arguments.first?.split(separator: "/").last.map(String.init) ?? ""
        let rest = Array(arguments.dropFirst())
        guard name != "fedauth", let row = CredentialProtocol.all.first(where: { $0.links.contains(name) }) else {
            return rest
        }
        return [CredentialCommand.name, row.name] + (row.hasOwnOptions ? ["--"] : []) + rest
    }
}
