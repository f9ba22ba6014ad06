public import Core
internal import Crypto
public import Secrets
internal import System

/// The programs that copy text to the clipboard of this display and read it, through pipes, never as an argument.
public struct ClipboardTool: Sendable {
    /// Reads the clipboard's new content from stdin.
    let copying: [String]
    /// Prints the content of the clipboard.
    let pasting: [String]
    /// Prints the kinds of content that the clipboard offers, one per line; nil: not supported by the tool, which then
    /// prints nothing for content other than text.
    let listing: [String]?
    /// Clears the clipboard; nil: copying an empty text does.
    let clearing: [String]?
    /// Whether reading the clipboard has no side effect; under Wayland it may take the keyboard focus for a moment.
    let readsBack: Bool
    private static let answerSeconds: Int64 = 5
    private static let attempts = 3

    /// The result of comparing the clipboard with a value.
    enum Sight { case holds, doesNotHold, unknown }

    /// The environment variables that describe the display and the location of programs.
    static let variables = ["WAYLAND_DISPLAY", "XDG_RUNTIME_DIR", "DISPLAY", "XAUTHORITY", "HOME", "PATH", "LANG"]

    private static let wayland = [
        ClipboardTool(
            copying: ["wl-copy", "--type", "text/plain"], pasting: ["wl-paste", "--no-newline"],
            listing: ["wl-paste", "--list-types"], clearing: ["wl-copy", "--clear"], readsBack: false)
    ]
    private static let x11 = [
        ClipboardTool(
            copying: ["xclip", "-selection", "clipboard", "-in"],
            pasting: ["xclip", "-selection", "clipboard", "-out"],
            listing: ["xclip", "-selection", "clipboard", "-target", "TARGETS", "-out"], clearing: nil, readsBack: true),
        ClipboardTool(
            copying: ["xsel", "--clipboard", "--input"], pasting: ["xsel", "--clipboard", "--output"],
            listing: nil, clearing: ["xsel", "--clipboard", "--clear"], readsBack: true),
    ]

    /// Returns the tool for this display. Throws `no-clipboard` without a display or a tool.
    public static func find(_ environment: Environment) throws(FedauthError) -> ClipboardTool {
        let isWayland = environment["WAYLAND_DISPLAY"] != nil
        let isX11 = environment["DISPLAY"] != nil
        guard isWayland || isX11 else {
            throw FedauthError(
                .noClipboard, "there is no display, so no clipboard",
                hint: "neither WAYLAND_DISPLAY nor DISPLAY is set; leave out '--clip', or log in to a desktop")
        }
        let tools = (isWayland ? wayland : []) + (isX11 ? x11 : [])
        let search = ProgramSearch(environment)
        for tool in tools where search.path(tool.copying[0]) != nil && search.path(tool.pasting[0]) != nil {
            return tool
        }
        throw FedauthError(
            .noClipboard, "no program for the clipboard is installed",
            hint: isWayland
                ? Distribution.current.install(.waylandClipboard)
                : Distribution.current.install(.x11Clipboard) + ", or xsel")
    }

    /// Copies the value to the clipboard, and verifies that it is there.
    public func copy(_ value: SharedSecret) throws(FedauthError) {
        try feed(value.copy(), to: copying)
        let hash = try value.withBytes { (bytes) throws(FedauthError) in try Digest.sha256.hash(bytes) }
        guard wait(until: { look(for: hash) == .holds }) else {
            throw FedauthError(
                .other, "the clipboard did not accept the value", hint: "does another program keep the clipboard?")
        }
    }

    /// Returns whether the clipboard contains the value with this SHA-256 hash, as far as it can be read.
    func look(for hash: [UInt8]) -> Sight {
        do throws(FedauthError) {
            let there = try output(of: pasting, limit: StoreLimits.valueBytes + 1)
            let found = try there.withBytes { (bytes) throws(FedauthError) in try Digest.sha256.hash(bytes) }
            return found == hash ? .holds : .doesNotHold
        } catch  where error.code == .usage {
            // The content is longer than any value.
            return .doesNotHold
        } catch {
            // A picture cannot be read as text either; it belongs to the user.
            return offersText == false ? .doesNotHold : .unknown
        }
    }

    /// Whether the content can be read as text; nil when unknown.
    private var offersText: Bool? {
        guard let listing, let kinds = try? output(of: listing, limit: 64 << 10) else { return nil }
        let lines = kinds.withBytes { String(decoding: $0, as: UTF8.self) }.split(separator: "\n")
        return lines.contains { Self.textKinds.contains(String($0)) || $0.hasPrefix("text/") }
    }

    private static let textKinds: Set = ["UTF8_STRING", "STRING", "TEXT", "COMPOUND_TEXT"]

    /// Waits until `isTrue`, because these programs end shortly before the display has their value.
    private func wait(until isTrue: () -> Bool) -> Bool {
        guard readsBack else { return true }
        for _ in 0..<200 {
            if isTrue() { return true }
            SystemClock.sleep(milliseconds: 5)
        }
        return false
    }

    private static var deadline: Deadline { Deadline(seconds: answerSeconds, from: SystemClock()) }

    private func output(of arguments: [String], limit: Int) throws(FedauthError) -> Secret {
        try Child.output(of: arguments, name: arguments[0], limit: limit, until: Self.deadline, isQuiet: true)
    }

    private func feed(_ secret: borrowing Secret, to arguments: [String]) throws(FedauthError) {
        do {
            try Child.feed(secret, to: arguments, name: arguments[0], until: Self.deadline)
        } catch {
            switch error.code {
            case .timedOut:
                throw FedauthError(
                    .timedOut, "'\(arguments[0])' did not end within \(Self.answerSeconds) s",
                    hint: "does its display answer?")
            case .programFailed:
                throw FedauthError(
                    .programFailed, "'\(arguments[0])' could not reach the clipboard",
                    hint: "do DISPLAY or WAYLAND_DISPLAY lead to one?")
            default: throw error
            }
        }
    }

    /// Clears the clipboard, unless its content is known to differ from the value with this hash. Clears it also when
    /// the content cannot be read, because fedauth promised that the value would be removed.
    func clear(_ hash: [UInt8]) throws(FedauthError) {
        var sight = look(for: hash)
        for _ in 1..<Self.attempts where sight == .unknown {
            SystemClock.sleep(milliseconds: 500)
            sight = look(for: hash)
        }
        guard sight != .doesNotHold else { return }
        try feed(Secret(), to: clearing ?? copying)
        _ = wait(until: { look(for: hash) != .holds })
    }
}
