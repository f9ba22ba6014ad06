import Application
import Core

/// `fedauth store recover`.
struct StoreRecover: StoreCommand, Documented {
    static let examples: Examples = [
        "fedauth store recover": "Save what can be saved",
        "fedauth store recover --json": "The names of what is lost, for a program",
    ]
    static let configuration = CommandConfiguration(
        commandName: "recover", abstract: "Save what can be saved of a damaged store.",
        discussion: """
            In the encrypted file, entries that open are kept. Entries that do not open are taken from the \
            previous state, if it has them; if the list of entries is lost, the whole previous state is \
            restored. The damaged file stays in the same directory as store.damaged. In a keyring, files without \
            an entry are removed, and of entries with one name all but the last written. The names of lost \
            entries are printed.
            """)

    var storage = StoreSettings()

    func run(in context: CommandContext) throws(FedauthError) {
        let store = try maintainedStore(in: context)
        let recovery = try store.recover()
        var removed: [String] = []
        do throws(FedauthError) {
            removed = try store.removeLeftovers()
        } catch { context.streams.warning(error.whole) }
        try context.report(recovery.json(removed: removed), text: recovery.lost.map { $0.printable + "\n" }.joined())
        for line in recovery.lines(removed: removed) { context.streams.note(line) }
        if recovery.listsLost, !recovery.lost.isEmpty {
            context.streams.note(
                "they are still listed: 'fedauth store delete NAME' removes one; a lost file may come back from a backup"
            )
        }
    }
}

extension StoreRecovery {
    /// The repair as `--json` shows it, with the files without an entry that were removed.
    fileprivate func json(removed: [String]) -> JSONValue {
        .sorted([
            "lost": .texts(lost), "older": .texts(older), "doubled": .texts(doubled),
            "isStateBefore": .bool(isStateBefore), "kept": .text(ifAny: kept), "removed": .texts(removed),
        ])
    }

    /// The repair as text.
    fileprivate func lines(removed: [String]) -> [String] {
        var lines: [String] = []
        if isStateBefore {
            lines.append(
                "the list of entries was lost: the previous state is restored, and the changes of the last write are"
                    + " lost and cannot be named")
        }
        for name in older {
            lines.append("the last value of '\(name.folded(to: 60))' is lost; the previous value is restored")
        }
        for name in doubled {
            lines.append("'\(name.folded(to: 60))' was there more than once; what was written last is kept")
        }
        if !lost.isEmpty { lines.append("lost entries: \(lost.count)") }
        if !removed.isEmpty { lines.append("removed files without an entry: \(removed.count)") }
        if let kept { lines.append("the damaged file is now '\(kept)'") }
        return lines.isEmpty ? ["nothing is lost"] : lines
    }
}
