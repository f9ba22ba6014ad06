import Browser
import Core

/// Checks whether a display exists: a variable that names one is not enough, a process must listen there.
struct DisplayCheck {
    let environment: Environment
    private static let name = "display"

    /// Throws `no-browser` when there is no display for a window.
    func require() throws(FedauthError) {
        let check = check
        guard check.outcome != .ok else { return }
        let found = check.outcome == .absent ? "" : ": \(check.finding)"
        throw FedauthError(
            .noBrowser, "there is no display to show a browser on\(found)",
            hint:
                "'--presenter remote' shows it on the machine that you sit at; '--headless' needs none, if the page needs no "
                + "answer the login")
    }

    var check: Check {
        var dead: [String] = []
        if let display = environment["WAYLAND_DISPLAY"] {
            // A name without a slash is relative to the runtime directory.
            let path = display.hasPrefix("/") ? display : environment["XDG_RUNTIME_DIR"].map { "\($0)/\(display)" }
            if let path, LocalSocket.answers(path: path) { return .ok(Self.name, "Wayland, '\(display)'") }
            dead.append("WAYLAND_DISPLAY is '\(display.folded(to: 60))'")
        }
        if let display = environment["DISPLAY"] {
            switch Self.answersX(display) {
            case true?: return .ok(Self.name, "X, '\(display)'")
            case nil: return .ok(Self.name, "X, '\(display)', on another machine; not tried")
            case false?: dead.append("DISPLAY is '\(display.folded(to: 60))'")
            }
        }
        if dead.isEmpty { return .absent(Self.name, "none: a keyring cannot ask by a dialog") }
        return .warning(
            Self.name, "\(dead.joined(separator: ", ")), and nothing answers there",
            "unset it, or log in to a desktop; over ssh use 'ssh -X'")
    }

    /// Returns whether the X server at `[HOST]:NUMBER[.SCREEN]` (X(7)) answers. Returns nil for another machine, which
    /// it does not contact.
    private static func answersX(_ display: String) -> Bool? {
        guard let colon = display.lastIndex(of: ":") else { return false }
        let host = display[..<colon]
        let digits = display[display.index(after: colon)...].prefix { $0 != "." }
        guard let number = UInt16(digits), number < 59536 else { return false }
        switch host {
        case "", "unix":
            let path = "/tmp/.X11-unix/X\(number)"
            return LocalSocket.answers(path: path) || LocalSocket.answers(abstract: path)
        case "localhost", "127.0.0.1": return LocalSocket.answers(port: 6000 + number)
        default: return nil
        }
    }
}
