import Application
import ArgumentParser
import Core
import Keyring
import Secrets
import System

/// A program whose entries 'store import' reads.
enum ForeignProgram: String, CaseIterable, ExpressibleByArgument {
    case pass
    case secretTool = "secret-tool"
    case gitCredentialStore = "git-credential-store"
    case netrc
}

extension StoreImport {
    /// The most reasons that the note names; '--json' has all.
    private static let shownReasons = 5

    /// Returns the end of the note: what was left out.
    static func summary(left: [String]) -> String {
        guard !left.isEmpty else { return "" }
        let others = left.count > shownReasons ? "; and \(left.count - shownReasons) more" : ""
        return "; left out \(left.count): \(left.prefix(shownReasons).joined(separator: "; "))\(others)"
    }

    /// Reads the entries of another program. Throws `not-found` when there is nothing to import.
    func entries(of program: ForeignProgram, _ context: CommandContext) throws(FedauthError) -> ForeignEntries {
        let entries: ForeignEntries
        switch program {
        case .pass:
            entries = try PassStore(file, asks: !global.noInput, context.environment) { context.budget }.entries()
        case .secretTool:
            entries = try keyringItems(context)
        case .gitCredentialStore:
            let home = context.environment["HOME"] ?? ""
            let settings = context.environment["XDG_CONFIG_HOME"] ?? home + "/.config"
            let files = [home + "/.git-credentials", settings + "/git/credentials"]
            let there = files.first { FileNames.exists($0) }
            entries = GitCredentialFile.entries(try content(file ?? there ?? files[0], context))
        case .netrc:
            entries = try NetrcFile.entries(
                try content(file ?? (context.environment["HOME"] ?? "") + "/.netrc", context))
        }
        guard entries.drafts.isEmpty else { return entries }
        let reasons =
            entries.left.isEmpty ? "it has no entries" : entries.left.prefix(Self.shownReasons).joined(separator: "; ")
        throw FedauthError(.notFound, "\(program.rawValue) has nothing to import: \(reasons)")
    }

    private func keyringItems(_ context: CommandContext) throws(FedauthError) -> ForeignEntries {
        guard file == nil, !keyringAttribute.isEmpty else {
            throw FedauthError(
                .usage, file == nil ? "'--from secret-tool' needs an attribute" : "'--from secret-tool' reads no file",
                hint: "name the items by '--keyring-attribute NAME=VALUE'")
        }
        let wanted = try EntryAttributes.parse(keyringAttribute, option: "--keyring-attribute")
        let items = try ForeignItems(bus: context.storeBackends(storage).busAddress)
        let (found, lockedCount) = try items.items(with: wanted, at: context.clock.now)
        var entries = ForeignEntries()
        for item in found {
            var draft = StoreDraft(moving: item)
            draft.history = nil
            entries.add(draft)
        }
        if lockedCount > 0 { entries.leave("\(lockedCount) items", "locked") }
        return entries
    }
}
