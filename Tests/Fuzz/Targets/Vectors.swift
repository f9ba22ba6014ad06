import Glibc

/// The files of `Tests/Vectors`, each read once.
enum Vectors {
    /// Returns a file. Throws `BrokenProperty` if it cannot be read.
    static func bytes(_ name: String) throws -> FuzzInput {
        try file(folder + "/" + name)
    }

    /// Returns the bytes of the file at `path`.
    static func file(_ path: String) throws -> FuzzInput {
        guard let file = fopen(path, "rb") else { throw BrokenProperty(description: "'\(path)' cannot be read") }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = fread(&chunk, 1, chunk.count, file)
            if count == 0 { return FuzzInput(bytes: bytes) }
            bytes += chunk.prefix(count)
        }
    }

    /// The folder three levels above this file.
    private static let folder: String = {
        let parts = #filePath.split(separator: "/").dropLast(3)
        return "/" + parts.joined(separator: "/") + "/Vectors"
    }()
}
