public import Core

/// Ends a sign-in that another process is doing.
public struct CancelFlow {
    private let signIns: any RunningSignIns
    private let reporter: any Reporter

    /// Finds and ends sign-ins by `signIns`.
    public init(_ signIns: any RunningSignIns, reporter: any Reporter) {
        self.signIns = signIns
        self.reporter = reporter
    }

    /// Ends the sign-in to the profile, session or identity; without a name, the only one under way. Throws `not-found`
    /// when there is none, and `usage` when the choice is left open.
    public func run(_ name: String?) throws(FedauthError) -> [RunningSignIn] {
        let found = try signIns.found(named: name)
        guard let first = found.first else {
            throw FedauthError(
                .notFound, "no sign-in\(name.map { " to '\($0.folded(to: 60))'" } ?? "") is under way",
                hint: try others(than: name))
        }
        guard name != nil || found.count == 1 else {
            let names = found.map { "'\($0.name.folded(to: 60))'" }.joined(separator: ", ")
            throw FedauthError(
                .usage, "\(found.count) sign-ins are under way: \(names.folded(to: 300))",
                hint: "name one of them, as in 'fedauth cancel \(first.name.folded(to: 60).shellWord)'")
        }
        for one in found {
            try signIns.cancel(one)
            reporter.note(
                "cancelled the sign-in to '\(one.name.folded(to: 60))' at '\(one.purpose)' (process \(one.processID))")
        }
        return found
    }

    private func others(than name: String?) throws(FedauthError) -> String? {
        guard name != nil else { return nil }
        let others = try signIns.found(named: nil).map { "'\($0.name.folded(to: 60))'" }
        return others.isEmpty ? nil : "under way: \(others.joined(separator: ", ").folded(to: 300))"
    }
}
