internal import Core
internal import Secrets

/// Types and clicks in a page: the values are arguments of DevTools commands, and in no script.
struct PageInput {
    let window: BrowserWindow
    let session: String
    let world: JSONValue
    private static let maximumRootDepth = 20

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
        // A closed shadow root may contain elements with closed shadow roots.
        for _ in 0..<Self.maximumRootDepth {
            guard let text = try evaluate(PageScript.markup)?["value"]?.text, let end = text.firstIndex(of: "\n") else {
                return nil
            }
            let words = text[..<end].split(separator: " ")
            guard words.count == 4 else { return nil }
            let markup = Markup(
                isLoaded: words[0] == "complete", requests: Int(words[1]) ?? 0, hasUserActed: words[2] == "1",
                html: String(text[text.index(after: end)...]))
            guard words[3] != "0" else { return markup }
            guard let hasOpened = try openRoots() else { return nil }
            guard hasOpened else { return markup }
        }
        return nil
    }

    /// Types into a field, in place of its content. The value is an argument of the call, and in no script. `Input.insertText`
    /// would type where the focus is by then, which a frame of another server can take. Returns false when the field is gone,
    /// or takes no text.
    func type(_ entry: RenderedAction.Entry) throws(FedauthError) -> Bool {
        try acting { () throws(FedauthError) in
            guard let element = try markedElement(entry.node) else { return false }
            let boxes = try call(PageScript.boxCount, on: element)?.integer ?? 0
            guard boxes < 2 else { return try type(entry.value, boxes: Int(boxes), of: element) }
            // Some pages mask a field only when it gets the focus.
            if entry.isMasked {
                guard try isTrue(PageScript.focus, on: element), try isTrue(PageScript.isMasked, on: element) else {
                    return false
                }
            }
            return try isTrue(PageScript.type, on: element, ["value": .string(entry.value)])
        }
    }

    /// Types one sign into each box.
    private func type(_ value: SharedSecret, boxes: Int, of element: JSONValue) throws(FedauthError) -> Bool {
        for index in 0..<min(boxes, value.count) {
            let sign = value.withBytes { SharedSecret(copying: UnsafeRawBufferPointer(rebasing: $0[index...index])) }
            guard
                try isTrue(PageScript.type, on: element, ["value": .string(sign)], ["value": .number("\(index)")])
            else { return false }
        }
        return true
    }

    /// Chooses an option of a list by its value. Returns false when it is gone. Lists are no text fields: no `Input` command
    /// chooses, and frameworks notice the events of a script.
    func choose(_ value: SharedSecret, in node: Int) throws(FedauthError) -> Bool {
        try acting { () throws(FedauthError) in
            guard let element = try markedElement(node) else { return false }
            return try isTrue(PageScript.choose, on: element, ["value": .string(value)])
        }
    }

    /// Ticks or clears a box, or ticks a radio button. Returns false when it is gone.
    func tick(_ node: Int, _ isTicked: Bool) throws(FedauthError) -> Bool {
        try acting { () throws(FedauthError) in
            guard let element = try markedElement(node) else { return false }
            guard try !isTrue(PageScript.isTicked, on: element, ["value": .bool(isTicked)]) else { return true }
            if try clickMiddle(of: element) { return true }
            if !isCovered, try isTrue(PageScript.focus, on: element) { return try press(" ", "Space", 32, " ") }
            // A page that hides the box draws another in its place.
            return try isTrue(PageScript.click, on: element)
        }
    }

    /// Whether the form of the field that has the focus has a button that is disabled.
    func waitsForButton() throws(FedauthError) -> Bool {
        try evaluate(PageScript.waitsForButton)?["value"]?.bool == true
    }

    /// Clicks an element; presses Return there if something covers it. Returns false when it is gone, or disabled.
    func click(_ node: Int) throws(FedauthError) -> Bool {
        try acting { () throws(FedauthError) in
            guard let element = try element(node), try isTrue(PageScript.isEnabled, on: element) else { return false }
            if isCovered { return try isTrue(PageScript.click, on: element) }
            if try clickMiddle(of: element) { return true }
            guard try isTrue(PageScript.focus, on: element) else { return false }
            return try pressReturn()
        }
    }

    /// Returns false when something covers the element.
    private func clickMiddle(of element: JSONValue) throws(FedauthError) -> Bool {
        guard !isCovered, try isTrue(PageScript.reach, on: element), let middle = try middle(of: element) else {
            return false
        }
        for type: JSONValue in ["mouseMoved", "mousePressed", "mouseReleased"] {
            let isMove = type == "mouseMoved"
            try dispatch(
                "Input.dispatchMouseEvent",
                [
                    "type": type, "x": .number("\(middle.x)"), "y": .number("\(middle.y)"),
                    "button": isMove ? "none" : "left", "clickCount": isMove ? 0 : 1,
                ])
        }
        return true
    }

    /// Presses Return in the field that has the focus.
    func submit() throws(FedauthError) -> Bool {
        try acting { () throws(FedauthError) in
            guard isCovered else { return try pressReturn() }
            return try evaluate(PageScript.submit)?["value"]?.bool == true
        }
    }

    private func pressReturn() throws(FedauthError) -> Bool { try press("Enter", "Enter", 13, "\r") }

    private func press(_ key: String, _ code: String, _ number: Int, _ text: String) throws(FedauthError) -> Bool {
        for type: JSONValue in ["keyDown", "keyUp"] {
            var event: [JSONValue.Member] = [
                .init("type", type), .init("key", .text(key)), .init("code", .text(code)),
                .init("windowsVirtualKeyCode", .init(integerLiteral: number)),
            ]
            if type == "keyDown" { event.append(.init("text", .text(text))) }
            try dispatch("Input.dispatchKeyEvent", .object(event))
        }
        return true
    }

    private func dispatch(_ method: String, _ parameters: JSONValue) throws(FedauthError) {
        _ = try window.askPage(method, parameters, session: session, isSentAlways: true)
    }

    /// Announces what happens as fedauth's input. Does nothing when the user has acted since the page was read.
    private func acting(_ act: () throws(FedauthError) -> Bool) throws(FedauthError) -> Bool {
        let hasUserActed = try evaluate(PageScript.busy(true))?["value"]?.bool == true
        let isDone: Bool
        try noticeCover()
        if hasUserActed, window.isAttended { isDone = false } else { isDone = try act() }
        _ = try evaluate(PageScript.busy(false))
        return isDone
    }

    private func markedElement(_ node: Int) throws(FedauthError) -> JSONValue? {
        let element = try element(node)
        if let element { try window.mark(element, in: session) }
        return element
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

    func call(
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

    /// Returns whether the page waits for an answer to `navigator.credentials`. The page does not notice the question.
    func awaitsPasskey() throws(FedauthError) -> Bool {
        let answer = try ask(
            "Runtime.evaluate",
            [
                "expression": .text(PageScript.awaitsPasskey), "contextId": world, "awaitPromise": true,
                "returnByValue": true,
            ])
        return answer?["result"]?["value"]?.bool == true
    }

    private var isCovered: Bool { window.pages[session]?.isCovered == true }

    /// Notices the browser's question for a passkey, in a window that is not shown.
    private func noticeCover() throws(FedauthError) {
        guard window.isHeadless, !isCovered,
            try evaluate(PageScript.hasFocus)?["value"]?.bool == false, try awaitsPasskey()
        else { return }
        window.pages[session]?.isCovered = true
        _ = try ask("Emulation.setFocusEmulationEnabled", ["enabled": true])
    }

    /// Runs a script in the isolated world. Returns nil when the page does not answer in time.
    func evaluate(_ expression: String) throws(FedauthError) -> JSONValue? {
        try ask(
            "Runtime.evaluate", ["expression": .text(expression), "contextId": world, "returnByValue": true])?["result"]
    }

    func ask(_ method: String, _ parameters: JSONValue) throws(FedauthError) -> JSONValue? {
        guard case .result(let value) = try window.askPage(method, parameters, session: session) else { return nil }
        return value
    }
}
