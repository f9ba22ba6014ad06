internal import Core
internal import Secrets

/// Types and clicks in a page. The values are arguments of commands, and in no script. All scripts run in an isolated world:
/// the page's scripts can neither see nor change what runs there.
protocol PageInput {
    /// Whether the user sees the window, here or on another machine.
    var isAttended: Bool { get }
    /// Whether the browser asks for a passkey above the document, and so ignores mouse and keys.
    var isCovered: Bool { get }
    /// How many frames the page has, where the browser sends the mouse to whichever is in its place by then.
    var frameCount: Int { get }

    /// Runs a script. Returns its `value`; nil when the page does not answer in time.
    func evaluate(_ expression: String) throws(FedauthError) -> JSONValue?
    /// Returns the element with this number, for a further command.
    func element(_ node: Int) throws(FedauthError) -> JSONValue?
    /// Calls a function on an element, with values as arguments.
    func call(_ function: String, on element: JSONValue, _ arguments: [JSONValue]) throws(FedauthError) -> JSONValue?
    /// Moves the mouse to the middle of an element. Returns false when it has none.
    func moveMouse(to element: JSONValue) throws(FedauthError) -> Bool
    /// Presses and releases the button of the mouse on an element to which it was moved.
    func clickMouse(on element: JSONValue) throws(FedauthError)
    /// Presses a key in the field that has the focus.
    func press(_ key: PageKey) throws(FedauthError)
    /// Shows the user where fedauth types.
    func mark(_ element: JSONValue) throws(FedauthError)
    /// Gives the reading script the closed shadow roots of the elements that it has found. Returns whether there are some; nil
    /// when the page does not answer in time.
    func openRoots() throws(FedauthError) -> Bool?
    /// Returns whether the page waits for an answer to `navigator.credentials`. The page does not notice the question.
    func awaitsPasskey() throws(FedauthError) -> Bool
    /// Notices the browser's question for a passkey, in a window that is not shown.
    func noticeCover() throws(FedauthError)
}

/// A key that fedauth presses.
enum PageKey { case enter, space }

/// A document as a browser shows it.
struct PageMarkup {
    var isLoaded: Bool
    /// How many requests of its scripts were answered, without beacons, which are about the user and not of the user.
    var requests: Int
    /// How many of them with a fault of the server (5xx).
    var faults: Int
    var hasUserActed: Bool
    /// Whether it lets servers of other sites use passkeys in its frames.
    var lendsPasskeys: Bool
    var html: String
}

extension PageInput {
    /// Reads the document; nil when the page does not answer in time.
    func markup() throws(FedauthError) -> PageMarkup? {
        // A closed shadow root may contain elements with closed shadow roots.
        for _ in 0..<20 {
            guard let text = try evaluate(PageScript.markup)?.text, let end = text.firstIndex(of: "\n") else {
                return nil
            }
            let words = text[..<end].split(separator: " ")
            guard words.count == 6 else { return nil }
            let markup = PageMarkup(
                isLoaded: words[0] == "complete", requests: Int(words[1]) ?? 0, faults: Int(words[2]) ?? 0,
                hasUserActed: words[3] == "1", lendsPasskeys: words[5] != "0",
                html: String(text[text.index(after: end)...]))
            guard words[4] != "0" else { return markup }
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
            let boxes = try call(PageScript.boxCount, on: element, [])?.integer ?? 0
            guard boxes < 2 else { return try type(entry, boxes: Int(boxes), of: element) }
            // Some pages mask a field only when it gets the focus.
            if entry.isMasked {
                guard try isTrue(PageScript.focus, on: element), try isTrue(PageScript.isMasked, on: element) else {
                    return false
                }
            }
            return try isTrue(PageScript.type, on: element, .string(entry.value), .bool(entry.isSecret))
        }
    }

    /// Returns where the browser would send the forms of these elements, and that of the button; nil when the page does not answer in
    /// time. From then on the page sends them to the origins of `judged` only.
    func receivers(
        of nodes: [Int], pressing button: Int?, judged: [Origin]
    ) throws(FedauthError) -> [BrowserAddress.Kind]? {
        try evaluate(PageScript.receivers(of: nodes, pressing: button, judged: judged))?.text?.split(separator: "\n")
            .map { BrowserAddress.kind(String($0)) }
    }

    /// Shows the user what is filled in, and leads to what is not.
    func handOver(_ nodes: [Int]) throws(FedauthError) {
        if isAttended { _ = try evaluate(PageScript.handOver(nodes)) }
    }

    /// Returns where the page was not let send a form; nil when nothing was stopped.
    func strayReceiver() throws(FedauthError) -> BrowserAddress.Kind? {
        try evaluate(PageScript.stray)?.text.map(BrowserAddress.kind)
    }

