import Core
import Glibc

/// A program that puts text on the clipboard and reads it from there.
struct ClipboardTool {
    let path: String
    /// Its arguments to take the clipboard's new content from stdin.
    let copying: [String]
    /// Its arguments to print what is on the clipboard.
    let pasting: [String]
    /// Its arguments to empty the clipboard; nil: copying nothing does.
    let clearing: [String]?
    /// The variables of the environment that it needs to find the display.
    static let variables = ["WAYLAND_DISPLAY", "XDG_RUNTIME_DIR", "DISPLAY", "XAUTHORITY", "HOME"]

    private static let wayland = [
        ("wl-copy", ["--type", "text/plain"], ["wl-paste", "--no-newline"], ["--clear"] as [String]?)
    ]
    private static let x11 = [
        ("xclip", ["-selection", "clipboard", "-in"], ["-selection", "clipboard", "-out"], nil as [String]?),
        ("xsel", ["--clipboard", "--input"], ["--clipboard", "--output"], ["--clipboard", "--delete"]),
    ]

    /// The one for this display. Throws `usage` without a display, `no-clipboard` without a tool.
    static func find(_ environment: Environment) throws(FedauthError) -> ClipboardTool {
        var tools: [(String, [String], [String], [String]?)] = []
        if environment["WAYLAND_DISPLAY"] != nil { tools += wayland }
        if environment["DISPLAY"] != nil { tools += x11 }
        guard !tools.isEmpty else {
            throw FedauthError(
                .usage, "there is no display, so no clipboard",
                hint: "neither WAYLAND_DISPLAY nor DISPLAY is set; leave out '--clip', or log in to a desktop")
        }
        for (name, copying, pasting, clearing) in tools {
            guard let path = program(name, environment) else { continue }
            return ClipboardTool(path: path, copying: copying, pasting: pasting, clearing: clearing)
        }
        throw FedauthError(
            .noClipboard, "no program for the clipboard is installed",
            hint: environment["WAYLAND_DISPLAY"] != nil ? "apt install wl-clipboard" : "apt install xclip, or xsel")
    }

    /// Found by PATH.
    static func program(_ name: String, _ environment: Environment) -> String? {
        for folder in (environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":") {
            let path = "\(folder)/\(name)"
            if folder.hasPrefix("/"), access(path, X_OK) == 0 { return path }
        }
        return nil
    }
}

extension ErrorCode {
    /// No program reaches the clipboard.
    static let noClipboard = ErrorCode("no-clipboard", .other)
}
