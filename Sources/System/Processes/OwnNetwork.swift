internal import CPOSIX
internal import Glibc

/// A network of one program's own: nothing outside reaches its ports, and it reaches the outside only through a socket.
public enum OwnNetwork {
    /// How connections leave.
    public struct Exit: Equatable, Sendable {
        /// Addresses that replace a lookup, as `HOST:PORT:ADDRESS[,ADDRESS]…`; the first address is used.
        public var addresses: [String]
        /// An HTTP proxy that connects to all hosts but this machine; nil: none.
        public var proxy: Proxy?
        /// Domains that are reached without the proxy, with their subdomains; `*` is every one.
        public var direct: [String]

        /// An HTTP proxy.
        public struct Proxy: Equatable, Sendable {
            /// Its name or address.
            public var host: String
            /// Its port.
            public var port: UInt16

            /// Describes a proxy.
            public init(host: String, port: UInt16) {
                self.host = host
                self.port = port
            }
        }

        /// Connects to all hosts directly unless told otherwise.
        public init(addresses: [String] = [], proxy: Proxy? = nil, direct: [String] = []) {
            (self.addresses, self.proxy, self.direct) = (addresses, proxy, direct)
        }
    }

    /// Serves SOCKS 5 (RFC 1928) at `path` in the present network, in processes that end with this one.
    public static func serve(_ exit: Exit, at path: String) throws(SystemFailure) {
        let texts = [exit.addresses, exit.direct].map { list in list.map { strdup($0) } }
        let proxy = exit.proxy.map { [strdup($0.host), strdup(String($0.port))] } ?? []
        defer { for pointer in texts.joined() + proxy { free(pointer) } }
        let lists = texts.map { list in list.map { UnsafePointer($0) } + [nil] }
        try lists[0].withUnsafeBufferPointer { (addresses) throws(SystemFailure) in
            try lists[1].withUnsafeBufferPointer { (direct) throws(SystemFailure) in
                var way = cposix_exit()
                way.addresses = addresses.baseAddress
                way.direct = direct.baseAddress
                if let host = proxy.first, let port = proxy.last {
                    way.proxy = UnsafePointer(host)
                    way.proxy_port = UnsafePointer(port)
                }
                try SystemFailure.check("socket") { cposix_serve_exit(path, &way) }
            }
        }
    }

    /// Moves this process, which must have one thread, into a network with nothing but a loopback device. Programs that it
    /// starts later are there, too. Throws where the system refuses user namespaces.
    public static func enter() throws(SystemFailure) { try SystemFailure.check("unshare", cposix_enter_own_network) }

    /// Connects to a port of 127.0.0.1 in the network of this process. The socket does not block.
    public static func connect(to port: UInt16) throws(SystemFailure) -> FileDescriptor {
        FileDescriptor(takingOwnershipOf: try SystemFailure.check("connect") { cposix_connect_loopback(port) })
    }
}
