public import Core

/// The display for a browser's window. A variable that names one is not enough: a process must listen there.
public struct Display {
    private let machine: any Machine
    private static let name = "display"

    /// Contacts nothing yet.
    public init(on machine: any Machine) { self.machine = machine }

    /// Throws `no-browser` when there is no display for a window.
    public func require() throws(FedauthError) {
        let check = check
        guard check.outcome != .ok else { return }
        let found = check.outcome == .absent ? "" : ": \(check.finding)"
        throw FedauthError(
            .noBrowser, "there is no display to show a browser on\(found)",
            hint: "'--presenter remote' shows it on the machine that you sit at; '--headless' needs none, if fedauth "
                + "has all answers")
    }

    /// Throws `no-browser` without a display that a browser reaches from a network of its own: none over TCP (`ssh -X`).
    func requireForOwnNetwork() throws(FedauthError) {
        try require()
        let environment = machine.environment
        guard environment["WAYLAND_DISPLAY"] == nil, let display = environment["DISPLAY"],
            let host = display.lastIndex(of: ":").map({ display[..<$0] }), !host.isEmpty, host != "unix"
        else { return }
        throw FedauthError(
            .noBrowser, "a Firefox that fedauth starts does not reach the display '\(display.folded(to: 60))'",
            hint: "its network is its own; '--presenter remote' with a Chromium, or a Chromium here, shows the page")
    }

    /// The result for the doctor.
    var check: Check {
        let environment = machine.environment
        var dead: [String] = []
        if let display = environment["WAYLAND_DISPLAY"] {
            // A name without a slash is relative to the runtime directory.
            let path = display.hasPrefix("/") ? display : environment["XDG_RUNTIME_DIR"].map { "\($0)/\(display)" }
            if let path, machine.listens(at: .file(path)) { return .ok(Self.name, "Wayland, '\(display)'") }
            dead.append("WAYLAND_DISPLAY is '\(display.folded(to: 60))'")
        }
        if let display = environment["DISPLAY"] {
            switch answersX(display) {
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

    /// Returns whether the X server at `[HOST]:NUMBER[.SCREEN]` (X(7)) answers. Nil: another machine, not asked.
    private func answersX(_ display: String) -> Bool? {
        guard let colon = display.lastIndex(of: ":") else { return false }
        let host = display[..<colon]
        let digits = display[display.index(after: colon)...].prefix { $0 != "." }
        guard let number = UInt16(digits), number < 59536 else { return false }
        switch host {
        case "", "unix":
            let path = "/tmp/.X11-unix/X\(number)"
            return machine.listens(at: .file(path)) || machine.listens(at: .abstract(path))
        case "localhost", "127.0.0.1": return machine.listens(at: .port(6000 + number))
        default: return nil
        }
    }
}
