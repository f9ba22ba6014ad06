public import Core
public import Secrets
internal import System

/// A program whose entries `store import` reads.
public enum ForeignProgram: String, CaseIterable {
    /// pass(1).
    case pass
    /// secret-tool(1), or any other program that uses the desktop keyring.
    case secretTool = "secret-tool"
    /// git-credential-store(1).
    case gitCredentialStore = "git-credential-store"
    /// `.netrc`, as ftp(1) and curl(1) read it.
    case netrc
}

/// Reads the entries of other programs.
public struct ForeignImportFlow {
    private let environment: Environment
    private let read: (_ path: String) throws(FedauthError) -> SharedSecret
    private let pass: (_ folder: String?) throws(FedauthError) -> ForeignEntries
    private let keyring:
        (_ attributes: [String: String]) throws(FedauthError) -> (found: [StoreItem], left: [FedauthError])

    /// Reads nothing yet. `read` returns the content of a file, of stdin for `-`; `pass` the entries of a folder of
    /// pass(1), nil for the usual one; `keyring` the items with these attributes, and why others cannot be read.
    public init(
        environment: Environment, read: @escaping (_ path: String) throws(FedauthError) -> SharedSecret,
        pass: @escaping (_ folder: String?) throws(FedauthError) -> ForeignEntries,
        keyring:
            @escaping (_ attributes: [String: String]) throws(FedauthError) -> (
                found: [StoreItem], left: [FedauthError]
            )
    ) { (self.environment, self.read, self.pass, self.keyring) = (environment, read, pass, keyring) }

    /// Reads the entries, of a file or folder (nil: where the program keeps it), or the keyring's items with these
    /// attributes. Throws `not-found` when there is nothing to import.
    public func entries(
        of program: ForeignProgram, file: String?, attributes: [String: String] = [:]
    ) throws(FedauthError) -> ForeignEntries {
        let home = environment["HOME"] ?? ""
        let entries: ForeignEntries
        switch program {
        case .pass: entries = try pass(file)
        case .secretTool: entries = try keyringItems(file, attributes)
        case .gitCredentialStore:
            let files = [
                home + "/.git-credentials", (environment["XDG_CONFIG_HOME"] ?? home + "/.config") + "/git/credentials",
            ]
            entries = GitCredentialFile.entries(try read(file ?? files.first { FileNames.exists($0) } ?? files[0]))
        case .netrc: entries = try NetrcFile.entries(try read(file ?? home + "/.netrc"))
        }
        guard entries.drafts.isEmpty else { return entries }
        let reasons = entries.left.isEmpty ? "it has no entries" : entries.reasons
        throw FedauthError(.notFound, "\(program.rawValue) has nothing to import: \(reasons)")
    }

    private func keyringItems(_ file: String?, _ attributes: [String: String]) throws(FedauthError) -> ForeignEntries {
        guard file == nil, !attributes.isEmpty else {
            throw FedauthError(
                .usage, file == nil ? "'--from secret-tool' needs an attribute" : "'--from secret-tool' reads no file",
                hint: "name the items by '--keyring-attribute NAME=VALUE'")
        }
        let (found, left) = try keyring(attributes)
        // What cannot be read is not "nothing".
        if found.isEmpty, let reason = left.first { throw reason }
        var entries = ForeignEntries()
        for item in found { KeyringItem.add(item, to: &entries) }
        for (reason, same) in Dictionary(grouping: left, by: \.message).sorted(by: { $0.key < $1.key }) {
            entries.leave(same.count == 1 ? "1 item" : "\(same.count) items", reason)
        }
        return entries
    }
}
