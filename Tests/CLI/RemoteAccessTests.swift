import Application
import Loopback
import Testing

@testable import CLI

/// Tests the command line that makes a port reachable, and QR codes for phones.
struct RemoteAccessTests {
    private func command(_ connection: String) -> String? {
        RemoteAccess(port: 8099, Environment(values: ["SSH_CONNECTION": connection])).sshCommand
    }

    @Test func theAddressThatTheSessionCameInByIsNamed() throws {
        let usual = try #require(command("192.0.2.7 50000 198.51.100.4 22"))
        #expect(usual.hasPrefix("ssh -N -L 8099:127.0.0.1:8099 ") && usual.hasSuffix("@198.51.100.4"), "\(usual)")
        let other = try #require(command("2001:db8::7 50000 2001:db8::4 2222"))
        #expect(other.hasPrefix("ssh -N -p 2222 -L ") && other.hasSuffix("@2001:db8::4"), "\(other)")
        #expect(RemoteAccess(port: 1, Environment(values: [:])).sshCommand == nil)
    }

    /// Users run the line, so it must contain no characters of a shell.
    @Test(arguments: ["a b $(reboot) 22", "x", "1 2 -oProxyCommand=x 22", "1 2 127.0.0.1 22"])
    func nothingButAnAddressGetsIntoTheLine(_ connection: String) throws {
        let line = try #require(command(connection))
        #expect(!line.contains("$") && !line.contains("Proxy") && !line.contains("@127."), "\(line)")
    }

    @Test func aCodeIsDrawnByHalves() {
        // A checkerboard of three by three modules.
        let code = QRCode(width: 3) { x, y in (x + y) % 2 == 0 }
        let drawing = QRDrawing(code: code, hasColor: false)
        #expect(drawing.columns == 7)
        #expect(drawing.lines == ["███████", "██▄▀▄██", "██▄█▄██", "███████"])
        let colored = QRDrawing(code: code, hasColor: true).lines
        #expect(colored.allSatisfy { $0.hasPrefix("\u{1B}[38;5;231;48;5;16m") && $0.hasSuffix("\u{1B}[m") })
    }

    @Test func anAddressHasACode() throws {
        let code = try #require(try QRCode("https://idp.example.org/authorize?state=0123456789"))
        // Each corner has a finder pattern (ISO/IEC 18004 section 6.3.3): dark, with a light ring in it.
        #expect(
            (0..<7).allSatisfy { code.isDark($0, 0) && code.isDark(0, $0) } && !code.isDark(1, 1) && code.isDark(3, 3))
        #expect(!code.isDark(-1, 0) && !code.isDark(code.width, 0))
        #expect(try QRCode(String(repeating: "x", count: 10_000)) == nil)
    }
}
