import Core
import Secrets
import Testing

@testable import Loopback

/// Checks which messages a viewer gets and which are skipped.
struct ViewStreamTests {
    private let stream = ViewStream(viewer: 1)

    /// Returns the JSON text and the picture of the next message, or nil if there is none.
    private func next(_ room: Int = 4096) -> (text: String, picture: [UInt8])? {
        var all: [UInt8] = []
        func length(_ at: Int) -> Int { all[at..<(at + 4)].reduce(0) { $0 << 8 | Int($1) } }
        while all.count < 8 || all.count < 8 + length(0) + length(4) {
            var buffer = [UInt8](repeating: 0, count: room)
            guard case .bytes(let count) = buffer.withUnsafeMutableBytes(stream.fill) else { return nil }
            all += buffer.prefix(count)
        }
        return (String(decoding: all[8..<(8 + length(0))], as: UTF8.self), Array(all[(8 + length(0))...]))
    }

    private func piece() -> LoopbackPiece {
        var buffer = [UInt8](repeating: 0, count: 16)
        return buffer.withUnsafeMutableBytes(stream.fill)
    }

    @Test func picturesArePassedOverOnASlowLine() {
        stream.show(picture: SharedSecret(text: "AAAA"))
        #expect(next(3)?.picture == [0, 0, 0])
        stream.show(picture: SharedSecret(text: "AQEB"))
        #expect(next()?.picture == [1, 1, 1])
        stream.show(picture: SharedSecret(text: "AgIC"))
        #expect(piece() == .later)
        stream.show(picture: SharedSecret(text: "AwMD"))
        #expect(piece() == .later)
        stream.wasSeen(1)
        let third = next()
        #expect(third?.picture == [3, 3, 3] && third?.text == "{\"picture\":3}")
        // A viewer cannot have seen a picture that was not sent.
        stream.wasSeen(99)
        stream.show(picture: SharedSecret(text: "BAQE"))
        #expect(next()?.text == "{\"picture\":4}")
    }

    @Test func captionsAndTheEndGoFirst() {
        stream.show(picture: SharedSecret(text: "AAAA"))
        stream.show(caption: ["host": "a"])
        stream.end(with: ["end": "finished"])
        #expect(next()?.text == "{\"end\":\"finished\"}")
        #expect(piece() == .end)
    }

    @Test func aDialogGoesBeforeThePicture() {
        stream.show(picture: SharedSecret(text: "AAAA"))
        stream.show(dialog: ["dialog": ["kind": "alert"]])
        stream.show(dialog: ["dialog": .null])
        #expect(next()?.text == "{\"dialog\":null}")
        #expect(next()?.text == "{\"picture\":1}")
    }

    @Test func aSignIsGivenOnlyWhereNothingElseIs() {
        #expect(piece() == .later)
        stream.giveSign()
        #expect(next()?.text == "{}")
        stream.giveSign()
        stream.show(caption: ["host": "a"])
        #expect(next()?.text == "{\"host\":\"a\"}")
        #expect(piece() == .later)
    }
}
