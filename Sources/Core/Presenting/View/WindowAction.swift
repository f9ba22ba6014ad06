public import Secrets

/// The input of a remote viewer. Typed text may be a password, so it stays in wiped memory, key by key.
public enum WindowAction: Sendable {
    /// The viewer's window has this size, in points, and this many pixels per point.
    case resize(width: Int, height: Int, scale: Double)
    /// The mouse, in points from the upper left corner.
    case mouse(MouseMove)
    /// The wheel was turned, or a finger moved, at this position.
    case scroll(x: Double, y: Double, byX: Double, byY: Double)
    /// A key was pressed and released.
    case key(KeyStroke)
    /// Text was entered at once: pasted, or composed by an input method.
    case text(SharedSecret)
    /// Go to the previous page.
    case back
    /// Reload the page.
    case reload
    /// Answer the dialog of the page; the text is that of a prompt.
    case answer(accepts: Bool, text: SharedSecret)
    /// Cancel the sign-in.
    case cancel

    /// A movement or a button of the mouse.
    public struct MouseMove: Sendable {
        /// The type of the event.
        public enum Kind: String, Sendable { case move, press, release }
        /// A button, numbered as in UI Events.
        public enum Button: Int, Sendable { case left, middle, right }

        /// The type of the event.
        public var kind: Kind
        /// Distance from the left edge.
        public var x: Double
        /// Distance from the upper edge.
        public var y: Double
        /// The button that was pressed, released or is held; nil for none.
        public var button: Button?
        /// The number of consecutive clicks: 2 for a double click.
        public var count: Int
        /// Held keys: Alt 1, Ctrl 2, Meta 4, Shift 8.
        public var modifiers: Int

        /// Creates a mouse event.
        public init(_ kind: Kind, x: Double, y: Double, button: Button? = nil, count: Int = 0, modifiers: Int = 0) {
            (self.kind, self.x, self.y, self.button) = (kind, x, y, button)
            (self.count, self.modifiers) = (count, modifiers)
        }
    }

    /// A key, with the members of a UI Events `KeyboardEvent`.
    public struct KeyStroke: Sendable {
        /// `key`: the character, or the name of the key.
        public var key: SharedSecret
        /// `code`: the position on the keyboard; empty when unknown.
        public var code: SharedSecret
        /// `keyCode`.
        public var number: Int
        /// The text that the key enters; empty for none.
        public var text: SharedSecret
        /// Held keys: Alt 1, Ctrl 2, Meta 4, Shift 8.
        public var modifiers: Int
    }
}
