import Core

/// Checks the desktop keyring step by step, and reports the step that fails.
struct KeyringChecks {
    let report: KeyringReport
    /// Whether the keyring is the store that would be used.
    let matters: Bool

    var checks: [Check] {
        var checks: [Check] = []
        func add(_ name: String, _ finding: String?) -> Bool {
            if let finding { checks.append(.ok(name, finding)) }
            return finding != nil
        }
        let isThrough =
            add("keyring.library", report.hasLibrary ? "libsecret is installed" : nil)
            && add("keyring.bus", report.isBusReachable ? "the session bus at '\(report.busAddress ?? "?")'" : nil)
            && add("keyring.service", report.service.map(Self.text))
            && add("keyring.collection", report.collection.map { "'\($0.label)' is the default collection" })
            && add("keyring.lock", report.collection.map { $0.isLocked ? nil : "open" } ?? nil)
        if !isThrough, let obstacle = report.obstacle {
            let names = ["keyring.library", "keyring.bus", "keyring.service", "keyring.collection", "keyring.lock"]
            let name = names[min(checks.count, names.count - 1)]
            // A locked keyring is not a fault.
            let isWrong = matters && obstacle.code != .storeLocked
            checks.append(.failure(name, obstacle, matters: isWrong))
        }
        return checks
    }

    private static func text(_ service: KeyringReport.Service) -> String {
        (service.program ?? "a program that cannot be seen") + (service.processID.map { ", process \($0)" } ?? "")
    }
}
