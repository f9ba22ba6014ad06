internal import Glibc

/// Directories that only their owner can access.
public enum PrivateDirectory {
    private static let demand = FileDemand(kind: S_IFDIR, forbidden: 0o077, isAlone: false)

    /// Creates `path` with mode 0700, and missing parent directories. Throws when something exists there that is not a
    /// private directory of this user, and for root in a directory of another user.
    public static func make(_ path: String) throws(FileFault) {
        if let place = OwnedDirectory(nearest: path), place.path != path, place.isForeignToRoot {
            throw .belowForeign(place)
        }
        var failure = makeOne(path)
        if failure?.number == ENOENT, let slash = path.lastIndex(of: "/"), slash != path.startIndex {
            let parent = String(path[..<slash])
            // Checks only the last directory; those above it may be shared, such as ~/.local.
            if access(parent, F_OK) != 0 { try make(parent) }
            failure = makeOne(path)
        }
        do throws(FileFault) {
            try check(path)
        } catch {
            // The failure to create it says more than that it is missing.
            if error.isMissing, let failure { throw .system(failure) }
            throw error
        }
    }

    /// Throws when `path` is missing or is not a private directory of this user.
    public static func check(_ path: String) throws(FileFault) { try demand.check(path) }

    private static func makeOne(_ path: String) -> SystemFailure? {
        do throws(SystemFailure) { try Files.makeDirectory(path) } catch { return error }
        return nil
    }
}
