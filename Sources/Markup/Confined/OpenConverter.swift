internal import Glibc

/// The system's converter of a character set, which a copy of this process finds in its memory instead of in a file.
final class OpenConverter {
    private let descriptor: iconv_t

    /// Opens the converter; nil when none is needed, or there is none.
    init?(of charset: Charset) {
        guard case .iconv(let name) = charset, let opened = iconv_open("UTF-8", name),
            opened != UnsafeMutableRawPointer(bitPattern: -1)
        else { return nil }
        descriptor = opened
    }

    deinit { iconv_close(descriptor) }
}
