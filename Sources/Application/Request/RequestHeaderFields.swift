public import Core
internal import Secrets

/// Header fields of the user's own: `NAME: VALUE`, or `@FILE` with one field per line.
public struct RequestHeaderFields {
    /// The fields.
    public private(set) var headers: [Request.Header] = []
    private static let maximumBytes: Int64 = 256 << 10

    /// Reads the fields. Throws `usage` for a field without a name, and for one that signs a user in.
    public init(_ texts: [String], _ reader: inout ContentReader) throws(FedauthError) {
        for text in texts {
            guard text.hasPrefix("@") else {
                try Self.checkPublic(text)
                try add(SharedSecret(text: text), from: "'--header'")
                continue
            }
            let name = String(text.dropFirst())
            let content = try reader.bytes(of: name, limit: Self.maximumBytes)
            let lines = content.withBytes { bytes in
                bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }).map {
                    SharedSecret(copying: UnsafeRawBufferPointer(rebasing: $0))
                }
            }
            for line in lines { try add(line, from: "'\(name.folded(to: 100))'") }
        }
    }

    /// Fields that sign a user in.
    private static let secret: Set<String> = [
        "authorization", "proxy-authorization", "cookie", "x-api-key", "x-auth-token",
    ]

    /// Throws `usage` for a field whose name indicates a secret: other users of the machine can read a command line.
    private static func checkPublic(_ text: String) throws(FedauthError) {
        let name = text.prefix { $0 != ":" }
        guard secret.contains(name.lowercased()) else { return }
        throw FedauthError(
            .usage, "'--header' has the secret of the field '\(name)' on the command line, where other users read it",
            hint: "write the line into a file, and name that: '--header @FILE'; '--header @-' reads stdin")
    }

    private mutating func add(_ line: SharedSecret, from source: String) throws(FedauthError) {
        let header: Request.Header? = line.withBytes { bytes in
            guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon > 0 else { return nil }
            let value = bytes[(colon + 1)...].drop { $0 == 0x20 || $0 == 0x09 }
            return Request.Header(
                String(decoding: bytes[..<colon], as: UTF8.self),
                SharedSecret(copying: UnsafeRawBufferPointer(rebasing: value)))
        }
        guard let header else {
            throw FedauthError(
                .usage, "\(source) holds a field without a name", hint: "write it like 'Accept: text/csv'")
        }
        headers.append(header)
    }
}
