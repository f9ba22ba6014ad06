import Core
import Glibc

/// Checks whether the encrypted file can be written: writing creates files in its folder.
struct FolderCheck {
    let check: Check
    /// The error that a write would report.
    let failure: FedauthError?

    /// Creates the check.
    ///
    /// - Parameter matters: whether the encrypted file would be used.
    init(_ path: String, matters: Bool) {
        let name = "file.folder"
        var nearest = path
        // Missing folders are created in the nearest existing one.
        while access(nearest, F_OK) != 0, errno == ENOENT, nearest != "/" {
            nearest = FileNames.directory(of: nearest)
        }
        // With "/.", the check also fails when the path is not a directory.
        if access(nearest + "/.", W_OK | X_OK) == 0 {
            failure = nil
            check = .ok(name, nearest == path ? "'\(path)'" : "'\(path)', made when it is needed")
        } else {
            let error = FedauthError(
                .storeUnavailable, SystemCall.error("write to", nearest).message,
                hint: "look at it by 'ls -ld'; XDG_DATA_HOME names another place")
            failure = error
            check = .failure(name, error, matters: matters)
        }
    }
}
