internal import Glibc

/// The process that holds a lock (flock(2)), according to /proc/locks.
public struct LockHolder: Equatable, Sendable {
    /// Its process ID.
    public let processID: Int32
    /// The name of its program, at most 15 bytes of any value.
    public let program: String

    /// Returns nil when no process holds a lock on the open file `number`, and when the kernel does not report it, such
    /// as for a process in another namespace.
    public init?(ofFile number: Int32) {
        var status = stat()
        guard fstat(number, &status) == 0, let locks = Self.text("/proc/locks") else { return nil }
        let device = UInt64(status.st_dev)
        let major = device >> 8 & 0xFFF | device >> 32 & ~0xFFF
        let minor = device & 0xFF | device >> 12 & ~0xFF
        // 1: FLOCK  ADVISORY  WRITE 4711 08:01:1234 0 EOF; the line of a waiting process has an arrow after the number.
        let file = "\(Self.hexadecimal(major)):\(Self.hexadecimal(minor)):\(status.st_ino)"
        for line in locks.split(separator: "\n") {
            let fields = line.split(separator: " ")
            guard fields.count > 5, fields[1] == "FLOCK", fields[5] == file, let process = Int32(fields[4]),
                let name = Self.text("/proc/\(process)/comm")
            else { continue }
            processID = process
            program = name.last == "\n" ? String(name.dropLast()) : name
            return
        }
        return nil
    }

    private static func hexadecimal(_ number: UInt64) -> String {
        (number < 0x10 ? "0" : "") + String(number, radix: 16)
    }

    private static func text(_ path: String) -> String? {
        guard let file = try? FileDescriptor(path: path, flags: O_RDONLY) else { return nil }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 16 << 10)
        while true {
            let count = chunk.withUnsafeMutableBytes { file.read($0) }
            guard count > 0 else { return count < 0 ? nil : String(decoding: bytes, as: UTF8.self) }
            bytes += chunk.prefix(count)
        }
    }
}
