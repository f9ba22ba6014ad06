internal import Core
internal import Secrets

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
