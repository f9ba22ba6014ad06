import CPOSIX
import Core
import Glibc
import Secrets

/// Content that is concatenated from texts and files. It can be sent again after a challenge.
final class ConcatenatedBody: ContentSource {
    /// A piece of it.
    enum Piece {
        case bytes(SharedSecret)
        case file(SeekableFile)

        var length: Int64 {
            switch self {
            case .bytes(let bytes): Int64(bytes.count)
            case .file(let file): file.length
            }
        }
    }

    private let pieces: [Piece]
    private var position: Int64 = 0

    init(_ pieces: [Piece]) { self.pieces = pieces }

    var length: Int64? { pieces.reduce(0) { $0 + $1.length } }

    func seek(to offset: Int64) throws(FedauthError) { position = offset }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(FedauthError) -> Int {
        var start: Int64 = 0
        for piece in pieces {
            let within = position - start
            start += piece.length
            guard position < start else { continue }
            let count = try Self.read(piece, at: within, into: buffer)
            position += Int64(count)
            return count
        }
        return 0
    }

    private static func read(
        _ piece: Piece, at offset: Int64, into buffer: UnsafeMutableRawBufferPointer
    ) throws(FedauthError) -> Int {
        switch piece {
        case .bytes(let bytes):
            return bytes.withBytes { all in
                let part = all.dropFirst(Int(offset)).prefix(buffer.count)
                buffer.copyBytes(from: part)
                return part.count
            }
        case .file(let file): return try file.read(at: offset, into: buffer)
        }
    }
}

/// A file that can be read any number of times. Copies the content of a pipe first to a nameless file in the directory
/// for temporary files, which no other user can open.
final class SeekableFile {
    let length: Int64
    private let file: FileDescriptor
    private let name: String

    /// Opens `path`; `-` is stdin, which is read to its end now. Throws `usage` for a missing file.
    init(_ path: String, temporaryDirectory: String) throws(FedauthError) {
        name = path == "-" ? "stdin" : path
        let opened = path == "-" ? try Self.standardInput() : try FileDescriptor(opening: path, O_RDONLY)
        var status = stat()
        guard fstat(opened.number, &status) == 0 else { throw SystemCall.error("read", name) }
        let kind = status.st_mode & S_IFMT
        guard kind != S_IFDIR else {
            throw FedauthError(.usage, "'\(name.folded(to: 200))' is a directory", hint: "name a file")
        }
        // Another process may have read a part of stdin already.
        if kind == S_IFREG, path != "-" || lseek(opened.number, 0, SEEK_CUR) == 0 {
            length = Int64(status.st_size)
            file = opened
        } else {
            let spool = try Self.unnamedFile(in: temporaryDirectory)
            length = try Self.copy(opened.number, name, to: spool.number)
            file = spool
        }
    }

    func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws(FedauthError) -> Int {
        let wanted = Int(min(Int64(buffer.count), length - offset))
        let number = file.number
        let count = SystemCall.retrying { pread(number, buffer.baseAddress, wanted, off_t(offset)) }
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

    private static func standardInput() throws(FedauthError) -> FileDescriptor {
        let copy = fcntl(0, F_DUPFD_CLOEXEC, 3)
        guard copy >= 0 else { throw SystemCall.error("read", "stdin") }
        return FileDescriptor(takingOwnershipOf: copy)
    }

    private static func unnamedFile(in directory: String) throws(FedauthError) -> FileDescriptor {
        let number = cposix_unnamed_file(directory)
        guard number >= 0 else { throw SystemCall.error("make a temporary file in", directory) }
        return FileDescriptor(takingOwnershipOf: number)
    }

    private static func copy(_ from: Int32, _ name: String, to: Int32) throws(FedauthError) -> Int64 {
        var total: Int64 = 0
        let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 16)
        defer { chunk.deallocate() }
        while true {
            let count = SystemCall.retrying { Glibc.read(from, chunk.baseAddress, chunk.count) }
            guard count >= 0 else { throw SystemCall.error("read", name) }
            if count == 0 { return total }
            try FileBytes.write(UnsafeRawBufferPointer(rebasing: chunk[..<count]), to: to, name: "a temporary file")
            total += Int64(count)
        }
    }
}
