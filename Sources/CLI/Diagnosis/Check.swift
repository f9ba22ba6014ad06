import Core

/// One thing that a doctor has looked at.
struct Check: Encodable {
    /// The meaning of the result for the user.
    enum Outcome: String, Encodable {
        /// As it should be.
        case ok
        /// Missing, but only needed for an optional feature.
        case absent
        /// Not as it should be; most works all the same.
        case warning
        /// In the way of what would be used.
        case problem
    }

    /// What was looked at; a stable name with a dot between area and thing.
    var name: String
    var outcome: Outcome
    /// What was found, in a few words.
    var finding: String
    /// What to do about it.
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

    /// Returns a check for a failure: a problem or, when it concerns an unused part, something absent.
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
    /// Returns a line for each check: a mark, the name, the finding, and what to do.
    func lines(_ appearance: Appearance) -> String {
        let table = Table(
            rows: map { check in ["\(check.name):", check.finding + (check.advice.map { "; \($0)" } ?? "")] })
        // Colour is no part of a column.
        return zip(self, table.linesForPeople).map { check, line in "\(check.mark(appearance))  \(line)\n" }.joined()
    }
}
