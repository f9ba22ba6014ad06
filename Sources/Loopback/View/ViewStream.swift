internal import Core
internal import Secrets

/// The messages to a viewer: two lengths of four bytes each, a JSON text, and a picture (a JPEG, or nothing). Pictures
/// are sent as fast as the viewer draws them: on a slow connection it gets the newest, and others are skipped.
final class ViewStream: LoopbackStream {
    /// The number of the viewer.
    let viewer: Int
    /// The latest picture, in base64.
    private var picture: SharedSecret?
    private var caption: JSONValue?
    private var dialog: JSONValue?
    private var last: JSONValue?
    private var isOver = false
    private var wantsSign = false
    private var sent: Int64 = 0
    private var seen: Int64 = 0
    private var message = Secret()
    private var offset = 0
    /// One picture being sent and one waiting.
    private static let maximumUnseen: Int64 = 2

    init(viewer: Int) { self.viewer = viewer }

    func show(picture: SharedSecret) { self.picture = picture }

    func show(caption: JSONValue) { self.caption = caption }

    func show(dialog: JSONValue) { self.dialog = dialog }

    /// Notes that the viewer has drawn a picture.
    func wasSeen(_ number: Int64) { seen = min(max(seen, number), sent) }

    /// Sends an empty message, so that a viewer that is gone is noticed.
    func giveSign() { wantsSign = true }

    /// Sends the last message.
    func end(with words: JSONValue) { last = words }

    func fill(_ buffer: UnsafeMutableRawBufferPointer) -> LoopbackPiece {
        if offset == message.count && !prepare() { return isOver ? .end : .later }
        let count = min(buffer.count, message.count - offset)
        message.withBytes { bytes in
            buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[offset..<(offset + count)]))
        }
        offset += count
        return .bytes(count)
    }

    /// Prepares the next message; returns false when there is none.
    private func prepare() -> Bool {
        guard !isOver else { return false }
        if let last {
            isOver = true
            write(last, nil)
        } else if let caption {
            self.caption = nil
            write(caption, nil)
        } else if let dialog {
            self.dialog = nil
            write(dialog, nil)
        } else if let picture, sent - seen < Self.maximumUnseen, let bytes = Base64.decode(picture) {
            self.picture = nil
            sent += 1
            write(["picture": .number(String(sent))], bytes)
        } else if wantsSign {
            write([:], nil)
        } else {
            return false
        }
        wantsSign = false
        return true
    }

    private func write(_ value: JSONValue, _ picture: SharedSecret?) {
        var text = Secret(capacity: 256)
        value.write(to: &text)
        var whole = Secret(capacity: 8 + text.count + (picture?.count ?? 0))
        for length in [text.count, picture?.count ?? 0] {
            withUnsafeBytes(of: UInt32(clamping: length).bigEndian) { whole.append($0) }
        }
        whole.append(text)
        picture?.withBytes { whole.append($0) }
        message = whole
        offset = 0
    }
}
