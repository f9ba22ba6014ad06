internal import Core
internal import Secrets

/// Types and clicks in a page, through the `Input` domain of the DevTools protocol: the values are in no script.
struct PageInput {
    private let window: BrowserWindow
    private let session: String
    private let world: JSONValue

    /// Returns nil when the page does not answer in time.
    init?(_ window: BrowserWindow, _ session: String) throws(FedauthError) {
        self.window = window
        self.session = session
        // An isolated world: the page's scripts can neither see nor change what runs there.
        let answer = try window.askPage(
            "Page.createIsolatedWorld",
            ["frameId": .text(window.pages[session]?.target ?? ""), "worldName": "fedauth"], session: session)
        guard case .result(let made) = answer, let world = made["executionContextId"] else { return nil }
        self.world = world
    }

    /// A document as a browser shows it.
    struct Markup {
        var isLoaded: Bool
        /// How many requests its scripts have sent and had answered.
        var requests: Int
        var hasUserActed: Bool
        var html: String
    }

    /// Reads the document; nil when the page does not answer in time.
    func markup() throws(FedauthError) -> Markup? {
        guard let text = try evaluate(PageScript.markup)?["value"]?.text, let end = text.firstIndex(of: "\n") else {
            return nil
        }
        let words = text[..<end].split(separator: " ")
        guard words.count == 3 else { return nil }
        return Markup(
            isLoaded: words[0] == "complete", requests: Int(words[1]) ?? 0, hasUserActed: words[2] == "1",
            html: String(text[text.index(after: end)...]))
    }

    /// Types into a field, in place of its content. Returns false when the field is gone, or something else has the focus.
    func type(_ entry: RenderedAction.Entry) throws(FedauthError) -> Bool {
        let value = entry.value
        return try acting { () throws(FedauthError) in
            guard let element = try element(entry.node) else { return false }
            let boxes = try call(PageScript.boxCount, on: element)?.integer ?? 0
            guard boxes < 2 else { return try type(value, boxes: Int(boxes), of: element) }
            guard try isTrue(PageScript.focus, on: element) else { return false }
            if entry.isMasked, try !isTrue(PageScript.isMasked, on: element) { return false }
            guard try ask("Input.insertText", ["text": .string(value)]) != nil else { return false }
            return try isTrue(PageScript.hasContent, on: element)
        }
    }

    /// Types one sign into each box.
    private func type(_ value: SharedSecret, boxes: Int, of element: JSONValue) throws(FedauthError) -> Bool {
        for index in 0..<min(boxes, value.count) {
            let sign = value.withBytes { SharedSecret(copying: UnsafeRawBufferPointer(rebasing: $0[index...index])) }
            guard try isTrue(PageScript.focusBox, on: element, ["value": .number("\(index)")]),
                try ask("Input.insertText", ["text": .string(sign)]) != nil
            else { return false }
        }
        return true
    }

    /// Clicks an element; presses Return or the space bar there if something covers it. Returns false when it is gone, or
    /// disabled.
    func click(_ node: Int) throws(FedauthError) -> Bool {
        try acting { () throws(FedauthError) in
            guard let element = try element(node), try isTrue(PageScript.isEnabled, on: element) else { return false }
            guard try isTrue(PageScript.reach, on: element), let middle = try middle(of: element) else {
                guard try isTrue(PageScript.focus, on: element) else { return false }
                return try pressReturn()
            }
            for type: JSONValue in ["mouseMoved", "mousePressed", "mouseReleased"] {
                let isMove = type == "mouseMoved"
                _ = try ask(
                    "Input.dispatchMouseEvent",
                    [
                        "type": type, "x": .number("\(middle.x)"), "y": .number("\(middle.y)"),
                        "button": isMove ? "none" : "left", "clickCount": isMove ? 0 : 1,
                    ])
            }
            return true
        }
    }

    /// Whether the form of the field that has the focus has a button that is disabled.
    func waitsForButton() throws(FedauthError) -> Bool {
        try evaluate(PageScript.waitsForButton)?["value"]?.bool == true
    }

    /// Presses Return in the field that has the focus.
    func submit() throws(FedauthError) -> Bool { try acting(pressReturn) }

    private func pressReturn() throws(FedauthError) -> Bool {
        for type: JSONValue in ["keyDown", "keyUp"] {
            var event: [JSONValue.Member] = [
                .init("type", type), .init("key", "Enter"), .init("code", "Enter"), .init("windowsVirtualKeyCode", 13),
            ]
            if type == "keyDown" { event.append(.init("text", "\r")) }
            _ = try ask("Input.dispatchKeyEvent", .object(event))
        }
        return true
    }

    /// Marks what happens as fedauth's input.
    private func acting(_ act: () throws(FedauthError) -> Bool) throws(FedauthError) -> Bool {
        _ = try evaluate(PageScript.busy(true))
        let isDone = try act()
        _ = try evaluate(PageScript.busy(false))
        return isDone
    }

    private func element(_ node: Int) throws(FedauthError) -> JSONValue? {
        let answer = try ask(
            "Runtime.evaluate",
            ["expression": .text(PageScript.element(node)), "contextId": world, "objectGroup": "fedauth"])
        return answer?["result"]?["objectId"]
    }

    private func middle(of element: JSONValue) throws(FedauthError) -> (x: Double, y: Double)? {
        let answer = try ask("DOM.getContentQuads", ["objectId": element])
        guard let corners = answer?["quads"]?.elements?.first?.elements, corners.count == 8 else { return nil }
        let numbers = corners.compactMap { corner -> Double? in
            if case .number(let text) = corner { Double(text) } else { nil }
        }
        guard numbers.count == 8 else { return nil }
        return ((numbers[0] + numbers[4]) / 2, (numbers[1] + numbers[5]) / 2)
    }

    private func isTrue(
        _ function: String, on element: JSONValue, _ arguments: JSONValue...
    ) throws(FedauthError) -> Bool {
        try call(function, on: element, arguments)?.bool == true
    }

    private func call(
        _ function: String, on element: JSONValue, _ arguments: [JSONValue] = []
    ) throws(FedauthError) -> JSONValue? {
        let answer = try ask(
            "Runtime.callFunctionOn",
            [
                "functionDeclaration": .text(function), "objectId": element, "arguments": .array(arguments),
                "returnByValue": true,
            ])
        return answer?["result"]?["value"]
    }

    /// Runs a script in the isolated world. Returns nil when the page does not answer in time.
    func evaluate(_ expression: String) throws(FedauthError) -> JSONValue? {
        try ask(
            "Runtime.evaluate", ["expression": .text(expression), "contextId": world, "returnByValue": true])?["result"]
    }

    private func ask(_ method: String, _ parameters: JSONValue) throws(FedauthError) -> JSONValue? {
        guard case .result(let value) = try window.askPage(method, parameters, session: session) else { return nil }
        return value
    }
}
