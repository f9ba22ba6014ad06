internal import Core

/// Types and clicks in a page of Chromium.
struct DevToolsInput: PageInput {
    let window: BrowserWindow
    let session: String
    let world: JSONValue

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

    var isAttended: Bool { window.isAttended }
    var isCovered: Bool { window.pages[session]?.isCovered == true }
    var frameCount: Int { window.pages[session]?.frames.count ?? 0 }

    func mark(_ element: JSONValue) throws(FedauthError) { try window.mark(element, in: session) }

    func moveMouse(to element: JSONValue) throws(FedauthError) -> Bool {
        try mouse(["mouseMoved"], on: element, "none", 0)
    }

    func clickMouse(on element: JSONValue) throws(FedauthError) {
        _ = try mouse(["mousePressed", "mouseReleased"], on: element, "left", 1)
    }

    private func mouse(
        _ types: [JSONValue], on element: JSONValue, _ button: JSONValue, _ count: JSONValue
    ) throws(FedauthError) -> Bool {
        guard let middle = try middle(of: element) else { return false }
        for type in types {
            try dispatch(
                "Input.dispatchMouseEvent",
                [
                    "type": type, "x": .number("\(middle.x)"), "y": .number("\(middle.y)"), "button": button,
                    "clickCount": count,
                ])
        }
        return true
    }

    func press(_ key: PageKey) throws(FedauthError) {
        switch key {
        case .enter: try press("Enter", "Enter", 13, "\r")
        case .space: try press(" ", "Space", 32, " ")
        }
    }

    private func press(_ key: String, _ code: String, _ number: Int, _ text: String) throws(FedauthError) {
        for type: JSONValue in ["keyDown", "keyUp"] {
            var event: [JSONValue.Member] = [
                .init("type", type), .init("key", .text(key)), .init("code", .text(code)),
                .init("windowsVirtualKeyCode", .init(integerLiteral: number)),
            ]
            if type == "keyDown" { event.append(.init("text", .text(text))) }
            try dispatch("Input.dispatchKeyEvent", .object(event))
        }
    }

    private func dispatch(_ method: String, _ parameters: JSONValue) throws(FedauthError) {
        _ = try window.askPage(method, parameters, session: session, isSentAlways: true)
    }

    func element(_ node: Int) throws(FedauthError) -> JSONValue? {
        let answer = try ask(
            "Runtime.evaluate",
            ["expression": .text(PageScript.element(node)), "contextId": world, "objectGroup": "fedauth"])
        return answer?["result"]?["objectId"]
    }

    private func middle(of element: JSONValue) throws(FedauthError) -> (x: Double, y: Double)? {
        let answer = try ask("DOM.getContentQuads", ["objectId": element])
        let quads = (answer?["quads"]?.elements ?? []).map { quad in
            (quad.elements ?? []).compactMap { corner -> Double? in
                if case .number(let text) = corner { Double(text) } else { nil }
            }
        }
        // The parts of an element in a line may be empty, such as the place of a picture that is missing.
        func size(_ quad: [Double]) -> Double { abs((quad[4] - quad[0]) * (quad[5] - quad[1])) }
        guard let quad = quads.filter({ $0.count == 8 }).max(by: { size($0) < size($1) }) else { return nil }
        return ((quad[0] + quad[4]) / 2, (quad[1] + quad[5]) / 2)
    }

    func call(_ function: String, on element: JSONValue, _ arguments: [JSONValue]) throws(FedauthError) -> JSONValue? {
        try call(function, on: element, passing: arguments.map { ["value": $0] })
    }

    /// `arguments` are values of `Runtime.CallArgument`.
    func call(
        _ function: String, on element: JSONValue, passing arguments: [JSONValue]
    ) throws(FedauthError) -> JSONValue? {
        let answer = try ask(
            "Runtime.callFunctionOn",
            [
                "functionDeclaration": .text(function), "objectId": element, "arguments": .array(arguments),
                "returnByValue": true,
            ])
        return answer?["result"]?["value"]
    }

    func awaitsPasskey() throws(FedauthError) -> Bool {
        let answer = try ask(
            "Runtime.evaluate",
            [
                "expression": .text(PageScript.awaitsPasskey), "contextId": world, "awaitPromise": true,
                "returnByValue": true,
            ])
        return answer?["result"]?["value"]?.bool == true
    }

    func noticeCover() throws(FedauthError) {
        guard window.isHeadless, !isCovered, try evaluate(PageScript.hasFocus)?.bool == false, try awaitsPasskey()
        else { return }
        window.pages[session]?.isCovered = true
        _ = try ask("Emulation.setFocusEmulationEnabled", ["enabled": true])
    }

    /// Runs a script in the isolated world. Returns nil when the page does not answer in time.
    func evaluate(_ expression: String) throws(FedauthError) -> JSONValue? {
        try ask(
            "Runtime.evaluate", ["expression": .text(expression), "contextId": world, "returnByValue": true])?[
                "result"]?["value"]
    }

    func ask(_ method: String, _ parameters: JSONValue) throws(FedauthError) -> JSONValue? {
        guard case .result(let value) = try window.askPage(method, parameters, session: session) else { return nil }
        return value
    }
}

/// Closed shadow roots, which only DevTools can open. Only elements with a hyphen in the name are asked, each once.
extension DevToolsInput {
    func openRoots() throws(FedauthError) -> Bool? {
        let list = try ask(
            "Runtime.evaluate", ["expression": .text(PageScript.hosts), "contextId": world, "objectGroup": "fedauth"])
        guard let array = list?["result"]?["objectId"],
            let members = try ask("Runtime.getProperties", ["objectId": array, "ownProperties": true])?["result"]
        else { return nil }
        var hasOpened = false
        for host in (members.elements ?? []).compactMap({ $0["value"]?["objectId"] }) {
            switch try window.askPage("DOM.describeNode", ["objectId": host], session: session) {
            case .none: return nil
            // The element is gone.
            case .refusal: continue
            case .result(let answer):
                let roots = answer["node"]?["shadowRoots"]?.elements ?? []
                guard let root = roots.first(where: { $0["shadowRootType"]?.text == "closed" })?["backendNodeId"] else {
                    continue
                }
                guard try open(root, of: host) else { return nil }
                hasOpened = true
            }
        }
        guard
            try ask("Runtime.evaluate", ["expression": .text(PageScript.rootsAreKnown), "contextId": world]) != nil
        else { return nil }
        return hasOpened
    }

    private func open(_ root: JSONValue, of host: JSONValue) throws(FedauthError) -> Bool {
        let answer = try ask(
            "DOM.resolveNode", ["backendNodeId": root, "executionContextId": world, "objectGroup": "fedauth"])
        guard let object = answer?["object"]?["objectId"] else { return false }
        return try call(PageScript.takeRoot, on: host, passing: [["objectId": object]])?.bool == true
    }
}
