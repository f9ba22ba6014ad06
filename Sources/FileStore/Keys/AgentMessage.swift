internal import Core
internal import Secrets

/// What is said to an agent, and what it answers. Each is one packet of a SOCK_SEQPACKET socket, so that it arrives whole
/// or not at all; numbers are big-endian.
///
/// Request: 1 (a version), what to do (1 byte: 1 put, 2 get, 3 extend, 4 remove), seconds (4 bytes; 0: no end), length of
/// the description (2 bytes), description (UTF-8), payload (the rest; only of a put).
///
/// Answer: 1 (a version), how it went (1 byte: 0 done, 1 there is none, 2 refused), payload (the rest; only of a get).
enum AgentMessage {
    enum Action: UInt8 { case put = 1, get, extend, remove }
    enum Outcome: UInt8 { case done = 0, none, refused }

    static let version: UInt8 = 1
    static let descriptionBytes = 256
    static let payloadBytes = 4096
    /// No packet is longer.
    static let packetBytes = 8 + descriptionBytes + payloadBytes

    struct Request {
        var action: Action
        var description: String
        var seconds: UInt32 = 0

        /// The packet, with `payload` behind it.
        func packet(_ payload: borrowing Secret) -> Secret {
            var head: [UInt8] = [AgentMessage.version, action.rawValue]
            head.append(bigEndian: seconds)
            head.append(bigEndian: UInt16(clamping: description.utf8.count))
            var packet = Secret(head)
            packet.append(description)
            packet.append(payload)
            return packet
        }

        /// Nil for a packet that makes no sense.
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
