import Application
import Core

/// `fedauth doctor`.
struct Doctor: StoreCommand, Documented {
    static let examples: Examples = [
        "fedauth doctor": "Check everything, without network access",
        "fedauth doctor mail": "Check the servers of the profile 'mail' too, and compare their clocks",
        "fedauth doctor https://mail.example.org/": "The same for an address",
        "fedauth doctor --json": "For a program, or for a bug report",
    ]
    static let mainOptions: [String]? = ["cacert", "proxy", "browser", "store", "json"]
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Check what fedauth needs: libraries, network, files, store.",
        discussion: """
            Asks no questions and changes nothing. No server is contacted unless a profile or an address is \
            named. Exit status 0: there is no problem; else the status of a command that meets the first \
            problem.
            """)

    static var readsConfiguration: Bool { false }

    var target: String?
    var browsing = BrowserSettings()
    var network = NetworkSettings()
    var storage = StoreSettings()

    mutating func declare(_ list: OptionList) {
        list.argument(
            "profile-or-url", &target, "A profile or an address, whose servers are checked too.",
            completion: .names(.profiles))
        list.settings("Browser", &browsing)
        list.settings("Network", &network)
    }

    func run(in context: CommandContext) throws(FedauthError) {
        let parts = DoctorSetup(context, network: network, browsing: browsing, storage: storage)
        let report = try DoctorFlow(context.services(network, storage), parts).run(target)
        try context.report(
            .sorted([
                "version": .text(Version.number), "checks": .array(report.checks.map(\.json)),
                "store": report.store.json,
            ]),
            text: (context.global.quiet ? "" : "fedauth \(Version.number)\n")
                + context.lines(of: report.checks + report.store.checks))
        if let failure = report.failure { throw alreadyReported(failure) }
    }
}

extension CommandContext {
    /// Returns a line for each check: a mark, the name, the finding, and the advice. Warnings and problems are last,
    /// with their number; with `--quiet` they are all.
    func lines(of checks: [Check]) -> String {
        let problems = checks.filter { $0.outcome == .problem }
        let warnings = checks.filter { $0.outcome == .warning }
        let others = global.quiet ? [] : checks.filter { $0.outcome == .ok || $0.outcome == .absent }
        let sorted = others + warnings + problems
        let table = Table(
            rows: sorted.map { check in ["\(check.name):", check.finding + (check.advice.map { "; \($0)" } ?? "")] })
        // Colour must not count for the width of a column.
        let lines = zip(sorted, table.linesForPeople(resultColumns, margin: Check.markColumns)).map { check, line in
            "\(check.mark(streams.appearance))  \(line)"
        }
        guard !global.quiet else { return lines.joined() }
        func count(_ checks: [Check], _ word: String) -> String {
            "\(checks.isEmpty ? "no" : "\(checks.count)") \(word)\(checks.count == 1 ? "" : "s")"
        }
        return lines.joined() + "\(count(problems, "problem")), \(count(warnings, "warning"))\n"
    }
}

extension Check {
    /// The width of a mark and the blanks behind it.
    fileprivate static let markColumns = 9

    fileprivate func mark(_ appearance: Appearance) -> String {
        switch outcome {
        case .ok: appearance.paint("ok     ", .good)
        case .absent: "-      "
        case .warning: appearance.paint("warning", .notable)
        case .problem: appearance.paint("PROBLEM", .bad)
        }
    }
}
