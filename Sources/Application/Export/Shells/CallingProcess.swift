import System

/// An ancestor process, as `/proc` describes it.
struct CallingProcess {
    /// The program: the name of its file if that is meaningful, else the process's own name.
    let program: String
    let parent: Int32

    init(program: String, parent: Int32) { (self.program, self.parent) = (program, parent) }

    /// `file`: the target of `/proc/PID/exe`; nil for another user's process. `status`: the text of `/proc/PID/stat`:
    /// `PID (NAME) STATE PARENT …`. The name may contain any characters.
    init?(file: String?, status: String) {
        guard let start = status.firstIndex(of: "("), let end = status.lastIndex(of: ")"), start < end else {
            return nil
        }
        let fields = status[status.index(after: end)...].split(separator: " ")
        guard fields.count > 1, let parent = Int32(fields[1]) else { return nil }
        self.init(program: Self.program(file, String(status[status.index(after: start)..<end])), parent: parent)
    }

    /// Reads a process; nil when it does not exist, or the system has no `/proc`.
    init?(_ process: Int32) {
        guard let status = Self.text("/proc/\(process)/stat") else { return nil }
        self.init(file: FileNames.target(ofLink: "/proc/\(process)/exe"), status: status)
    }

    /// Returns the program's name. The file is more reliable than the process name, which a script sets to its own
    /// name. The exceptions are an interpreter, and one file that implements several programs.
    private static func program(_ file: String?, _ name: String) -> String {
        guard var file = file?.split(separator: "/").last.map(String.init) else { return name }
        // After an upgrade, the running shell's file has been deleted.
        let gone = " (deleted)"
        if file.hasSuffix(gone) { file.removeLast(gone.count) }
        let kind = file.prefix(while: \.isLetter)
        return ["busybox", "coreutils", "expect", "perl", "python", "tclsh", "toybox"].contains(kind) ? name : file
    }

    private static func text(_ path: String) -> String? {
        guard let file = try? FileDescriptor(opening: path) else { return nil }
        var bytes = [UInt8](repeating: 0, count: 1024)
        let count = bytes.withUnsafeMutableBytes { file.read($0) }
        return count > 0 ? String(decoding: bytes.prefix(count), as: UTF8.self) : nil
    }
}
