public import Secrets

/// What somebody does at a window that is shown elsewhere. What is typed may be a password and stays in wiped memory, key by
/// key.
public enum WindowAction: Sendable {
    /// The place where the window is shown has this size, in points, and so many pixels a point.
    case resize(width: Int, height: Int, scale: Double)
    /// The mouse, in points from the upper left corner.
    case mouse(MouseMove)
    /// The wheel was turned, or a finger drawn, at a place.
    case scroll(x: Double, y: Double, byX: Double, byY: Double)
    /// A key went down and up.
    case key(KeyStroke)
    /// Text came as a whole: pasted, or put together by an input method.
    case text(SharedSecret)
    /// To the page before this one.
    case back
    /// The page anew.
    case reload
    /// The sign-in is given up.
    case cancel

    /// A movement or a button of the mouse.
    public struct MouseMove: Sendable {
        /// What happened.
        public enum Kind: String, Sendable { case move, press, release }
        /// A button, by the number that UI Events gives it.
        public enum Button: Int, Sendable { case left, middle, right }

        /// What happened.
        public var kind: Kind
        /// From the left edge.
        public var x: Double
        /// From the upper edge.
        public var y: Double
        /// The button that went down or up, or is held; nil: none.
        public var button: Button?
        /// Which press in a row it is: 2 of a double click.
        public var count: Int
        /// Held keys: Alt 1, Ctrl 2, Meta 4, Shift 8.
        public var modifiers: Int

        /// A movement or a button.
        public init(
            _ kind: Kind, x: Double, y: Double, button: Button? = nil, count: Int = 0, modifiers: Int = 0
        ) {
            self.kind = kind
            self.x = x
            self.y = y
            self.button = button
            self.count = count
            self.modifiers = modifiers
        }
    }

    /// A key, by the members of a UI Events `KeyboardEvent`.
    public struct KeyStroke: Sendable {
        /// `key`: the character, or the key's name.
        public var key: SharedSecret
        /// `code`: the place on the keyboard; empty where that is not known.
        public var code: SharedSecret
        /// `keyCode`.
        public var number: Int
        /// What the key types; empty for one that types nothing.
        public var text: SharedSecret
        /// Held keys: Alt 1, Ctrl 2, Meta 4, Shift 8.
        public var modifiers: Int

        /// A key.
        public init(key: SharedSecret, code: SharedSecret, number: Int, text: SharedSecret, modifiers: Int) {
            self.key = key
            self.code = code
            self.number = number
            self.text = text
            self.modifiers = modifiers
        }
    }
}
