import Core
import Crypto
import Glibc
import Secrets

/// The programs that put text on the clipboard of this display and read it from there. Text goes by pipes, never as an
/// argument.
struct ClipboardTool {
    /// Takes the clipboard's new content from stdin.
    let copying: [String]
    /// Prints what is on the clipboard.
    let pasting: [String]
    /// Empties it; nil: copying nothing does.
    let clearing: [String]?
    /// Whether a look at the clipboard is silent; under Wayland it may take the keyboard's focus for a moment.
    let readsBack: Bool
    private static let patienceSeconds: Int64 = 5

    /// What of the environment says where the display is, and where programs are.
    static let variables = ["WAYLAND_DISPLAY", "XDG_RUNTIME_DIR", "DISPLAY", "XAUTHORITY", "HOME", "PATH", "LANG"]

    private static let wayland = [
        ClipboardTool(
            copying: ["wl-copy", "--type", "text/plain"], pasting: ["wl-paste", "--no-newline"],
            clearing: ["wl-copy", "--clear"], readsBack: false)
    ]
    private static let x11 = [
        ClipboardTool(
            copying: ["xclip", "-selection", "clipboard", "-in"],
            pasting: ["xclip", "-selection", "clipboard", "-out"], clearing: nil, readsBack: true),
        ClipboardTool(
            copying: ["xsel", "--clipboard", "--input"], pasting: ["xsel", "--clipboard", "--output"],
            clearing: ["xsel", "--clipboard", "--clear"], readsBack: true),
    ]

    /// The one for this display. Throws `usage` without a display, `no-clipboard` without a tool.
    static func find(_ environment: Environment) throws(FedauthError) -> ClipboardTool {
        let isWayland = environment["WAYLAND_DISPLAY"] != nil
        let isX11 = environment["DISPLAY"] != nil
        guard isWayland || isX11 else {
            throw FedauthError(
                .usage, "there is no display, so no clipboard",
                hint: "neither WAYLAND_DISPLAY nor DISPLAY is set; leave out '--clip', or log in to a desktop")
        }
        let tools = (isWayland ? wayland : []) + (isX11 ? x11 : [])
        for tool in tools where isInstalled(tool.copying[0], environment) && isInstalled(tool.pasting[0], environment) {
            return tool
        }
        throw FedauthError(
            .noClipboard, "no program for the clipboard is installed",
            hint: isWayland ? "apt install wl-clipboard" : "apt install xclip, or xsel")
    }

    private static func isInstalled(_ name: String, _ environment: Environment) -> Bool {
        let folders = (environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
        return folders.contains { access("\($0)/\(name)", X_OK) == 0 }
    }

    /// Puts it on the clipboard, and sees that it is there.
    func copy(_ value: SharedSecret) throws(FedauthError) {
        try ChildInput.feed(value.copy(), to: copying, seconds: Self.patienceSeconds)
        let hash = try value.withBytes { (bytes) throws(FedauthError) in try Digest.sha256.hash(bytes) }
        guard wait(until: { holds(hash) }) else {
            throw FedauthError(
                .other, "the clipboard did not take the value", hint: "does another program keep the clipboard?")
        }
    }

    /// Whether the value with this SHA-256 hash is on the clipboard.
    func holds(_ hash: [UInt8]) -> Bool {
        guard let there = try? paste() else { return false }
        return (try? there.withBytes({ try Digest.sha256.hash($0) })) == hash
    }

    /// These programs end a moment before their word has reached the display.
    private func wait(until isTrue: () -> Bool) -> Bool {
        guard readsBack else { return true }
        for _ in 0..<200 {
            if isTrue() { return true }
            SystemClock.sleep(milliseconds: 5)
        }
        return false
    }

    /// What is on the clipboard. Throws when that is nothing, or no text.
    private func paste() throws(FedauthError) -> Secret {
        let clock = SystemClock()
        let deadline = Deadline(seconds: Self.patienceSeconds, from: clock)
        return try ChildProcess.output(
            of: pasting, name: pasting[0], limit: StoreLimits.valueBytes + 1,
            patience: Patience(deadline: deadline, clock: clock), isQuiet: true)
    }

    /// Leaves nothing on it, if it holds the value with this hash.
    func clear(_ hash: [UInt8]) throws(FedauthError) {
        guard holds(hash) else { return }
        try ChildInput.feed(Secret(), to: clearing ?? copying, seconds: Self.patienceSeconds)
        _ = wait(until: { !holds(hash) })
    }
}

extension ErrorCode {
    /// No program reaches the clipboard.
    static let noClipboard = ErrorCode("no-clipboard", .other)
}
