import Core
internal import System

/// Checks whether the encrypted file can be written: writing creates files in its folder.
struct FolderCheck {
    let check: Check
    /// The error that a write would report.
    let failure: FedauthError?

    /// Creates the check.
    ///
    /// - Parameter matters: whether the encrypted file would be used.
    init(_ path: String, matters: Bool, on machine: any Machine) {
        let name = "file.folder"
        var nearest = path
        // Missing folders are created in the nearest existing one.
        while machine.isMissing(nearest), nearest != "/" { nearest = FileNames.directory(of: nearest) }
        do throws(FedauthError) {
            try machine.checkWritable(directory: nearest)
            failure = nil
            check = .ok(name, nearest == path ? "'\(path)'" : "'\(path)', made when it is needed")
        } catch {
            let error = FedauthError(
                .storeUnavailable, error.message, hint: "look at it by 'ls -ld'; XDG_DATA_HOME names another place")
            failure = error
            check = .failure(name, error, matters: matters)
        }
    }
}
