internal import Core
internal import Secrets

/// The messages to and from an agent. Each is one packet of a SOCK_SEQPACKET socket, so that it arrives whole or not at
/// all; numbers are big-endian.
///
/// Request: 1 (the version), operation (1 byte: 1 put, 2 get, 3 extend, 4 remove), seconds (4 bytes; 0: no limit),
/// length of the description (2 bytes), description (UTF-8), payload (the rest; only for put).
///
/// Answer: 1 (the version), result (1 byte: 0 done, 1 not found, 2 refused), payload (the rest; only for get).
enum AgentMessage {
    enum Action: UInt8 { case put = 1, get, extend, remove }
    enum Outcome: UInt8 { case done = 0, none, refused }

    static let version: UInt8 = 1
    static let descriptionBytes = 256
    static let payloadBytes = 4096
    /// The maximum size of a packet.
    static let packetBytes = 8 + descriptionBytes + payloadBytes

    struct Request {
        var action: Action
        var description: String
        var seconds: UInt32 = 0

        /// Returns the packet, followed by `payload`.
        func packet(_ payload: borrowing Secret) -> Secret {
            var head: [UInt8] = [AgentMessage.version, action.rawValue]
            head.append(bigEndian: seconds)
            head.append(bigEndian: UInt16(clamping: description.utf8.count))
            var packet = Secret(head)
            packet.append(description)
            packet.append(payload)
            return packet
        }

        /// Returns nil for a malformed packet.
        static func read(_ packet: UnsafeRawBufferPointer) -> (request: Request, payload: UnsafeRawBufferPointer)? {
            var reader = ByteReader(packet)
            guard packet.count <= packetBytes, reader.number(UInt8.self) == version,
                let action = reader.number(UInt8.self).flatMap(Action.init),
                let seconds = reader.number(UInt32.self), let count = reader.number(UInt16.self),
                (1...descriptionBytes).contains(Int(count)), let description = reader.array(Int(count))
            else { return nil }
            let payload = UnsafeRawBufferPointer(rebasing: packet[(8 + Int(count))...])
            guard payload.isEmpty || action == .put, payload.count <= payloadBytes else { return nil }
            return (
                Request(
                    action: action, description: String(decoding: description, as: UTF8.self), seconds: seconds),
                payload
            )
        }
    }
}
