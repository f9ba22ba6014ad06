import Secrets

extension Shell {
    /// The text for `eval` that sets the variables.
    func export(_ variables: SessionVariables) -> Secret {
        var out = Secret(capacity: 1024)
        for (name, value) in variables.entries { value.withBytes { export(name, $0, to: &out) } }
        out.append("\n")
        return out
    }

    /// The text for `eval` that takes them back.
    func unset() -> String {
        SessionVariables.names.map(unset).joined() + "\n"
    }
}
