public import Core
internal import System

/// Directories that only their owner can access.
public enum PrivateDirectory {
    /// Creates `path` with mode 0700, and its parents. Throws `unsafe-directory` when `path` belongs to another user,
    /// is not a directory, or is open to others.
    public static func make(_ path: String) throws(FedauthError) {
        do throws(FileFault) { try System.PrivateDirectory.make(path) } catch { throw Self.error(path, error) }
    }

    /// Throws when `path` is missing, and `unsafe-directory` when it is not private.
    public static func check(_ path: String) throws(FedauthError) {
        do throws(FileFault) { try System.PrivateDirectory.check(path) } catch { throw Self.error(path, error) }
    }

    private static func error(_ path: String, _ fault: FileFault) -> FedauthError {
        let name = path.folded(to: 200)
        let why: String
        let way: String
        switch fault {
        case .system(let failure): return SystemCall.error("make", path, failure)
        case .foreign(let owner):
            why = "belongs to \(UserAccounts.text(of: owner)), not to you"
            way = "as root: chown \(ThisProcess.user) '\(name)'; or name another directory"
        case .belowForeign(let place):
            return FedauthError(
                .unsafeDirectory,
                "'\(name)' would belong to root, and '\(place.path.folded(to: 200))' to \(place.ownerText)",
                hint: "run fedauth as that user, or set HOME to a directory of root's")
        case .otherKind: (why, way) = ("is a link or a file", "move it away: a directory is made in its place")
        case .shared, .linked: (why, way) = ("is open to others", "chmod 700 '\(name)'")
        }
        return FedauthError(
            .unsafeDirectory, "the directory '\(name)' is not private: it \(why)", hint: way)
    }
}
