import Core

/// One check of the doctor and its result.
struct Check: Encodable {
    /// The meaning of the result for the user.
    enum Outcome: String, Encodable {
        /// No fault was found.
        case ok
        /// Missing, but only needed for an optional feature.
        case absent
        /// A fault, but most functions work.
        case warning
        /// A fault that prevents something that would be used.
        case problem
    }

    /// The name of the check; stable, with a dot between area and subject.
    var name: String
    var outcome: Outcome
    /// The finding, in a few words.
    var finding: String
    /// The advice to the user.
    var advice: String?

    static func ok(_ name: String, _ finding: String) -> Check {
        Check(name: name, outcome: .ok, finding: finding.printable)
    }

    static func absent(_ name: String, _ finding: String, _ advice: String? = nil) -> Check {
        Check(name: name, outcome: .absent, finding: finding.printable, advice: advice?.printable)
    }

    static func warning(_ name: String, _ finding: String, _ advice: String? = nil) -> Check {
        Check(name: name, outcome: .warning, finding: finding.printable, advice: advice?.printable)
    }

    static func problem(_ name: String, _ finding: String, _ advice: String? = nil) -> Check {
        Check(name: name, outcome: .problem, finding: finding.printable, advice: advice?.printable)
    }

    /// Returns a check for a failure: a problem, or `absent` when it concerns an unused part.
    static func failure(_ name: String, _ error: FedauthError, matters: Bool = true) -> Check {
        matters ? problem(name, error.message, error.hint) : absent(name, error.message, error.hint)
    }

    fileprivate func mark(_ appearance: Appearance) -> String {
        switch outcome {
        case .ok: appearance.paint("ok     ", .good)
        case .absent: "-      "
        case .warning: appearance.paint("warning", .notable)
        case .problem: appearance.paint("PROBLEM", .bad)
        }
    }
}

extension [Check] {
    /// Returns a line for each check: a mark, the name, the finding, and the advice.
    func lines(_ appearance: Appearance) -> String {
        let table = Table(
            rows: map { check in ["\(check.name):", check.finding + (check.advice.map { "; \($0)" } ?? "")] })
        // Colour must not count for the width of a column.
        return zip(self, table.linesForPeople).map { check, line in "\(check.mark(appearance))  \(line)\n" }.joined()
    }
}
