internal import Glibc

/// Looks at sockets of this machine. Connects and sends nothing.
public enum LocalSocket {
    /// Returns whether a process listens at a socket file.
    public static func answers(path: String) -> Bool { connects(Array(path.utf8)) }

    /// Returns whether a process listens at a socket without a file (unix(7), "abstract").
    public static func answers(abstractName name: String) -> Bool { connects([0] + name.utf8) }

    /// Returns whether a process listens at a TCP port of 127.0.0.1.
    public static func answers(port: UInt16) -> Bool {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        return connects(AF_INET, &address, socklen_t(MemoryLayout<sockaddr_in>.size))
    }

    /// Returns the name, without a file, of the process at the other end of a socket; nil: it has none.
    public static func peerName(of descriptor: Int32) -> String? {
        var address = sockaddr_un()
        var length = socklen_t(MemoryLayout<sockaddr_un>.size)
        let result = withUnsafeMutableBytes(of: &address) { bytes in
            bytes.baseAddress.map { getpeername(descriptor, $0.assumingMemoryBound(to: sockaddr.self), &length) } ?? -1
        }
        let start = MemoryLayout<sockaddr_un>.size - MemoryLayout.size(ofValue: address.sun_path)
        // The kernel tells the whole length, even if it is that of more than it wrote (getpeername(2)).
        let end = min(Int(length), MemoryLayout<sockaddr_un>.size)
        guard result == 0, address.sun_family == sa_family_t(AF_UNIX), end > start + 1 else { return nil }
        let name = withUnsafeBytes(of: address) { Array($0[start..<end]) }
        return name[0] == 0 ? String(decoding: name.dropFirst(), as: UTF8.self) : nil
    }

    private static func connects(_ name: [UInt8]) -> Bool {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let capacity = MemoryLayout.size(ofValue: address.sun_path)
        guard name.count < capacity else { return false }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
        let used = MemoryLayout<sockaddr_un>.size - capacity + name.count + (name.first == 0 ? 0 : 1)
        return connects(AF_UNIX, &address, socklen_t(used))
    }

    /// Connects without a long wait: a user cannot use a socket that does not accept at once either.
    private static func connects<Address>(_ family: Int32, _ address: inout Address, _ size: socklen_t) -> Bool {
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let descriptor = FileDescriptor(takingOwnershipOf: socket(family, kind, 0))
        guard descriptor.number >= 0 else { return false }
        let result = withUnsafeBytes(of: &address) { bytes in
            bytes.baseAddress.map { connect(descriptor.number, $0.assumingMemoryBound(to: sockaddr.self), size) } ?? -1
        }
        if result == 0 { return true }
        guard errno == EINPROGRESS else { return false }
        var waiting = pollfd(fd: descriptor.number, events: Int16(POLLOUT), revents: 0)
        guard poll(&waiting, 1, 1000) == 1 else { return false }
        var problem: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        return getsockopt(descriptor.number, SOL_SOCKET, SO_ERROR, &problem, &length) == 0 && problem == 0
    }
}
