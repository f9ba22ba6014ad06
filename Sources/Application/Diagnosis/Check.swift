public import Core

/// One check of the doctor and its result.
public struct Check: Sendable {
    /// The meaning of the result for the user.
    public enum Outcome: String, Sendable {
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
    public let name: String
    /// The meaning for the user.
    public let outcome: Outcome
    /// The finding, in a few words.
    public internal(set) var finding: String
    /// The advice to the user.
    public let advice: String?

    /// The check as one object.
    public var json: JSONValue {
        .sorted([
            "name": .text(name), "outcome": .text(outcome.rawValue), "finding": .text(finding),
            "advice": .text(ifAny: advice),
        ])
    }

    static func ok(_ name: String, _ finding: String) -> Check {
        Check(name: name, outcome: .ok, finding: finding.printable, advice: nil)
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
}
