import CPOSIX
import Core
import Glibc
import Loopback

extension StandardStreams {
    /// Draws the QR code of an address for people with a telephone at hand, where stderr is a terminal that it fits on.
    func drawCode(of address: String) {
        var window = winsize()
        guard isatty(2) == 1, ioctl(2, UInt(TIOCGWINSZ), &window) == 0,
            let code = try? QRCode(address)
        else { return }
        let drawing = QRDrawing(code: code, hasColor: hasColoredTalk)
        guard drawing.columns <= Int(window.ws_col), drawing.lines.count < Int(window.ws_row) else { return }
        // Cut lines, or others in between, would make it unreadable.
        draw(drawing.lines)
    }
}
