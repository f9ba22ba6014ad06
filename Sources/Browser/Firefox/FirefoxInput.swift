internal import Core

/// Types and clicks in a page of Firefox.
struct FirefoxInput: PageInput {
    private let window: FirefoxWindow
    private let session: String
    /// A sandbox of this name: the page's scripts can neither see nor change what runs there.
    private let target: JSONValue

    init(_ window: FirefoxWindow, _ session: String) {
        self.window = window
        self.session = session
        target = ["context": .text(session), "sandbox": "fedauth"]
    }

    var isAttended: Bool { !window.isHeadless }
    /// Its questions for passkeys do not take the keyboard from the page.
    var isCovered: Bool { false }
    var frameCount: Int { 0 }

    func evaluate(_ expression: String) throws(FedauthError) -> JSONValue? { try result(of: expression)?["value"] }

    /// Returns the value as the protocol describes it (`script.RemoteValue`).
    private func result(of expression: String, awaits: Bool = false) throws(FedauthError) -> JSONValue? {
        let answer = try window.askPage(
            "script.evaluate",
            [
                "expression": .text(expression), "target": target, "awaitPromise": .bool(awaits),
                "resultOwnership": "none",
            ])
        return answer?["type"]?.text == "success" ? answer?["result"] : nil
    }

    func element(_ node: Int) throws(FedauthError) -> JSONValue? {
        guard let id = try result(of: PageScript.element(node))?["sharedId"] else { return nil }
        return ["sharedId": id]
    }

    func call(_ function: String, on element: JSONValue, _ arguments: [JSONValue]) throws(FedauthError) -> JSONValue? {
        try call(function, on: element, passing: arguments.map(Self.local))
    }

    /// `arguments` are values of `script.LocalValue`.
    private func call(
        _ function: String, on element: JSONValue, passing arguments: [JSONValue]
    ) throws(FedauthError) -> JSONValue? {
        let answer = try window.askPage(
            "script.callFunction",
            [
                "functionDeclaration": .text(function), "this": element, "target": target, "awaitPromise": false,
                "arguments": .array(arguments), "resultOwnership": "none",
            ])
        return answer?["type"]?.text == "success" ? answer?["result"]?["value"] : nil
    }

    /// Returns a value as an argument (`script.LocalValue`).
    private static func local(_ value: JSONValue) -> JSONValue {
        let type: JSONValue =
            switch value {
            case .bool: "boolean"
            case .number: "number"
            default: "string"
            }
        return ["type": type, "value": value]
    }

    func moveMouse(to element: JSONValue) throws(FedauthError) -> Bool {
        let origin: JSONValue = ["type": "element", "element": element]
        let move: JSONValue = ["type": "pointerMove", "x": 0, "y": 0, "origin": origin]
        try perform(["type": "pointer", "id": "mouse", "actions": .array([move])])
        return true
    }

    func clickMouse(on element: JSONValue) throws(FedauthError) {
        let actions: JSONValue = [["type": "pointerDown", "button": 0], ["type": "pointerUp", "button": 0]]
        try perform(["type": "pointer", "id": "mouse", "actions": actions])
    }

    func press(_ key: PageKey) throws(FedauthError) {
        let value: JSONValue = key == .enter ? "\u{E007}" : " "
        let actions: JSONValue = [["type": "keyDown", "value": value], ["type": "keyUp", "value": value]]
        try perform(["type": "key", "id": "keyboard", "actions": actions])
    }

    private func perform(_ source: JSONValue) throws(FedauthError) {
        _ = try window.askPage(
            "input.performActions", ["context": .text(session), "actions": .array([source])], isSentAlways: true)
    }

    /// The protocol has no mark; the browser shows the caret.
    func mark(_ element: JSONValue) throws(FedauthError) {}

    /// The protocol describes an element with its shadow root, also a closed one.
    func openRoots() throws(FedauthError) -> Bool? {
        guard let hosts = try result(of: PageScript.hosts)?["value"]?.elements else { return nil }
        var hasOpened = false
        for host in hosts {
            guard let id = host["sharedId"], let root = host["value"]?["shadowRoot"]?["sharedId"] else { continue }
            let isTaken = try call(PageScript.takeRoot, on: ["sharedId": id], passing: [["sharedId": root]])?.bool
            guard isTaken == true else { return nil }
            hasOpened = true
        }
        guard try result(of: PageScript.rootsAreKnown) != nil else { return nil }
        return hasOpened
    }

    func awaitsPasskey() throws(FedauthError) -> Bool {
        try result(of: PageScript.awaitsPasskey, awaits: true)?["value"]?.bool == true
    }

    func noticeCover() throws(FedauthError) {}
}
