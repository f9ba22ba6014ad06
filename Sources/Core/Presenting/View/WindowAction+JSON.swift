extension WindowAction {
    /// Larger coordinates and sizes are not plausible.
    private static let maximumPoints = 10_000.0
    /// Much longer than any password.
    private static let maximumTextBytes = 64 << 10

    /// Reads an action from the viewer's page; nil when it is malformed.
    public init?(_ value: JSONValue) {
        switch value["do"]?.text {
        case "resize":
            guard let width = value["width"]?.integer, let height = value["height"]?.integer,
                let scale = value["scale"]?.decimal, (1.0...4.0).contains(scale),
                (100...4000).contains(width), (100...4000).contains(height)
            else { return nil }
            self = .resize(width: Int(width), height: Int(height), scale: scale)
        case "move", "press", "release":
            guard let kind = value["do"]?.text.flatMap(MouseMove.Kind.init), let (x, y) = Self.place(value) else {
                return nil
            }
            self = .mouse(
                MouseMove(
                    kind, x: x, y: y, button: value["button"]?.integer.flatMap { MouseMove.Button(rawValue: Int($0)) },
                    count: Int(min(max(value["count"]?.integer ?? 0, 0), 3)), modifiers: Self.modifiers(value)))
        case "scroll":
            guard let (x, y) = Self.place(value), let byX = value["byX"]?.decimal, let byY = value["byY"]?.decimal,
                abs(byX) <= Self.maximumPoints, abs(byY) <= Self.maximumPoints
            else { return nil }
            self = .scroll(x: x, y: y, byX: byX, byY: byY)
        case "key":
            guard let key = value["key"]?.secret, let code = value["code"]?.secret, let text = value["text"]?.secret,
                let number = value["number"]?.integer, (0...255).contains(number),
                max(key.count, code.count, text.count) <= 32
            else { return nil }
            self = .key(
                KeyStroke(key: key, code: code, number: Int(number), text: text, modifiers: Self.modifiers(value)))
        case "text":
            guard let text = value["text"]?.secret, text.count <= Self.maximumTextBytes else { return nil }
            self = .text(text)
        case "answer":
            guard let accepts = value["accepts"]?.bool, let text = value["text"]?.secret,
                text.count <= Self.maximumTextBytes
            else { return nil }
            self = .answer(accepts: accepts, text: text)
        case "back": self = .back
        case "reload": self = .reload
        case "cancel": self = .cancel
        default: return nil
        }
    }

    private static func place(_ value: JSONValue) -> (Double, Double)? {
        guard let x = value["x"]?.decimal, let y = value["y"]?.decimal, abs(x) <= maximumPoints, abs(y) <= maximumPoints
        else { return nil }
        return (x, y)
    }

    private static func modifiers(_ value: JSONValue) -> Int { Int((value["modifiers"]?.integer ?? 0) & 15) }
}

extension JSONValue {
    /// A finite number; nil for anything else.
    fileprivate var decimal: Double? {
        guard case .number(let text) = self, let number = Double(text), number.isFinite else { return nil }
        return number
    }
}
