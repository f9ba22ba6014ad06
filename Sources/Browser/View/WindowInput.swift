internal import Core
internal import Secrets

/// Hands what somebody does elsewhere on to a page, by the DevTools protocol's `Input` domain. No answer is waited for: a
/// page may take its time, or be gone.
struct WindowInput {
    private let connection: DevToolsConnection

    init(_ connection: DevToolsConnection) { self.connection = connection }

    /// Does nothing for what concerns more than the page.
    func perform(_ action: WindowAction, in session: String) throws(FedauthError) {
        switch action {
        case .mouse(let move): try mouse(move, session)
        case .scroll(let x, let y, let byX, let byY):
            try connection.post(
                "Input.dispatchMouseEvent",
                [
                    "type": "mouseWheel", "x": number(x), "y": number(y), "deltaX": number(byX), "deltaY": number(byY),
                ], session: session)
        case .key(let stroke): try key(stroke, session)
        case .text(let text):
            try connection.post("Input.insertText", ["text": .string(text)], session: session)
        case .back:
            try connection.post("Runtime.evaluate", ["expression": "history.back()"], session: session)
        case .reload: try connection.post("Page.reload", session: session)
        case .resize, .cancel: break
        }
    }

    private func mouse(_ move: WindowAction.MouseMove, _ session: String) throws(FedauthError) {
        let type =
            switch move.kind {
            case .move: "mouseMoved"
            case .press: "mousePressed"
            case .release: "mouseReleased"
            }
        let button =
            switch move.button {
            case .left: "left"
            case .middle: "middle"
            case .right: "right"
            case nil: "none"
            }
        let held = move.kind == .release ? 0 : move.button.map { [1, 4, 2][$0.rawValue] } ?? 0
        try connection.post(
            "Input.dispatchMouseEvent",
            [
                "type": .text(type), "x": number(move.x), "y": number(move.y), "button": .text(button),
                "buttons": .init(integerLiteral: held), "clickCount": .init(integerLiteral: move.count),
                "modifiers": .init(integerLiteral: move.modifiers),
            ], session: session)
    }

    private func key(_ stroke: WindowAction.KeyStroke, _ session: String) throws(FedauthError) {
        let common: [JSONValue.Member] = [
            .init("key", .string(stroke.key)), .init("code", .string(stroke.code)),
            .init("windowsVirtualKeyCode", .init(integerLiteral: stroke.number)),
            .init("modifiers", .init(integerLiteral: stroke.modifiers)),
        ]
        var down = common
        // Ctrl and a letter is a command of the keyboard's owner and no text; the editor knows it by name only.
        if stroke.text.isEmpty {
            down.append(.init("type", "rawKeyDown"))
            if let command = editing(stroke) { down.append(.init("commands", [.text(command)])) }
        } else {
            down.append(.init("type", "keyDown"))
            down.append(.init("text", .string(stroke.text)))
        }
        try connection.post("Input.dispatchKeyEvent", .object(down), session: session)
        try connection.post(
            "Input.dispatchKeyEvent", .object(common + [.init("type", "keyUp")]), session: session)
    }

    /// The editing command of Ctrl (or Command) and a letter. What is copied would stay in this machine's browser, so
    /// copying is none.
    private func editing(_ stroke: WindowAction.KeyStroke) -> String? {
        guard stroke.modifiers & 6 != 0 else { return nil }
        if stroke.key.equals("a") { return "selectAll" }
        if stroke.key.equals("z") { return "undo" }
        return nil
    }

    private func number(_ value: Double) -> JSONValue { .number("\(value)") }
}
