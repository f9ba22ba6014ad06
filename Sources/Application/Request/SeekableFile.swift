internal import Core
internal import Secrets
internal import System

/// A file that can be read any number of times. Copies the content of a pipe first to a nameless file in the directory
/// for temporary files, which no other user can open.
final class SeekableFile {
    let length: Int64
    private let file: FileDescriptor
    private let name: String

    /// Opens `path`; `-` is stdin, which is read to its end now. Throws `usage` for a missing file.
    init(_ path: String, temporaryDirectory: String) throws(FedauthError) {
        let name = path == "-" ? "stdin" : path
        self.name = name
        let opened = try Self.opened(path)
        let status: FileStatus
        do throws(SystemFailure) {
            status = try FileStatus(descriptor: opened.number)
        } catch { throw SystemCall.error("read", name, error) }
        guard status.kind != .directory else {
            throw FedauthError(.usage, "'\(name.folded(to: 200))' is a directory", hint: "name a file")
        }
        // Another process may have read a part of stdin already.
        if status.kind == .regular, path != "-" || opened.isAtBeginning {
            length = Int64(status.size)
            file = opened
        } else {
            let spool = try Self.unnamedFile(in: temporaryDirectory)
            length = try Self.copy(opened, name, to: spool)
            file = spool
        }
    }

    func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws(FedauthError) -> Int {
        let wanted = Int(min(Int64(buffer.count), length - offset))
        let count = file.read(UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted]), at: offset)
        guard count >= 0 else { throw SystemCall.error("read", name) }
        guard count > 0 || wanted == 0 else {
            throw FedauthError(.other, "'\(name.folded(to: 200))' has become shorter while it was being sent")
        }
        return count
    }

    /// Returns the whole content, in memory.
    func bytes() throws(FedauthError) -> Secret {
        var content = Secret()
        try content.withMutableBytes(count: Int(length)) { (bytes) throws(FedauthError) in
            var done = 0
            while done < bytes.count {
                done += try read(at: Int64(done), into: UnsafeMutableRawBufferPointer(rebasing: bytes[done...]))
            }
        }
        return content
    }

    private static func opened(_ path: String) throws(FedauthError) -> FileDescriptor {
        guard path == "-" else { return try FileDescriptor(opening: path) }
        return try SystemCall.attempt("read", "stdin") { () throws(SystemFailure) in try FileDescriptor(duplicating: 0)
        }
    }

    private static func unnamedFile(in directory: String) throws(FedauthError) -> FileDescriptor {
        try SystemCall.attempt("make a temporary file in", directory) { () throws(SystemFailure) in
            try FileDescriptor(unnamedIn: directory)
        }
    }

    private static func copy(
        _ from: borrowing FileDescriptor, _ name: String, to: borrowing FileDescriptor
    ) throws(FedauthError) -> Int64 {
        var total: Int64 = 0
        let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 16)
        defer { chunk.deallocate() }
        while true {
            let count = from.read(chunk)
            guard count >= 0 else { throw SystemCall.error("read", name) }
            if count == 0 { return total }
            let bytes = UnsafeRawBufferPointer(rebasing: chunk[..<count])
            try FileBytes.write(bytes, to: to.number, name: "a temporary file")
            total += Int64(count)
        }
    }
}
