internal import Core
internal import Glibc
internal import System

/// The folder of a store. It is opened once, so that every name is looked up in the same place. Refuses folders and
/// files that other users could read, change or replace.
struct StoreDirectory {
    let path: String
    let files: PosixFiles
    let descriptor: SharedDescriptor

    /// Opens an existing folder; nil when there is none.
    init?(existing path: String, _ files: PosixFiles) throws(FedauthError) {
        do throws(SystemFailure) {
            descriptor = try files.openDirectory(path)
        } catch  where error.number == ENOENT {
            return nil
        } catch  where error.number == ELOOP || error.number == ENOTDIR {
            throw FedauthError(
                .storeUnsafe, "'\(path)' is another user's symbolic link, or no folder",
                hint: "set XDG_DATA_HOME to the folder in which the folder 'fedauth' is")
        } catch { throw StoreFailure.system(error, "open the folder '\(path)'", at: path) }
        self.path = path
        self.files = files
        try check()
    }

    /// Opens a folder, creating it and missing parents with mode 0700.
    init(making path: String, _ files: PosixFiles) throws(FedauthError) {
        if let place = OwnedDirectory(nearest: path), place.path != path, place.isForeignToRoot {
            throw FedauthError(
                .storeUnsafe, "'\(path)' would belong to root, and '\(place.path)' to \(place.ownerText)",
                hint: "run fedauth as that user, or set HOME to a directory of root's")
        }
        var missing: [String] = []
        var above = path[...]
        do throws(SystemFailure) {
            while !above.isEmpty {
                do throws(SystemFailure) {
                    try files.makeDirectory(String(above))
                    break
                } catch  where error.number == EEXIST || error.number == EISDIR {
                    break
                } catch  where error.number == ENOENT {
                    missing.append(String(above))
                    guard let slash = above.lastIndex(of: "/") else { throw error }
                    above = above[..<slash]
                }
            }
            for folder in missing.reversed() {
                do throws(SystemFailure) { try files.makeDirectory(folder) } catch  where error.number == EEXIST {}
            }
        } catch { throw StoreFailure.system(error, "make the folder '\(path)'", at: path) }
        guard let opened = try StoreDirectory(existing: path, files) else {
            throw FedauthError(.storeUnavailable, "the folder '\(path)' went away")
        }
        self = opened
    }

    private func check() throws(FedauthError) {
        let status: FileStatus
        do throws(SystemFailure) {
            status = try files.status(descriptor)
        } catch { throw StoreFailure.system(error, "look at the folder '\(path)'") }
        guard status.owner == geteuid() else {
            throw FedauthError(
                .storeUnsafe, "the folder '\(path)' belongs to \(UserAccounts.text(of: status.owner)), not to you",
                hint: geteuid() == 0
                    ? "run fedauth as that user, or set HOME to a directory of root's"
                    : "choose another folder, or as root: chown -R \(geteuid()) '\(path)'")
        }
        guard status.mode & 0o022 == 0 else {
            throw FedauthError(.storeUnsafe, "others may write the folder '\(path)'", hint: "chmod 700 '\(path)'")
        }
    }

    /// Opens a file; nil when there is none. Refuses everything except a regular file of this user alone.
    func open(_ name: String) throws(FedauthError) -> SharedDescriptor? {
        let file: SharedDescriptor
        let status: FileStatus
        do throws(SystemFailure) {
            file = try files.openToRead(descriptor, name)
            status = try files.status(file)
        } catch  where error.number == ENOENT {
            return nil
        } catch  where error.number == ELOOP {
            throw FedauthError(
                .storeUnsafe, "'\(path)/\(name)' is a symbolic link",
                hint: "put the file itself there, or name the folder in which it is")
        } catch { throw StoreFailure.system(error, "open '\(path)/\(name)'") }
        try check(status, name)
        return file
    }

    private func check(_ status: FileStatus, _ name: String) throws(FedauthError) {
        let full = "\(path)/\(name)"
        guard status.kind == .regular else {
            throw FedauthError(.storeUnsafe, "'\(full)' is not a regular file", hint: "look at it by: ls -ld '\(full)'")
        }
        guard status.owner == geteuid() else {
            throw FedauthError(
                .storeUnsafe, "'\(full)' belongs to \(UserAccounts.text(of: status.owner)), not to you",
                hint: "as root: chown \(geteuid()) '\(full)'")
        }
        guard status.mode & 0o077 == 0 else {
            throw FedauthError(.storeUnsafe, "others may open '\(full)'", hint: "chmod 600 '\(full)'")
        }
        guard status.links <= 2 else {
            throw FedauthError(
                .storeUnsafe, "'\(full)' has \(status.links) names",
                hint: "find the others by: find -samefile '\(full)'")
        }
    }

    /// Removes a file, if there is one.
    func remove(_ name: String) throws(FedauthError) {
        do throws(SystemFailure) {
            try files.unlink(descriptor, name)
        } catch  where error.number == ENOENT {
        } catch { throw StoreFailure.system(error, "remove '\(path)/\(name)'") }
    }

    /// Returns whether the name still belongs to the opened file.
    func isCurrent(_ file: SharedDescriptor, _ name: String) -> Bool {
        guard let opened = try? files.status(file), let named = try? files.status(descriptor, name) else {
            return false
        }
        return opened.isSameFile(as: named)
    }

    /// Takes the lock file, waiting up to `seconds`. Closing the descriptor releases the lock.
    func lock(_ name: String, waitSeconds: Int64, _ clock: any WallClock) throws(FedauthError) -> SharedDescriptor {
        let deadline = Deadline(seconds: waitSeconds, from: clock)
        var pauseMicroseconds: UInt32 = 500
        var holder: LockHolder?
        var found: FileStatus?
        do throws(SystemFailure) {
            let file = try files.openLock(descriptor, name)
            let status = try files.status(file)
            // Another user, who could hold the lock for ever, is named at once.
            while status.kind == .regular, status.owner == geteuid() {
                if try files.lock(file) { return file }
                if deadline.remainingMilliseconds == 0 {
                    holder = LockHolder(ofFile: file.number)
                    break
                }
                usleep(pauseMicroseconds)
                pauseMicroseconds = min(pauseMicroseconds * 2, 20_000)
            }
            found = status
        } catch  where error.number == ELOOP {
            throw FedauthError(
                .storeUnsafe, "'\(path)/\(name)' is a symbolic link", hint: "remove it: rm '\(path)/\(name)'")
        } catch { throw StoreFailure.system(error, "lock '\(path)/\(name)'") }
        if let found { try check(found, name) }
        throw StoreFailure.busy("\(path)/\(name.dropLast(".lock".count))", seconds: waitSeconds, holder: holder)
    }
}
