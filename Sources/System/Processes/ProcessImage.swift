internal import CPOSIX
internal import Glibc

/// A command with its words and its whole environment, byte for byte as received.
public struct ProcessImage {
    private let words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
    private let file: String?
    private let isReplaced: (String) -> Bool

    /// `words`: as the kernel passed them, with a nil at the end. `file`: the program, nil for the first word, found by
    /// PATH as in a shell. The command inherits no variable whose name `isReplaced` accepts.
    public init(
        words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>, file: String? = nil,
        isReplaced: @escaping (String) -> Bool
    ) {
        self.words = words
        self.file = file
        self.isReplaced = isReplaced
    }

    /// The program's name.
    public var name: String { words[0].map { String(cString: $0) } ?? "" }

    /// Whether the name is the path of a file.
    public var isFile: Bool {
        guard let path = words[0], strchr(path, 0x2F) != nil else { return false }
        return access(path, F_OK) == 0
    }

    /// Replaces this process; returns only when that fails. `variables`: `NAME=value`, each with a NUL behind it.
    public func execute(adding variables: UnsafeMutableRawBufferPointer) -> SystemFailure {
        withEnvironment(variables) { cposix_image_execute(file, words, $0) }
        return SystemFailure("execve")
    }

    /// Starts the command as a child that writes to these descriptors, unless they are below 0. Returns its process ID.
    public func start(
        adding variables: UnsafeMutableRawBufferPointer, output: Int32, errors: Int32
    ) throws(SystemFailure) -> Int32 {
        let child = withEnvironment(variables) { cposix_image_spawn(words[0], words, $0, output, errors) }
        guard child > 0 else { throw SystemFailure("execve") }
        return child
    }

    private func withEnvironment<Result>(
        _ added: UnsafeMutableRawBufferPointer, _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
    ) -> Result {
        var entries: [UnsafeMutablePointer<CChar>?] = []
        var entry = environ
        while let pointer = entry.pointee {
            if !isReplaced(pointer) { entries.append(pointer) }
            entry += 1
        }
        let base = added.bindMemory(to: CChar.self).baseAddress
        for entry in added.split(separator: 0) { entries.append(base?.advanced(by: entry.startIndex)) }
        return (entries + [nil]).withUnsafeBufferPointer { list in
            // The list is never empty, because it ends with a nil.
            body(list.baseAddress ?? UnsafePointer(environ))
        }
    }

    private func isReplaced(_ entry: UnsafePointer<CChar>) -> Bool {
        guard let end = strchr(entry, 0x3D) else { return false }
        let name = UnsafeBufferPointer(start: entry, count: UnsafePointer(end) - entry).map { UInt8(bitPattern: $0) }
        return isReplaced(String(decoding: name, as: UTF8.self))
    }
}
