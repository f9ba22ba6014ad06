public import Core
internal import Secrets
internal import System

/// The entries of pass(1): files `NAME.gpg` below a folder. gpg decrypts each; its agent asks for the passphrase.
public struct PassStore {
    private let folder: String
    private let decrypt: (_ path: String) throws(FedauthError) -> Secret

    /// The most files that are read, and the most bytes of one.
    private static let files = 20_000
    private static let bytes = 1 << 20
    /// The deepest folder.
    private static let depth = 32

    /// Reads nothing yet. The folder is `path`, else that of PASSWORD_STORE_DIR, else `~/.password-store`; gpg's agent
    /// may ask for the passphrase if it `asks`.
    public init(_ path: String?, asks: Bool, _ environment: Environment, clock: any WallClock) {
        folder = path ?? environment["PASSWORD_STORE_DIR"] ?? (environment["HOME"] ?? "") + "/.password-store"
        // '--batch' forbids questions by gpg itself, not by its agent, which asks on the terminal that gpg names.
        var words = ["gpg", "--quiet", "--batch"]
        if !asks {
            words += ["--pinentry-mode", "error"]
        } else if environment["GPG_TTY"] == nil, Terminal.isTerminal(2),
            let terminal = FileNames.target(ofLink: "/proc/self/fd/2")
        {
            words += ["--ttyname", terminal]
        }
        decrypt = { (path) throws(FedauthError) in
            try Child.output(
                of: words + ["--decrypt", "--", path], name: "gpg", limit: Self.bytes, until: clock.deadline())
        }
    }

    /// Decrypts all entries. Throws `not-found` when there is no such folder, `program-failed` when gpg cannot decrypt
    /// the first file: it would ask again for each of the others.
    public func entries() throws(FedauthError) -> ForeignEntries {
        guard FileNames.isDirectory(folder) else {
            throw FedauthError(
                .notFound, "there is no folder '\(folder.folded(to: 100))' with entries of pass",
                hint: "name it after '--from pass', or by PASSWORD_STORE_DIR")
        }
        var entries = ForeignEntries()
        var names: [String] = []
        collect("", below: [], &names, &entries)
        var hasDecrypted = false
        for name in names.sorted() {
            do throws(FedauthError) {
                PassEntry.add(try decrypt("\(folder)/\(name).gpg"), name: name, to: &entries)
                hasDecrypted = true
            } catch  where error.code == .programFailed {
                guard hasDecrypted else {
                    throw FedauthError(
                        error.code, "gpg cannot decrypt '\(name.folded(to: 60))'",
                        hint: "see what gpg says above; gpg's agent must know the passphrase, or be able to ask for it")
                }
                entries.leave(name, "gpg cannot decrypt it")
            }
        }
        return entries
    }

    /// Collects the names of the files below a folder. Follows links, as pass does, but not back to a folder above.
    private func collect(
        _ prefix: String, below folders: [FileStatus], _ names: inout [String], _ entries: inout ForeignEntries
    ) {
        guard let status = FileStatus(folder + "/" + prefix) else { return }
        guard folders.count <= Self.depth else { return entries.leave(String(prefix.dropLast()), "it is too deep") }
        guard !folders.contains(where: status.isSameFile) else {
            return entries.leave(String(prefix.dropLast()), "it is a link to a folder above")
        }
        for file in FileNames.names(in: folder + "/" + prefix).sorted() where !file.hasPrefix(".") {
            switch FileStatus("\(folder)/\(prefix)\(file)")?.kind {
            case .directory: collect(prefix + file + "/", below: folders + [status], &names, &entries)
            case .regular where file.hasSuffix(".gpg"):
                if names.count < Self.files { names.append(prefix + file.dropLast(4)) }
            case nil: entries.leave(prefix + file, "it is a link to nothing")
            default: break
            }
        }
    }
}
