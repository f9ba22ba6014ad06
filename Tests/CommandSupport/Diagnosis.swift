import FoundationEssentials
import Glibc

/// The output of `fedauth doctor --json`.
struct Diagnosis: Decodable {
    struct Check: Decodable {
        var name: String
        var outcome: String
        var finding: String
        var advice: String?
    }

    private struct Store: Decodable { var checks: [Check] }

    private enum CodingKeys: CodingKey { case checks, store }

    let checks: [Check]

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        checks =
            try container.decode([Check].self, forKey: .checks) + container.decode(Store.self, forKey: .store).checks
    }

    init(_ outcome: Outcome) throws {
        do {
            self = try JSONDecoder().decode(Diagnosis.self, from: Data(outcome.output))
        } catch {
            throw TestFailure("no diagnosis: \(outcome)")
        }
    }

    /// Returns `outcome: finding; advice` of the first check with this name, or an empty string if there is none.
    subscript(name: String) -> String {
        guard let check = checks.first(where: { $0.name == name }) else { return "" }
        return "\(check.outcome): \(check.finding)" + (check.advice.map { "; \($0)" } ?? "")
    }
}

extension Home {
    /// Runs `fedauth doctor --json` and returns its status and findings.
    func doctor(
        _ arguments: String..., adding: [String: String] = [:]
    ) throws -> (status: Int32?, found: Diagnosis) {
        let outcome = try fedauth(["doctor", "--json"] + arguments, adding: adding)
        return (outcome.status, try Diagnosis(outcome))
    }

    /// Writes an executable shell script into `bin` of this home and returns its path.
    @discardableResult
    func program(_ name: String, _ script: String) throws -> String {
        mkdir(path + "/bin", 0o700)
        let path = try file("bin/" + name, "#!/bin/sh\n" + script + "\n")
        chmod(path, 0o700)
        return path
    }
}

extension Outcome {
    /// The text without the blanks that align the findings of a doctor.
    var unaligned: String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            guard let colon = line.firstRange(of: ": ") else { return String(line) }
            return line.prefix(upTo: colon.upperBound) + String(line.suffix(from: colon.upperBound).drop { $0 == " " })
        }.joined(separator: "\n")
    }
}
