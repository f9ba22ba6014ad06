import Core
import Loopback
import System

extension StandardStreams {
    /// Draws the QR code of an address for users with a telephone, if stderr is a terminal that is large enough.
    func drawCode(of address: String) {
        guard Terminal.isTerminal(output.messages), !letters.isASCII, let window = Terminal.size(of: output.messages),
            let code = try? QRCode(address)
        else { return }
        let drawing = QRDrawing(code: code, hasColor: hasColoredMessages)
        guard drawing.columns <= window.columns, drawing.lines.count < window.rows else { return }
        // Truncated lines, or other lines in between, would make the code unreadable.
        draw(drawing.lines)
    }
}