    /// Whether the page was about to send a secret by GET, and was stopped.
    func putsSecretIntoAddress() throws(FedauthError) -> Bool { try evaluate(PageScript.isOpen)?.bool == true }

    /// Types one sign into each box, if there is one for each: others may be for some signs of a password, whichever the page names.
    private func type(_ entry: RenderedAction.Entry, boxes: Int, of element: JSONValue) throws(FedauthError) -> Bool {
        guard entry.value.count == boxes else { return false }
        for index in 0..<boxes {
            let sign = entry.value.withBytes {
                SharedSecret(copying: UnsafeRawBufferPointer(rebasing: $0[index...index]))
            }
            guard
                try isTrue(PageScript.type, on: element, .string(sign), .bool(entry.isSecret), .number("\(index)"))
            else { return false }
        }
        return true
    }

    /// Chooses an option of a list by its value. Returns false when it is gone. Lists are no text fields: no `Input` command
    /// chooses, and frameworks notice the events of a script.
    func choose(_ value: SharedSecret, in node: Int) throws(FedauthError) -> Bool {
        try acting { () throws(FedauthError) in
            guard let element = try markedElement(node) else { return false }
            return try isTrue(PageScript.choose, on: element, .string(value))
        }
    }

    /// Ticks or clears a box, or ticks a radio button. Returns false when it is gone.
    func tick(_ node: Int, _ isTicked: Bool) throws(FedauthError) -> Bool {
        try acting { () throws(FedauthError) in
            guard let element = try markedElement(node) else { return false }
            guard try !isTrue(PageScript.isTicked, on: element, .bool(isTicked)) else { return true }
            if try clickMiddle(of: element) { return true }
            if try !isBlind(), try isTrue(PageScript.focus, on: element) {
                try press(.space)
                return true
            }
            // A page that hides the box draws another in its place.
            return try isTrue(PageScript.click, on: element)
        }
    }

    /// Whether the form of the field that has the focus has a button that is disabled.
    func waitsForButton() throws(FedauthError) -> Bool { try evaluate(PageScript.waitsForButton)?.bool == true }

    /// Clicks an element; presses Return there if something covers it. Returns false when it is gone, or disabled.
    func click(_ node: Int) throws(FedauthError) -> Bool {
        try acting { () throws(FedauthError) in
            guard let element = try element(node), try isTrue(PageScript.isEnabled, on: element) else { return false }
            if try isBlind() { return try isTrue(PageScript.click, on: element) }
            if try clickMiddle(of: element) { return true }
            guard try isTrue(PageScript.focus, on: element) else { return false }
            return try pressReturn()
        }
    }

    /// Whether what the mouse or the keyboard does may get to something else than what the page shows.
    private func isBlind() throws(FedauthError) -> Bool {
        if isCovered || frameCount == 0 { return isCovered }
        return try evaluate(PageScript.ownFrames)?.integer.map { $0 < frameCount } ?? true
    }

    /// Returns false when something covers the element.
    private func clickMiddle(of element: JSONValue) throws(FedauthError) -> Bool {
        // Styles may put something else under the mouse when it arrives.
        guard try !isBlind(), try isTrue(PageScript.reach, on: element), try moveMouse(to: element),
            try isTrue(PageScript.reach, on: element)
        else { return false }
        try clickMouse(on: element)
        return true
    }

    /// Presses Return in the field that has the focus.
    func submit() throws(FedauthError) -> Bool {
        try acting { () throws(FedauthError) in
            guard try isBlind() else { return try pressReturn() }
            return try evaluate(PageScript.submit)?.bool == true
        }
    }

    private func pressReturn() throws(FedauthError) -> Bool {
        try press(.enter)
        return true
    }

    /// Announces what happens as fedauth's input. Does nothing when the user has acted since the page was read.
    private func acting(_ act: () throws(FedauthError) -> Bool) throws(FedauthError) -> Bool {
        let hasUserActed = try evaluate(PageScript.busy(true))?.bool == true
        let isDone: Bool
        try noticeCover()
        if hasUserActed, isAttended { isDone = false } else { isDone = try act() }
        _ = try evaluate(PageScript.busy(false))
        return isDone
    }

    private func markedElement(_ node: Int) throws(FedauthError) -> JSONValue? {
        let element = try element(node)
        if let element { try mark(element) }
        return element
    }

    private func isTrue(
        _ function: String, on element: JSONValue, _ arguments: JSONValue...
    ) throws(FedauthError) -> Bool { try call(function, on: element, arguments)?.bool == true }
}
