public import System

extension OtherWriter {
    /// Returns what the writer can do with the file or directory `path`, as the beginning of a message.
    public func text(_ path: String) -> String {
        switch self {
        case .owner(let user): "'\(path)' belongs to user \(user)"
        case .anyone: "anyone may write '\(path)'"
        case .group(let group): "the group \(group) may write '\(path)'"
        }
    }

    /// Returns the command that removes this permission.
    public func command(_ path: String) -> String {
        switch self {
        case .owner: (ThisProcess.user == 0 ? "" : "as root: ") + "chown \(ThisProcess.user) '\(path)'"
        case .anyone: "chmod go-w '\(path)'"
        case .group: "chmod g-w '\(path)'"
        }
    }
}
