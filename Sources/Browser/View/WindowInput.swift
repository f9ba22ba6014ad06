internal import Core

/// Passes a remote viewer's input to a page (DevTools' `Input`). Waits for no answer: a page may be slow, or gone.
struct WindowInput {
    private let connection: DevToolsConnection

    init(_ connection: DevToolsConnection) { self.connection = connection }

    /// Ignores actions that concern more than the page.
    func perform(_ action: WindowAction, in session: String) throws(FedauthError) {
        switch action {
        case .mouse(let move): try mouse(move, session)
        case .scroll(let x, let y, let byX, let byY):
            try connection.post(
                "Input.dispatchMouseEvent",
                ["type": "mouseWheel", "x": number(x), "y": number(y), "deltaX": number(byX), "deltaY": number(byY)],
                session: session)
        case .key(let stroke): try key(stroke, session)
        case .text(let text): try connection.post("Input.insertText", ["text": .string(text)], session: session)
        case .back: try connection.post("Runtime.evaluate", ["expression": "history.back()"], session: session)
        case .reload: try connection.post("Page.reload", session: session)
        case .answer(let accepts, let text):
            try connection.post(
                "Page.handleJavaScriptDialog", ["accept": .bool(accepts), "promptText": .string(text)],
                session: session)
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
        // Ctrl with a letter is a command and not text; the editor needs the command's name.
        if stroke.text.isEmpty {
            down.append(.init("type", "rawKeyDown"))
            if let command = editing(stroke) { down.append(.init("commands", [.text(command)])) }
        } else {
            down.append(.init("type", "keyDown"))
            down.append(.init("text", .string(stroke.text)))
        }
        try connection.post("Input.dispatchKeyEvent", .object(down), session: session)
        try connection.post("Input.dispatchKeyEvent", .object(common + [.init("type", "keyUp")]), session: session)
    }

    /// Returns the editing command of Ctrl (or Command) with a letter. Copying is left out, because the text would stay
    /// in the browser of this machine.
    private func editing(_ stroke: WindowAction.KeyStroke) -> String? {
        guard stroke.modifiers & 6 != 0 else { return nil }
        if stroke.key.equals("a") { return "selectAll" }
        return stroke.key.equals("z") ? "undo" : nil
    }

    private func number(_ value: Double) -> JSONValue { .number("\(value)") }
}
