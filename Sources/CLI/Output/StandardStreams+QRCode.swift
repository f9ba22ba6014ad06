import CPOSIX
import Core
import Glibc
import Loopback

extension StandardStreams {
    /// Draws the QR code of an address for users with a telephone, if stderr is a terminal that is large enough.
    func drawCode(of address: String) {
        var window = winsize()
        guard isatty(output.messages) == 1, ioctl(output.messages, UInt(TIOCGWINSZ), &window) == 0,
            let code = try? QRCode(address)
        else { return }
        let drawing = QRDrawing(code: code, hasColor: hasColoredTalk)
        guard drawing.columns <= Int(window.ws_col), drawing.lines.count < Int(window.ws_row) else { return }
        // Truncated lines, or other lines in between, would make the code unreadable.
        draw(drawing.lines)
    }
}
