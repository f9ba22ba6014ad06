/// Texts of servers in messages.
enum ServerText {
    /// As much as a message could show of a text with long runs of blanks.
    private static let limit = 2000

    /// Returns the beginning of a body. Where it is cut, it ends in `…`: the beginning of a secret before that is masked
    /// (`KnownSecrets.masked`).
    static func beginning(of body: UnsafeRawBufferPointer) -> String {
        guard body.count > limit else { return String(decoding: body, as: UTF8.self) }
        var end = limit
        // Not within a character (RFC 3629 section 3).
        while end > limit - 4, body[end] & 0xC0 == 0x80 { end -= 1 }
        return String(decoding: body[..<end], as: UTF8.self) + "…"
    }
}
