import Core
import Secrets

extension Shell {
    /// Returns the text for `eval` that sets all variables or none.
    func export(_ entries: [(name: String, value: SharedSecret)]) throws(FedauthError) -> Secret {
        let form = form
        var out = Secret(capacity: 1024)
        out.append(form.opening(entries.map(\.name)))
        for (index, entry) in entries.enumerated() {
            if let obstacle = entry.value.withBytes({ form.obstacle(in: $0) }) {
                throw .notCarried(entry.name, obstacle, by: rawValue)
            }
            if index > 0 { out.append(form.joint) }
            entry.value.withBytes { form.assign(entry.name, $0, to: &out) }
        }
        let full = entries.filter { entry in entry.value.withBytes { !$0.isEmpty } }.map(\.name)
        out.append(form.closing + form.check(full) + "\n")
        return out
    }

    /// Returns the text for `eval` that unsets all variables.
    public func unset() -> String { form.unset(SessionVariables.names) + "\n" }

    /// The text that makes the evaluated line fail.
    public var failure: String { form.failure + "\n" }

    /// Returns the line with which a user evaluates the output of `command`.
    public func evaluation(of command: String) -> String { form.evaluation(of: command) }
}

extension ErrorCode {
    /// A shell or a file format cannot represent a value.
    static let notCarried = ErrorCode("not-carried", .other)
}

extension FedauthError {
    /// Returns the error for a value that the shell would change.
    static func notCarried(_ name: String, _ obstacle: String, by reader: String) -> FedauthError {
        FedauthError(
            .notCarried, "the value of '\(name)' holds \(obstacle), which '\(reader)' cannot carry",
            hint: "use '--format env' or a cookie file, '--format netscape -o FILE'")
    }
}
