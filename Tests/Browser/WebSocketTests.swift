import Secrets
import Testing

@testable import Browser

/// Tests the frames of a WebSocket.
struct WebSocketTests {
    private func items(_ pieces: [[UInt8]], limit: Int = 1 << 20) -> [String] {
        var frames = WebSocketFrames(limit: limit)
        var found: [String] = []
        for piece in pieces {
            piece.withUnsafeBytes { frames.take($0) }
            while let item = frames.next() {
                switch item {
                case .message(let text): found.append("message " + words(text))
                case .ping(let text): found.append("ping " + words(text))
                case .end: return found + ["end"]
                }
            }
        }
        return found
    }

    private func words(_ text: SharedSecret) -> String { text.withBytes { String(decoding: $0, as: UTF8.self) } }

    private func frame(_ first: UInt8, _ content: String) -> [UInt8] {
        [first, UInt8(content.utf8.count)] + content.utf8
    }

    @Test func messagesArriveInAnyPieces() {
        let bytes = frame(0x81, "{}") + frame(0x89, "p") + frame(0x01, "a") + frame(0x8A, "") + frame(0x80, "b")
        let wanted = ["message {}", "ping p", "message ab"]
        #expect(items([bytes]) == wanted)
        #expect(items(bytes.map { [$0] }) == wanted)
    }

    @Test func longMessages() {
        for (count, head) in [
            (126, [0x7E, 0, 126]), (70_000, [0x7F, 0, 0, 0, 0, 0, 1, 0x11, 0x70]),
        ] as [(Int, [UInt8])] {
            let text = String(repeating: "x", count: count)
            #expect(items([[0x81] + head + text.utf8, frame(0x81, "y")]) == ["message " + text, "message y"])
        }
    }

    @Test(
        arguments: [
            [0x88, 0], [0x82, 0], [0x83, 0], [0xC1, 0], [0x81, 0x81, 0, 0, 0, 0, 1],
            [0x81, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], [0x81, 0x7E, 1, 0],
        ] as [[UInt8]])
    func whatNoServerSendsIsTheEnd(_ bytes: [UInt8]) { #expect(items([bytes], limit: 200) == ["end"]) }

    @Test func partsAreLimitedTogether() {
        let part = String(repeating: "x", count: 100)
        #expect(items([frame(0x01, part), frame(0x00, part), frame(0x80, "x")], limit: 200) == ["end"])
    }

    @Test(arguments: [0, 1, 125, 126, 65_535, 65_536]) func aClientMasksItsFrames(_ count: Int) {
        let content = [UInt8](repeating: 0x61, count: count)
        var output = Secret()
        content.withUnsafeBytes { WebSocketFrames.append($0, to: &output) }
        let bytes = output.withBytes { Array($0) }
        let width = count < 126 ? 0 : count < 65_536 ? 2 : 8
        #expect(bytes.count == 2 + width + 4 + count && bytes[0] == 0x81 && bytes[1] & 0x80 != 0)
        let length = width == 0 ? Int(bytes[1] & 0x7F) : bytes[2..<(2 + width)].reduce(0) { $0 << 8 | Int($1) }
        #expect(length == count)
        let mask = Array(bytes[(2 + width)..<(6 + width)])
        #expect(mask != [0, 0, 0, 0])
        let plain = bytes[(6 + width)...].enumerated().map { $1 ^ mask[$0 % 4] }
        #expect(plain == content)
    }
}
